import { count } from "../text/time.ts";

const WIDTH = 96;
const HEIGHT = 20;

/**
 * Draws the cases per week as a line. Screen readers read the numbers, and the browser shows them
 * when the pointer is over the line.
 */
export function Trend({ weeks }: { weeks: readonly number[] }) {
  const most = Math.max(...weeks, 1);
  const step = WIDTH / Math.max(1, weeks.length - 1);
  const points = weeks.map((cases, week) => {
    const y = HEIGHT - 1 - (cases / most) * (HEIGHT - 2);
    return `${(week * step).toFixed(1)},${y.toFixed(1)}`;
  });
  const said = `Cases per week, oldest first: ${weeks.map(count).join(", ")}`;
  return (
    <svg className="trend" width={WIDTH} height={HEIGHT} role="img" aria-label={said}>
      <title>{said}</title>
      <polyline points={points.join(" ")} />
    </svg>
  );
}
