import { agoOf, exactTime } from "../../text/time.ts";

/** How long ago it was; the exact time appears on hover. */
export function Moment({ iso }: { iso: string }) {
  return (
    <time className="moment" dateTime={iso} title={exactTime(iso)}>
      {agoOf(iso, Date.now())}
    </time>
  );
}
