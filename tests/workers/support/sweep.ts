import { createScheduledController } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "../../../workers/app.ts";

/** The sweep of a minute, in milliseconds since the epoch. */
export function sweep(at: number): Promise<void> {
  return worker.scheduled(createScheduledController({ scheduledTime: at }), env);
}

/** What the sweep finds once nothing has come for a minute. */
export function sweepOnceQuiet(): Promise<void> {
  return sweep(Date.now() + 60_001);
}
