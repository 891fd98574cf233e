import { useState } from "react";
import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { TableHead } from "../../components/page/table-head.tsx";
import { firstWords } from "../../text/recorded-text.ts";
import { clockFor, count } from "../../text/time.ts";
import { OperationLink, VariableLink } from "../../variable/variable-link.tsx";
import { MARK_WORDS, nameOf } from "./flow-marks.tsx";
import { drawnRange } from "./flow-scale.ts";

interface FlowTableProps {
  readonly project: string;
  readonly graph: string;
  readonly flow: Flow;
}

/** Shows the drawing's records as tables. Creates the rows when the person opens the tables. */
export function FlowTable(props: FlowTableProps) {
  const [open, setOpen] = useState(false);
  return (
    <details
      className="behind"
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Show as tables</summary>
      {open ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must take the focus
        <section className="scroll flow-tables" tabIndex={0} aria-label="The flow as tables">
          <Sessions {...props} />
          <Messages {...props} />
          <Units {...props} />
        </section>
      ) : null}
    </details>
  );
}

function toldIn(flow: Flow): (iso: string) => string {
  const { from, to } = drawnRange(flow);
  return clockFor(to - from);
}

function Sessions({ flow }: FlowTableProps) {
  const told = toldIn(flow);
  return (
    <table>
      <caption>Sessions</caption>
      <TableHead
        columns={[
          "Session",
          "First",
          "Last",
          { figure: "Messages" },
          { figure: "Messages not listed" },
        ]}
      />
      <tbody>
        {flow.lanes.map((lane) => (
          <tr key={lane.session ?? ""}>
            <th scope="row">{nameOf(lane)}</th>
            <td>{told(lane.from)}</td>
            <td>{told(lane.to)}</td>
            <td className="number">{count(lane.messages)}</td>
            <td className="number">{count(lane.cells.reduce((sum, [, each]) => sum + each, 0))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Messages({ project, graph, flow }: FlowTableProps) {
  const told = toldIn(flow);
  return (
    <table>
      <caption>Messages</caption>
      <TableHead columns={["Time", "Session", "Role", "Text", "Variable"]} />
      <tbody>
        {flow.beads.map(({ variable, at, lane, role, text }) => {
          const session = flow.lanes[lane];
          return (
            <tr key={variable}>
              <td>{told(at)}</td>
              <td>{session ? nameOf(session) : "–"}</td>
              <td>{role}</td>
              <td>{firstWords(text, 120) || "(empty)"}</td>
              <td>
                <VariableLink project={project} graph={graph} variable={variable} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Units({ project, graph, flow }: FlowTableProps) {
  const told = toldIn(flow);
  return (
    <table>
      <caption>Memory units</caption>
      <TableHead columns={["Unit", "Time", "Event", "Version", "Operation"]} />
      <tbody>
        {flow.lives.flatMap((life) =>
          life.marks.map(({ kind, at, variable, op, opName, count: times }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a unit may be read twice at one time
            <tr key={`${life.name} ${index}`}>
              <th scope="row">{life.name}</th>
              <td>{told(at)}</td>
              <td>
                {MARK_WORDS[kind]}
                {times > 1 ? ` (${count(times)} times)` : ""}
              </td>
              <td>
                <VariableLink project={project} graph={graph} variable={variable} />
              </td>
              <td>
                {op === null ? (
                  "–"
                ) : (
                  <OperationLink project={project} graph={graph} op={op} name={opName ?? op} />
                )}
              </td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}
