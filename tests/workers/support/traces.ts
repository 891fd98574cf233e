/** Sends traces to the service. */
import type { IngestAnswer } from "../../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { send } from "./tenants.ts";

export {
  ANSWER,
  failingJudge,
  failingVerdict,
  forgottenDog,
  note,
  QUESTION,
} from "./forgotten-dog.ts";

export interface Batch {
  readonly batch?: string;
  readonly headers?: Record<string, string>;
}

/** Sends the body of a batch with this key. */
export async function sendBody(key: string, body: BodyInit, { batch, headers }: Batch = {}) {
  const named: Record<string, string> = batch === undefined ? {} : { "batch-id": batch };
  return send("/v1/events", {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, ...named, ...headers },
    body,
  });
}

/** Sends valid events as NDJSON. */
export async function sendEvents(
  key: string,
  events: readonly TraceEvent[],
  batch: Batch = {},
): Promise<IngestAnswer> {
  const body = events.map((event) => JSON.stringify(event)).join("\n");
  const answer = await sendBody(key, body, batch);
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<IngestAnswer>();
}

/**
 * Sends valid events and reads their graphs, so that the events are packed now and not by a timer.
 */
export async function sendPacked(key: string, events: readonly TraceEvent[]): Promise<void> {
  await sendEvents(key, events);
  const headers = { authorization: `Bearer ${key}` };
  for (const graph of new Set(events.map((event) => event.graph))) {
    const read = await send(`/v1/graphs/${encodeURIComponent(graph)}`, { headers });
    if (!read.ok) throw new Error(`${read.status} ${await read.text()}`);
  }
}
