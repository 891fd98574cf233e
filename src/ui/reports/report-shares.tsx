import type { ReportBody } from "../../protocol/api/reports.ts";
import { Stack, sayCounts } from "../components/page/stack.tsx";
import { TypeLetter } from "../components/text/type-chip.tsx";
import { LOOKS } from "../error-types.ts";
import { shortenMiddle } from "../text/shorten.ts";
import { count, percent } from "../text/time.ts";

/** Operations and memory systems have no bound; error types are all shown. */
const SHOWN = 6;

/** The figures of the period, as bars with their numbers. */
export function ReportShares({ body }: { body: ReportBody }) {
  const { byType, byOperation, bySystem, attributed } = body;
  if (attributed === 0) return null;
  return (
    <section>
      <h2>The figures</h2>
      <div className="change-grid">
        <ShareTable
          title="Error type"
          total={attributed}
          rows={byType.map(({ key, count: cases }) => ({
            name: LOOKS[key].label,
            letter: <TypeLetter type={key} />,
            count: cases,
            byType: { [key]: cases },
          }))}
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
  readonly count: number;
  readonly byType: Readonly<Record<string, number>>;
}

const named = (share: ReportBody["byOperation"][number]): Row => ({
  name: share.key ?? "not named",
  count: share.count,
  byType: share.byType,
});

function ShareTable(props: { title: string; total: number; rows: readonly Row[] }) {
  const max = Math.max(...props.rows.map((row) => row.count), 1);
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
              <Stack byType={row.byType} max={max} direction="row" />
              <span className="visually-hidden">{sayCounts(row.byType)}</span>
            </td>
            <td className="number">{count(row.count)}</td>
            <td className="number">{percent(row.count / props.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
