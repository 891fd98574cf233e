/**
 * Draws cases over time, in one colour per error type and one for undecided cases. A table shows
 * the same numbers.
 */
import type { Distribution } from "../../protocol/api/insights/distribution.ts";
import { ERROR_TYPES } from "../../protocol/error-types.ts";
import { Stack, sayCounts, totalOf } from "../components/page/stack.tsx";
import { LOOKS, UNDECIDED } from "../error-types.ts";
import { dayOf, hourOf, shortDayOf } from "../text/time.ts";

interface TimeChartProps {
  readonly distribution: Distribution;
  readonly onRange: (from: string, to: string) => void;
}

type Bucket = Distribution["bucket"];
const HOUR_MS = 3_600_000;
const LENGTH_MS: Readonly<Record<Bucket, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 168 * HOUR_MS,
};
const LABELS_SHOWN = 8;

export function TimeChart({ distribution, onRange }: TimeChartProps) {
  const { overTime, bucket } = distribution;
  const columns = trimmed(overTime);
  const top = niceTop(Math.max(...columns.map(totalOf), 1));
  const every = Math.ceil(columns.length / LABELS_SHOWN);
  const range = (start: string) =>
    onRange(start, new Date(Date.parse(start) + LENGTH_MS[bucket]).toISOString());
  return (
    <figure className="time-chart">
      <figcaption className="visually-hidden">Wrong answers with a verdict per {bucket}</figcaption>
      <div className="plot">
        <div className="grid" aria-hidden="true">
          <span>{top}</span>
          <span>{top / 2}</span>
          <span>0</span>
        </div>
        <div className="columns">
          {columns.map(({ start, ...counts }, index) => (
            <button
              key={start}
              type="button"
              className="column"
              title={`${nameOf(start, bucket)}\n${sayCounts(counts) || "none"}`}
              aria-label={`${nameOf(start, bucket)}: ${sayCounts(counts) || "none"}`}
              onClick={() => range(start)}
            >
              <Stack counts={counts} max={top} direction="column" />
              {index % every === 0 ? (
                <span
                  className="time-label"
                  data-minor={(index / every) % 2 === 1}
                  aria-hidden="true"
                >
                  {bucket === "hour" ? hourOf(start) : shortDayOf(start)}
                </span>
              ) : null}
            </button>
          ))}
        </div>
      </div>
      <TimeTable columns={columns} bucket={bucket} />
    </figure>
  );
}

/** If the first half of a long chart is empty, starts the chart just before the first case. */
function trimmed(overTime: Distribution["overTime"]): Distribution["overTime"] {
  const first = overTime.findIndex((counts) => totalOf(counts) > 0);
  return first > overTime.length / 2 && overTime.length > 40
    ? overTime.slice(Math.max(0, first - 1))
    : overTime;
}

const ROUND = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10];

/**
 * Returns the highest number on the axis. It is round, even, and at least as high as the highest
 * column. It is even because the axis also shows its half.
 */
function niceTop(highest: number): number {
  const step = 10 ** Math.floor(Math.log10(highest));
  const tops = ROUND.map((factor) => factor * step).filter((top) => top % 2 === 0);
  return tops.find((top) => top >= highest) ?? highest;
}

function nameOf(start: string, bucket: Bucket): string {
  if (bucket === "week") return `week of ${dayOf(start)}`;
  return bucket === "hour" ? `${dayOf(start)}, ${hourOf(start)}` : dayOf(start);
}

function TimeTable(props: { columns: Distribution["overTime"]; bucket: Bucket }) {
  const rows = props.columns.filter((counts) => totalOf(counts) > 0);
  const types = ERROR_TYPES.filter((type) => rows.some(({ byType }) => (byType[type] ?? 0) > 0));
  const hasUndecided = rows.some(({ undecided }) => undecided > 0);
  return (
    <details className="behind">
      <summary>Show as a table</summary>
      <div className="scroll" tabIndex={-1}>
        <table>
          <thead>
            <tr>
              <th scope="col">{props.bucket}</th>
              {types.map((type) => (
                <th scope="col" key={type} className="number">
                  {LOOKS[type].label}
                </th>
              ))}
              {hasUndecided ? (
                <th scope="col" className="number">
                  {UNDECIDED.label}
                </th>
              ) : null}
              <th scope="col" className="number">
                All
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ start, ...counts }) => (
              <tr key={start}>
                <th scope="row">{nameOf(start, props.bucket)}</th>
                {types.map((type) => (
                  <td key={type} className="number">
                    {counts.byType[type] ?? 0}
                  </td>
                ))}
                {hasUndecided ? <td className="number">{counts.undecided}</td> : null}
                <td className="number">{totalOf(counts)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
