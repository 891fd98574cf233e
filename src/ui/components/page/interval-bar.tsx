import "./interval-bar.css";

/**
 * Draws a share with its confidence interval. Screen readers ignore the drawing, so the page must
 * also show the numbers as text.
 */
export function IntervalBar(props: { share: number; low: number; high: number }) {
  const { share, low, high } = props;
  return (
    <span className="interval-bar" aria-hidden="true">
      <span
        className="interval-range"
        style={{ left: `${100 * low}%`, width: `${100 * (high - low)}%` }}
      />
      <span className="interval-mark" style={{ left: `${100 * share}%` }} />
    </span>
  );
}
