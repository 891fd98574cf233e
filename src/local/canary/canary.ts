/** Sends a small trace to a running service, and checks each stage of its processing. */
import type { CaseSummary, Scope } from "../../protocol/api/api.ts";
import type { Delivery } from "../../protocol/api/webhook-endpoints.ts";
import { sampleEvents } from "../../protocol/sample/sample-data.ts";
import type { ProjectClient } from "../client/project-client.ts";
import { UserError } from "../command-line.ts";

/** Error types that the service must find in the trace's wrong answers. */
const EXPECTED = ["ExtractionError", "ResponseError", "RetrievalError", "UpdateError"];
/** Scopes that the key needs. `admin` allows deleting the graph at the end. */
const SCOPES: readonly Scope[] = ["ingest", "read", "admin"];
const LOOK_EVERY_MS = 250;

export interface CanaryRun {
  readonly api: ProjectClient;
  /** Id of the canary's graph. Must be new in the project. */
  readonly graph: string;
  /** Maximum milliseconds for each stage. */
  readonly patienceMs: number;
  readonly say: (line: string) => void;
}

/**
 * Sends the trace. Checks the events, the verdicts and the webhook deliveries, then deletes the
 * graph.
 * @throws UserError that names the stage at which the trace got stuck or gave a wrong result
 */
export async function sendCanary(run: CanaryRun): Promise<void> {
  const { scopes } = await run.api.whoami();
  if (!SCOPES.every((scope) => scopes.includes(scope))) {
    throw new UserError(
      `The key needs the scopes ${SCOPES.join(", ")}; it has ${scopes.join(", ")}.`,
    );
  }
  const started = Date.now();
  const lines = sampleEvents(started).map((event) =>
    JSON.stringify({ ...event, graph: run.graph }),
  );
  const sending = {
    body: lines.join("\n"),
    headers: { "Content-Type": "application/x-ndjson" },
    isRepeatable: true,
  };
  const { accepted } = await run.api.call("POST /events", {}, sending);
  if (accepted !== lines.length) {
    throw new UserError(`ingest: ${accepted} of ${lines.length} events were accepted.`);
  }
  run.say(`ingest: ${accepted} events were accepted after ${secondsSince(started)}`);
  try {
    await checkVerdicts(run, started);
    await checkDeliveries(run, started);
  } finally {
    await run.api.call("DELETE /graphs/{graph}", { params: { graph: run.graph } });
    run.say("deletion: the trace is deleted again");
  }
}

async function checkVerdicts(run: CanaryRun, started: number): Promise<void> {
  const isDone = ({ state }: CaseSummary) => state === "done" || state === "failed";
  const cases = await until(
    run,
    async () => (await run.api.call("GET /cases", { query: { graph: run.graph } })).items,
    (items) => items.length >= EXPECTED.length && items.every(isDone),
  );
  if (cases === undefined) {
    throw new UserError(
      `attribution: not all verdicts came within ${run.patienceMs / 1000} s. Look at the consumers of the queue memtrace-attribution.`,
    );
  }
  const found = cases.map(({ errorType }) => errorType ?? "undecided").sort();
  if (found.join() !== EXPECTED.join()) {
    throw new UserError(`attribution: expected ${EXPECTED.join(", ")}; got ${found.join(", ")}.`);
  }
  run.say(`attribution: ${found.length} right verdicts after ${secondsSince(started)}`);
}

async function checkDeliveries(run: CanaryRun, started: number): Promise<void> {
  const endpoints = (await run.api.call("GET /webhooks")).items.filter(
    ({ state, events }) => state === "enabled" && events.includes("attribution.completed"),
  );
  if (endpoints.length === 0) {
    run.say(
      "webhooks: not checked, because no endpoint of the project takes attribution.completed",
    );
    return;
  }
  const expected = EXPECTED.length * endpoints.length;
  const isOwn = ({ payload }: Delivery) => payload.includes(JSON.stringify(run.graph));
  const deliveries = await until(
    run,
    async () => {
      const { items } = await run.api.call("GET /deliveries", { query: { limit: 200 } });
      return items.filter(isOwn);
    },
    (items) => items.length >= expected && items.every(({ state }) => state === "delivered"),
  );
  if (deliveries === undefined) {
    throw new UserError(
      `webhooks: not all of ${expected} deliveries were received within ${run.patienceMs / 1000} s. Look at the log of deliveries.`,
    );
  }
  run.say(`webhooks: ${deliveries.length} deliveries were received after ${secondsSince(started)}`);
}

/** Asks until the answer is complete. Returns undefined after `patienceMs`. */
async function until<T>(
  { patienceMs }: CanaryRun,
  read: () => Promise<T>,
  isComplete: (answer: T) => boolean,
): Promise<T | undefined> {
  const end = Date.now() + patienceMs;
  for (;;) {
    const answer = await read();
    if (isComplete(answer)) return answer;
    if (Date.now() > end) return undefined;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
}

const secondsSince = (started: number): string => `${((Date.now() - started) / 1000).toFixed(1)} s`;
