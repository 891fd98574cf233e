import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useEffect, useMemo } from "react";
import { rememberOrder } from "../cases/case-order.ts";
import { CaseResult } from "../cases/case-result.tsx";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { Moment } from "../components/text/moment.tsx";
import { firstLine } from "../text/shorten.ts";
import { casesOfQuery } from "./findings-api.ts";

interface CasesBehindProps {
  readonly project: string;
  readonly of: { readonly finding: string } | { readonly shift: string };
}

/** Lists the wrong answers in a finding or shift, latest first. */
export function CasesBehind({ project, of }: CasesBehindProps) {
  const query = useInfiniteQuery(casesOfQuery(project, of));
  const pages = query.data?.pages;
  const cases = useMemo(() => pages?.flatMap(({ items }) => items) ?? [], [pages]);
  useEffect(() => {
    if (cases.length > 0)
      rememberOrder(
        project,
        cases.map(({ id }) => id),
      );
  }, [project, cases]);
  return (
    <section>
      <h2>The wrong answers</h2>
      <Loaded query={query} what="The cases could not be loaded">
        {() =>
          cases.length === 0 ? (
            <p className="muted">No cases are left.</p>
          ) : (
            <ul className="panel cases-behind">
              {cases.map((item) => (
                <li key={item.id}>
                  <Link
                    data-row-link
                    to="/p/$project/cases/$case"
                    params={{ project, case: item.id }}
                  >
                    {firstLine(item.query, 240)}
                  </Link>
                  <p className="muted">
                    <CaseResult item={item} /> <Moment iso={item.occurredAt} />
                  </p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show more</ShowMore>
    </section>
  );
}
