import type { ReportBody } from "../../protocol/api/insights/reports.ts";
import { type Counts, Stack, sayCounts, totalOf } from "../components/page/stack.tsx";
import { TypeLetter, UndecidedLetter } from "../components/text/type-chip.tsx";
import { LOOKS, UNDECIDED } from "../error-types.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";

/** Shows at most this many operations, and this many memory systems. Shows all error types. */
const SHOWN = 6;

/** Shows the period's figures as bars with numbers. Shares are shares of all attributed cases. */
export function ReportShares({ body }: { body: ReportBody }) {
  const { byType, byOperation, bySystem, attributed, undecided } = body;
  if (attributed + undecided === 0) return null;
  return (
    <section>
      <h2>The figures</h2>
      <div className="change-grid">
        <ShareTable
          title="Error type"
          total={attributed}
          rows={[
            ...byType.flatMap(rowsOfType),
            ...(undecided === 0 ? [] : [undecidedRow(undecided)]),
          ]}
        />
        <ShareTable
          title="Operation"
          total={attributed}
          rows={byOperation.slice(0, SHOWN).map(named)}
        />
        <ShareTable
          title="Memory system"
          total={attributed}
          rows={bySystem.slice(0, SHOWN).map(named)}
        />
      </div>
    </section>
  );
}

interface Row {
  readonly name: string;
  readonly letter?: React.ReactNode;
  /** Number of attributed cases. Null in the row of undecided cases. */
  readonly count: number | null;
  readonly counts: Counts;
}

const undecidedRow = (undecided: number): Row => ({
  name: UNDECIDED.label,
  letter: <UndecidedLetter />,
  count: null,
  counts: { byType: {}, undecided },
});

/** Returns a row for the error type, and a row per known sub-kind. */
function rowsOfType({ key, count: cases, bySubKind }: ReportBody["byType"][number]): Row[] {
  const row = (name: string, of: number, letter?: React.ReactNode): Row => ({
    ...{ name, letter, count: of, counts: { byType: { [key]: of } } },
  });
  const told = bySubKind.flatMap((kind) => (kind.key === null ? [] : [row(kind.key, kind.count)]));
  return [row(LOOKS[key].label, cases, <TypeLetter type={key} />), ...told];
}

const named = (share: ReportBody["byOperation"][number]): Row => ({
  name: share.key ?? "not named",
  count: share.count,
  counts: share,
});

function Figures({ row, total }: { row: Row; total: number }) {
  const { undecided = 0 } = row.counts;
  if (row.count === null) {
    return (
      <>
        <td className="number">{count(undecided)}</td>
        <td className="number">–</td>
      </>
    );
  }
  return (
    <>
      <td className="number">
        {count(row.count)}
        {undecided > 0 ? <span className="muted"> + {count(undecided)} undecided</span> : null}
      </td>
      <td className="number">{total === 0 ? "–" : percent(row.count / total)}</td>
    </>
  );
}

function ShareTable(props: { title: string; total: number; rows: readonly Row[] }) {
  const max = Math.max(...props.rows.map(({ counts }) => totalOf(counts)), 1);
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">{props.title}</th>
          <th scope="col" className="bar-cell">
            <span className="visually-hidden">By type</span>
          </th>
          <th scope="col" className="number">
            Cases
          </th>
          <th scope="col" className="number">
            Share
          </th>
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={row.name}>
            <th scope="row" title={row.name}>
              {row.letter} {shortenMiddle(row.name, 30)}
            </th>
            <td className="bar-cell">
              <Stack counts={row.counts} max={max} direction="row" />
              <span className="visually-hidden">{sayCounts(row.counts)}</span>
            </td>
            <Figures row={row} total={props.total} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}
