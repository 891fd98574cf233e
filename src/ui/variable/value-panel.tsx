import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { variableQuery } from "../api/resources.ts";
import { Loaded } from "../components/page/states.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { CopyButton } from "../components/text/copy-button.tsx";
import { TextDiff } from "../components/text/text-diff.tsx";
import { Blame } from "./blame.tsx";
import { VariableLink } from "./variable-link.tsx";
import { SHOWN } from "./variable-search.ts";
import type { VariableViewProps } from "./variable-view.ts";

const route = getRouteApi("/p/$project/graphs/$graph/variables/$variable");

const WORDS = { text: "Text", blame: "Blame", changes: "Changes" } as const;

/**
 * Shows the value: its text, the sources of its parts, or the changes since the previous version.
 */
export function ValuePanel(props: VariableViewProps) {
  const { item } = props;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { previousId } = item;
  const offered = SHOWN.filter((each) => each !== "changes" || previousId !== null);
  const shown = offered.find((each) => each === search.show) ?? "text";
  return (
    <section className="panel">
      <header className="panel-header">
        <h2>Value</h2>
        <span className="segments">
          {offered.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={each === shown}
              onClick={() =>
                navigate({ search: { ...search, show: each }, replace: true, resetScroll: false })
              }
            >
              {WORDS[each]}
            </button>
          ))}
        </span>
        <span className="spacer" />
        <CopyButton text={item.value} label="Copy" />
      </header>
      {shown === "text" ? (
        <ClampedText text={item.value} length={item.length} limit={2_000} />
      ) : null}
      {shown === "blame" ? <Blame {...props} /> : null}
      {shown === "changes" && previousId !== null ? (
        <Changes {...props} previousId={previousId} />
      ) : null}
    </section>
  );
}

function Changes({ project, graph, item, previousId }: VariableViewProps & { previousId: string }) {
  const previous = useQuery(variableQuery(project, graph, previousId));
  return (
    <>
      <p className="muted">
        Against <VariableLink project={project} graph={graph} variable={previousId} />
      </p>
      <Loaded query={previous} what="The previous version could not be loaded">
        {({ value }) => <TextDiff before={value} after={item.value} />}
      </Loaded>
    </>
  );
}
