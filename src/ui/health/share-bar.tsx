import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { IntervalBar } from "../components/page/interval-bar.tsx";
import { exactPercent } from "../text/time.ts";

interface ShareBarProps {
  readonly share: MemoryHealth["survival"]["share"];
  /** Says what the share counts. */
  readonly title: string;
}

/** Shows a share with its interval, as a bar and in numbers. */
export function ShareBar({ share: { value, low, high }, title }: ShareBarProps) {
  if (value === null) return <span className="muted">nothing counted</span>;
  return (
    <span className="health-share" title={title}>
      <IntervalBar share={value} low={low} high={high} />
      <b>{exactPercent(value)}</b>
      <span className="muted">
        ({exactPercent(low)} to {exactPercent(high)})
      </span>
    </span>
  );
}
