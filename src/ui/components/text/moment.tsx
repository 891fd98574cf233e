import { agoOf, exactTime } from "../../text/time.ts";

/** Shows how long ago the time was. With the pointer on it, shows the exact time. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="moment" dateTime={iso} title={exactTime(iso)}>
      {agoOf(iso, Date.now())}
    </time>
  );
}

/** Shows when an item was last used. `iso` is null if it was never used. */
export function LastUsed({ iso }: { iso: string | null }) {
  if (iso === null) return "never used";
  return (
    <>
      last used <Moment iso={iso} />
    </>
  );
}
