import type { VariableLink as LinkView } from "../../protocol/api/explorer/variable-detail.ts";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count, exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "./variable-link.tsx";
import type { VariableViewProps } from "./variable-view.ts";

const TABLES = [
  [
    "writes",
    "Written by",
    "From",
    "No operation wrote this variable. Its value came from outside the agent.",
  ],
  ["returns", "Returned by", "For", ""],
  ["reads", "Read by", "To", "No operation read this variable."],
  ["removals", "Removed by", "To", ""],
] as const;

/**
 * Lists the operations that wrote, returned, read and removed the variable, with each link's
 * comment.
 */
export function LinkTables({ project, graph, item }: VariableViewProps) {
  return TABLES.map(([kind, title, end, none]) => {
    const links = item[kind];
    const total = item.counts[kind];
    if (total === 0 && none === "") return null;
    return (
      <section key={kind}>
        <h2 className="section-title">
          {title} <span className="muted">{count(total)}</span>
        </h2>
        {total === 0 ? (
          <p className="muted">{none}</p>
        ) : (
          <WideTable
            className="link-table"
            columns={["Operation", end, "Category", "Comment and metadata", "Recorded"]}
          >
            {links.map((link) => (
              <tr key={link.id}>
                <th scope="row">
                  <OperationLink project={project} graph={graph} op={link.op} name={link.opName} />
                </th>
                <td>
                  <VariableLink project={project} graph={graph} variable={link.variable} />
                </td>
                <td>{link.category ?? "–"}</td>
                <td className="said">
                  <Said link={link} />
                </td>
                <td>{exactTime(link.at)}</td>
              </tr>
            ))}
          </WideTable>
        )}
        {links.length < total ? (
          <p className="muted">
            The first {count(links.length)} of {count(total)} links are shown. The API lists all.
          </p>
        ) : null}
      </section>
    );
  });
}

const SHOWN_CHARS = 240;

/** Shows a link's details, such as a score or a rank. */
function Said({ link: { comment, metadata } }: { link: LinkView }) {
  if (comment === null && metadata === null) return <span className="muted">–</span>;
  return (
    <>
      {comment === null ? null : <ClampedText text={comment} limit={SHOWN_CHARS} />}
      {metadata === null ? null : (
        <code>
          <ClampedText text={JSON.stringify(metadata)} limit={SHOWN_CHARS} />
        </code>
      )}
    </>
  );
}
