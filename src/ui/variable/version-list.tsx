import { useInfiniteQuery } from "@tanstack/react-query";
import type { VersionView } from "../../protocol/api/graph-queries.ts";
import { versionsQuery } from "../api/graph-queries.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { count, exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "./variable-link.tsx";
import type { VariableViewProps } from "./variable-view.ts";

/** Lists all versions of the variable, with the operations that wrote, read and removed them. */
export function VersionList({ project, graph, item }: VariableViewProps) {
  const query = useInfiniteQuery(versionsQuery(project, graph, item.fullName));
  const versions = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const line = (ops: readonly string[], total: number, names: VersionView["opNames"]) => (
    <Operations project={project} graph={graph} ops={ops} total={total} names={names} />
  );
  return (
    <section>
      <h2 className="section-title">Versions</h2>
      <Loaded query={query} what="The versions could not be loaded">
        {() => (
          <WideTable
            columns={[
              "Version",
              "Recorded",
              { figure: "Characters" },
              "Written by",
              "Read by",
              "Removed by",
            ]}
          >
            {versions.map(({ variable, writtenBy, readBy, removedBy, counts, opNames }) => (
              <tr key={variable.id} aria-current={variable.id === item.id ? "true" : undefined}>
                <th scope="row">
                  <VariableLink project={project} graph={graph} variable={variable.id} />
                  {variable.id === item.id ? <span className="tag">this one</span> : null}
                </th>
                <td>{exactTime(variable.at)}</td>
                <td className="number">{count(variable.length)}</td>
                <td>{line(writtenBy, counts.writtenBy, opNames)}</td>
                <td>{line(readBy, counts.readBy, opNames)}</td>
                <td>{line(removedBy, counts.removedBy, opNames)}</td>
              </tr>
            ))}
          </WideTable>
        )}
      </Loaded>
      <ShowMore query={query}>Show more versions</ShowMore>
    </section>
  );
}

interface OperationsProps {
  readonly project: string;
  readonly graph: string;
  readonly ops: readonly string[];
  readonly total: number;
  readonly names: VersionView["opNames"];
}

/** Names one operation, and counts the others. */
function Operations({ project, graph, ops, total, names }: OperationsProps) {
  const [first] = ops;
  if (first === undefined) return <span className="muted">–</span>;
  return (
    <>
      <OperationLink project={project} graph={graph} op={first} name={names[first]} />
      {total > 1 ? <span className="muted"> and {count(total - 1)} more</span> : null}
    </>
  );
}
