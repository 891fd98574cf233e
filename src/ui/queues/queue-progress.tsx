import type { Queue } from "../../protocol/api/annotation/queues.ts";
import { count } from "../text/time.ts";

interface QueueProgressProps {
  /** What the bar counts, such as "All labels". */
  readonly label: string;
  readonly of: Queue["progress"];
}

/** Draws how many items are labelled and how many are skipped. */
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
