/**
 * Lists everything derived from a message or document. Also shows which operation first wrote
 * content of the message or document into the memory.
 */
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Reach } from "../../protocol/api/explorer/impact.ts";
import { Loaded } from "../components/page/states.tsx";
import { WideTable } from "../components/page/wide-table.tsx";
import { ClampedText } from "../components/text/clamped-text.tsx";
import { count, exactTime } from "../text/time.ts";
import { OperationLink, VariableLink } from "../variable/variable-link.tsx";
import { reachQuery } from "./impact-api.ts";

interface ReachedProps {
  readonly project: string;
  readonly graph: string;
  readonly variable: string;
}

export function Reached({ project, graph, variable }: ReachedProps) {
  const query = useQuery(reachQuery(project, graph, variable));
  return (
    <section className="reached" aria-label="Derived from this value">
      <h2>Derived from this value</h2>
      <Loaded query={query} what="The derived values could not be loaded">
        {(reach) => <Shown {...{ project, graph, reach }} />}
      </Loaded>
    </section>
  );
}

interface ShownProps {
  readonly project: string;
  readonly graph: string;
  readonly reach: Reach;
}

function Shown({ project, graph, reach }: ShownProps) {
  const { counts, letIn, users, sessions, isComplete } = reach;
  return (
    <>
      <p>
        {counted(counts.units, "memory unit")} ({count(counts.heldUnits)} still in the memory),{" "}
        {counted(counts.sessions, "session")}, {counted(counts.users, "end user")} and{" "}
        {counted(counts.answers, "answer")}.
      </p>
      <p>
        {letIn === null ? (
          "No operation wrote this value into the memory."
        ) : (
          <>
            First written by <OperationLink {...{ project, graph, op: letIn.op }} /> ({letIn.opName}
            ), {exactTime(letIn.at)}, as{" "}
            <VariableLink {...{ project, graph, variable: letIn.unit }} />.
          </>
        )}
      </p>
      {users.length === 0 ? null : (
        <p>
          <span className="muted">End users</span> {users.join(", ")}
        </p>
      )}
      {isComplete ? null : (
        <p className="bad">
          The lists below are incomplete, because one search cannot follow so many derived values.
        </p>
      )}
      {sessions.length === 0 ? null : (
        <WideTable columns={["Session", "End user", "First", { figure: "Values" }]}>
          {sessions.map(({ session, user, firstAt, values }) => (
            <tr key={session}>
              <th scope="row">{session}</th>
              <td>{user ?? "–"}</td>
              <td>{exactTime(firstAt)}</td>
              <td className="number">{count(values)}</td>
            </tr>
          ))}
        </WideTable>
      )}
      <Values {...{ project, graph, reach }} />
    </>
  );
}

const counted = (number: number, what: string) =>
  `${count(number)} ${what}${number === 1 ? "" : "s"}`;

function Values({ project, graph, reach: { units, answers } }: ShownProps) {
  if (units.length + answers.length === 0) return null;
  return (
    <WideTable columns={["Value", "Kind", "Text", "Shared words", "Recorded"]}>
      {units.map((unit) => (
        <tr key={unit.variable}>
          <Value {...{ project, graph }} value={unit}>
            {unit.isHeld ? "Memory unit" : "Memory unit, gone"}
          </Value>
        </tr>
      ))}
      {answers.map((answer) => (
        <tr key={answer.variable}>
          <Value {...{ project, graph }} value={answer}>
            {answer.case === null ? (
              (WORDS[answer.judged ?? "none"] ?? "Answer")
            ) : (
              <Link to="/p/$project/cases/$case" params={{ project, case: answer.case }}>
                Wrong answer
              </Link>
            )}
          </Value>
        </tr>
      ))}
    </WideTable>
  );
}

const WORDS: Readonly<Record<string, string>> = { right: "Right answer", none: "Answer" };

interface ValueProps {
  readonly project: string;
  readonly graph: string;
  readonly value: Reach["units"][number] | Reach["answers"][number];
  readonly children: React.ReactNode;
}

function Value({ project, graph, value, children }: ValueProps) {
  return (
    <>
      <th scope="row">
        <VariableLink {...{ project, graph, variable: value.variable }} />
      </th>
      <td>{children}</td>
      <td className="said">
        <ClampedText text={value.text} limit={160} />
      </td>
      <td className="said">{value.sharedWords.join(", ") || "none"}</td>
      <td>{exactTime(value.at)}</td>
    </>
  );
}
