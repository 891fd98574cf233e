import { useInfiniteQuery } from "@tanstack/react-query";
import { emptySearchesQuery } from "../api/ledger.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { shortenMiddle } from "../text/shorten.ts";
import { exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";

export function EmptySearches({ project, graph }: { project: string; graph: string }) {
  const query = useInfiniteQuery(emptySearchesQuery(project, graph));
  const searches = query.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <>
      <p className="muted ledger-note">
        A search found nothing if every value that it wrote is empty or a marker for a missing
        value.
      </p>
      <Loaded query={query} what="The searches could not be loaded">
        {() =>
          searches.length === 0 ? (
            <p className="muted">Every recorded search found something.</p>
          ) : (
            <WideTable columns={["Search", "Query", "Query text", "Session", "At"]}>
              {searches.map(({ op, opName, at, session, query: asked }) => (
                <tr key={op}>
                  <th scope="row">
                    <OperationLink {...{ project, graph, op, name: opName }} />
                  </th>
                  <td>
                    {asked === null ? (
                      <span className="muted">–</span>
                    ) : (
                      <VariableLink {...{ project, graph, variable: asked.variable }} />
                    )}
                  </td>
                  <td className="said">
                    {asked === null ? null : <ClampedText text={asked.text} limit={160} />}
                  </td>
                  <td>{session === null ? "–" : shortenMiddle(session, 32)}</td>
                  <td>{exactTime(at)}</td>
                </tr>
              ))}
            </WideTable>
          )
        }
      </Loaded>
      <ShowMore query={query}>Show earlier searches</ShowMore>
    </>
  );
}
