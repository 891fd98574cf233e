import type { Queue } from "../../protocol/api/annotation/queues.ts";
import { count } from "../text/time.ts";

interface QueueProgressProps {
  /** What the bar counts, such as "All labels". */
  readonly label: string;
  readonly of: Queue["progress"];
}

/** Draws which part of the items is finished. Skipped items count as finished too. */
export function QueueProgress({ label, of: { open, done, skipped } }: QueueProgressProps) {
  const all = open + done + skipped;
  return (
    <span className="queue-progress">
      <progress aria-label={label} max={Math.max(all, 1)} value={done + skipped} />
      <span className="muted">
        {count(done)} of {count(all)}
        {skipped === 0 ? "" : `, ${count(skipped)} skipped`}
      </span>
    </span>
  );
}
