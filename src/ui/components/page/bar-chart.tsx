import "./bar-chart.css";

export interface Bar {
  /** Day or month, such as 2026-03-04 or 2026-03. */
  readonly time: string;
  readonly value: number;
  /** Shown when the pointer is over the bar. */
  readonly title: string;
}

interface BarChartProps {
  readonly label: string;
  readonly bars: readonly Bar[];
  /** The value that corresponds to full height. */
  readonly full: number;
}

const WIDTH = 720;
const HEIGHT = 160;

/**
 * Bars over time, with the first and the last time below them. A table next to the chart gives the
 * figures.
 */
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
