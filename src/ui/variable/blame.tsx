/** Shows a value with marks for the source of each part. */
import { useInfiniteQuery } from "@tanstack/react-query";
import type { BlameSpanView } from "../../protocol/api/graph-queries.ts";
import { blameQuery } from "../api/graph-queries.ts";
import { ShowMore } from "../components/page/show-more.tsx";
import { Loaded } from "../components/page/states.tsx";
import { TableHead } from "../components/page/table-head.tsx";
import { sourcesOf } from "./blame-sources.ts";
import { OperationLink, VariableLink } from "./variable-link.tsx";
import type { VariableViewProps } from "./variable-view.ts";

export function Blame(props: VariableViewProps) {
  const { project, graph, item } = props;
  const query = useInfiniteQuery(blameQuery(project, graph, item.id));
  const pages = query.data?.pages;
  return (
    <>
      <Loaded query={query} what="The sources of the text could not be loaded">
        {() => (
          <BlamedText
            project={project}
            graph={graph}
            spans={(pages ?? []).flatMap(({ items }) => items)}
          />
        )}
      </Loaded>
      <ShowMore query={query}>Show more of the text</ShowMore>
    </>
  );
}

interface BlamedTextProps {
  readonly project: string;
  readonly graph: string;
  readonly spans: readonly BlameSpanView[];
}

function BlamedText({ project, graph, spans }: BlamedTextProps) {
  const { sources, marked } = sourcesOf(spans);
  if (spans.length === 0) return <p className="muted">(empty)</p>;
  return (
    <>
      <p className="trace-text blamed">
        {marked.map(({ span, source }) => (
          <span key={span.start} data-tone={source.tone}>
            {span.text}
            <sup aria-hidden="true">{source.letter}</sup>
          </span>
        ))}
      </p>
      <table className="blame-legend">
        <TableHead columns={["Mark", "Message", "Version", "Written by", "Words"]} />
        <tbody>
          {sources.map(({ letter, tone, message, variable, operation, opName, sample }) => (
            <tr key={letter}>
              <th scope="row">
                <span className="blamed">
                  <span data-tone={tone}>{letter}</span>
                </span>
              </th>
              <td>
                {message === null ? (
                  <span className="muted">none found</span>
                ) : (
                  <VariableLink project={project} graph={graph} variable={message} limit={24} />
                )}
              </td>
              <td>
                <VariableLink project={project} graph={graph} variable={variable} limit={24} />
              </td>
              <td>
                {operation === null ? (
                  <span className="muted">no operation</span>
                ) : (
                  <OperationLink
                    project={project}
                    graph={graph}
                    op={operation}
                    name={opName ?? operation}
                  />
                )}
              </td>
              <td className="soft">{sample}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
