import { Link } from "@tanstack/react-router";
import type { ReportBody } from "../../protocol/api/insights/reports.ts";
import { TableHead } from "../components/page/table-head.tsx";
import { isErrorType, LOOKS, UNDECIDED } from "../error-types.ts";
import { count, dayOf, wrongAnswers } from "../text/time.ts";

type Changes = NonNullable<ReportBody["changes"]>;
type Change = Changes["byType"][number];

const SHOWN = 5;

/** Shows changes since the previous period. More wrong answers count as worse. */
export function ReportChanges({ project, changes }: { project: string; changes: Changes }) {
  const { cases, undecided, byType, byOperation, since, previousReport } = changes;
  return (
    <section>
      <h2>What changed</h2>
      <p className="muted">
        {comparison(cases.before, cases.now)} the period from {dayOf(since)}
        {previousReport ? (
          <>
            {" · "}
            <Link to="/p/$project/reports/$report" params={{ project, report: previousReport }}>
              previous report
            </Link>
          </>
        ) : null}
      </p>
      <div className="change-grid">
        <ChangeTable
          title="By type"
          rows={[...byType.slice(0, SHOWN), ...undecidedRow(undecided)]}
        />
        <ChangeTable title="By operation" rows={byOperation.slice(0, SHOWN)} />
      </div>
    </section>
  );
}

/** Undecided cases have no error type, so `byType` lacks them. */
function undecidedRow({ before, now }: Changes["undecided"]): Change[] {
  return before + now === 0 ? [] : [{ key: UNDECIDED.label, before, now }];
}

function comparison(before: number, now: number): string {
  const figures = `${wrongAnswers(now)},`;
  if (now === before) return `${figures} as many as in`;
  if (now > before) return `${figures} ${count(now - before)} more than in`;
  return `${figures} ${count(before - now)} fewer than in`;
}

function ChangeTable({ title, rows }: { title: string; rows: readonly Change[] }) {
  return (
    <table>
      <TableHead columns={[title, { figure: "Before" }, { figure: "Now" }, { figure: "Change" }]} />
      <tbody>
        {rows.map(({ key, before, now }) => (
          <tr key={key}>
            <th scope="row">{isErrorType(key) ? LOOKS[key].label : key}</th>
            <td className="number">{count(before)}</td>
            <td className="number">{count(now)}</td>
            <td className={`number ${tone(before, now)}`}>{difference(before, now)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const tone = (before: number, now: number) => (now > before ? "bad" : now < before ? "good" : "");

function difference(before: number, now: number): string {
  if (now === before) return "=";
  return now > before ? `▲ ${count(now - before)}` : `▼ ${count(before - now)}`;
}
