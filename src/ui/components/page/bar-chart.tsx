import "./bar-chart.css";

export interface Bar {
  /** Day (2026-03-04) or month (2026-03). */
  readonly time: string;
  readonly value: number;
  /** Shown when the pointer is over the bar. */
  readonly title: string;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** A bar with this value has the full height. */
  readonly full: number;
}

const WIDTH = 720;
const HEIGHT = 160;

/** A bar chart over time. The page must also show the figures as a table. */
export function BarChart({ label, bars, full }: BarChartProps) {
  const width = WIDTH / Math.max(1, bars.length);
  return (
    <>
      <svg
        className="bar-chart"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={label}
      >
        {bars.map(({ time, value, title }, index) => {
          const height = full === 0 ? 0 : (value / full) * HEIGHT;
          return (
            <rect
              key={time}
              x={index * width}
              y={HEIGHT - height}
              width={Math.max(0.5, width * 0.8)}
              height={height}
            >
              <title>{title}</title>
            </rect>
          );
        })}
      </svg>
      <div className="bar-chart-ends muted">
        <span>{bars[0]?.time}</span>
        <span>{bars.at(-1)?.time}</span>
      </div>
    </>
  );
}
