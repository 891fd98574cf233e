/** Lists right answers that depend on the chosen record, page by page. */
import { useEffect } from "react";
import type { ImpactedAnswer, ImpactPage } from "../../protocol/api/explorer/impact.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count, exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";

/** The page checks this many right answers automatically. A button checks more. */
const CHECKED_BY_ITSELF = 400;

interface ImpactedAnswersProps {
  readonly project: string;
  /** Words for the record, such as “this value”. */
  readonly of: string;
  readonly query: {
    readonly data: { readonly pages: readonly ImpactPage[] } | undefined;
    readonly error: unknown;
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly refetch: () => unknown;
    readonly fetchNextPage: () => unknown;
  };
}

export function ImpactedAnswers({ project, of, query }: ImpactedAnswersProps) {
  const pages = query.data?.pages ?? [];
  const sum = (figure: "checked" | "unfollowed") =>
    pages.reduce((total, { progress }) => total + progress[figure], 0);
  const checked = sum("checked");
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query;
  const isDue = hasNextPage && !isFetchingNextPage && !isFetchNextPageError;
  useEffect(() => {
    if (isDue && checked < CHECKED_BY_ITSELF) void fetchNextPage();
  }, [isDue, checked, fetchNextPage]);
  const items = pages.flatMap((page) => page.items);
  const total = pages.at(-1)?.progress.total ?? 0;
  return (
    <section aria-label={`Right answers that depend on ${of}`}>
      <Loaded query={query} what="The right answers could not be checked">
        {() => (
          <>
            <p role="status">
              <strong>{said(items, of)}</strong> {count(checked)} of {count(total)} right answers
              were processed; {count(sum("unfollowed"))} of these could not be checked.
            </p>
            {hasNextPage ? (
              <progress aria-label="Right answers checked" value={checked} max={total} />
            ) : null}
            <ol className="impacted">
              {items.map((item) => (
                <li key={`${item.graph} ${item.answer}`}>
                  <Answer project={project} item={item} />
                </li>
              ))}
            </ol>
          </>
        )}
      </Loaded>
      <ShowMore query={query}>Check more right answers</ShowMore>
    </section>
  );
}

function said(items: readonly ImpactedAnswer[], of: string): string {
  const only = items.filter(({ isOnly }) => isOnly).length;
  if (items.length === 0) return `MemTrace found no right answer that depends on ${of}.`;
  const depend = items.length === 1 ? "right answer depends" : "right answers depend";
  return `${count(items.length)} ${depend} on ${of}; ${count(only)} of them with no other path to the fact.`;
}

function Answer({ project, item }: { project: string; item: ImpactedAnswer }) {
  const { graph, query, prediction, occurredAt, facts, isOnly, path } = item;
  return (
    <>
      <h2>
        <ClampedText text={query} limit={200} />
      </h2>
      <p>
        <span className="muted">Answered</span> “<ClampedText text={prediction} limit={200} />”{" "}
        <span className="muted">
          {exactTime(occurredAt)} · {isOnly ? "no other path" : "another path exists"}
        </span>
      </p>
      <p>
        <span className="muted">Fact</span> {facts.join("; ")}
      </p>
      <ol className="impact-path" aria-label="The path to the answer">
        {path.map(({ variable, text, op }) => (
          <li key={variable} title={text}>
            <VariableLink {...{ project, graph, variable, limit: 40 }} />
            {op === null ? null : (
              <>
                {" → "}
                <OperationLink {...{ project, graph, op }} />
                {" → "}
              </>
            )}
          </li>
        ))}
      </ol>
    </>
  );
}
