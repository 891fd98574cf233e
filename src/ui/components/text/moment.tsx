import { agoOf, exactTime } from "../../text/time.ts";

/**
 * Shows a time relative to now, such as "12 min ago". While the pointer is over it, the browser
 * shows the exact time.
 */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="moment" dateTime={iso} title={exactTime(iso)}>
      {agoOf(iso, Date.now())}
    </time>
  );
}

/** @param iso null if the item was never used */
export function LastUsed({ iso }: { iso: string | null }) {
  if (iso === null) return "never used";
  return (
    <>
      last used <Moment iso={iso} />
    </>
  );
}
