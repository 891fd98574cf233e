import type { DeliveryAttempt } from "../../protocol/api/webhook-endpoints.ts";
import { count, exactTime } from "../text/time.ts";

/** Lists the attempts to deliver an event, with the endpoint's responses. */
export function Attempts({ attempts }: { attempts: readonly DeliveryAttempt[] }) {
  if (attempts.length === 0) return null;
  return (
    <ol className="attempts">
      {attempts.map(({ at, status, milliseconds, error }) => (
        <li key={at}>
          <code className={status !== null && status < 300 ? "good" : "bad"}>
            {status ?? "no answer"}
          </code>
          <span>{count(milliseconds)} ms</span>
          <span className="muted">{exactTime(at)}</span>
          {error ? <span className="bad">{error}</span> : null}
        </li>
      ))}
    </ol>
  );
}
