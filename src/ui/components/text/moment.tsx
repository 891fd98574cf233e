import { agoOf, exactTime } from "../../text/time.ts";

/** How long ago the time was. Hovering shows the exact time. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="moment" dateTime={iso} title={exactTime(iso)}>
      {agoOf(iso, Date.now())}
    </time>
  );
}

/** When something was last used; null if never. */
export function LastUsed({ iso }: { iso: string | null }) {
  if (iso === null) return "never used";
  return (
    <>
      last used <Moment iso={iso} />
    </>
  );
}
