/**
 * The cost of receiving events, from counts of the runtime: rows of cursors and D1, requests,
 * alarms, queue messages. Uses the platform's prices above the included amounts.
 */
import type { Counters } from "./billable-units.ts";
import type { Bench } from "./command.ts";
import { sendAll } from "./load.ts";
import type { Figure, Measurement } from "./measurement.ts";
import { type Batch, inBatches, recordLines } from "./recorded-events.ts";
import { bundleProduct, newKey, type Runtime, startRuntime, withFolder } from "./runtime.ts";

const MILLION = 1_000_000;
/** In US dollars. */
const PRICES = {
  workerRequest: 0.3 / MILLION,
  cpuMillisecond: 0.02 / MILLION,
  objectRequest: 0.15 / MILLION,
  objectGigabyteSecond: 12.5 / MILLION,
  rowWritten: 1 / MILLION,
  rowRead: 0.001 / MILLION,
  queueOperation: 0.4 / MILLION,
};
/** Each message costs a write, a read and a delete. */
const OPERATIONS_PER_MESSAGE = 3;
const OBJECT_GIGABYTES = 0.128;
/**
 * Assumed CPU time, because the local runtime does not count it. The values are far above any that
 * were measured.
 */
const CPU_MILLISECONDS = { perRequest: 2, perEvent: 0.05 };

const SESSION_EVENTS = 50;
const BATCH_EVENTS = [1, 10, 50, 200] as const;
const TARGET = { batch: 50, dollars: 0.35 };
const LONG_GRAPH_EVENTS = 20_000;
const CLIENTS = 8;
/** Time to wait after the last alarm; a pack takes far less. */
const SETTLE_MS = 3_000;

export const bench: Bench = {
  about: "billable units and dollars per million events, at 1, 10, 50 and 200 events a batch",
  options: { sessions: { about: "graphs of 50 events for each batch size", default: "200" } },
  run: ({ sessions }) => withFolder((folder) => run(folder, Number(sessions))),
};

async function run(folder: string, sessions: number): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/counted.ts");
  const runtime = await startRuntime("product", bundle, `${folder}/state`);
  try {
    const send = await sender(runtime);
    const figures: Figure[] = [];
    const details: Record<string, unknown> = {};
    const take = async (name: string, events: number, batches: Batch[][], target?: number) => {
      const units = await unitsOf(runtime, events, () => send(batches));
      const dollars = priced(units);
      figures.push({
        name: `a million events, ${name}`,
        value: sum(Object.values(dollars)),
        unit: "$",
        ...(target === undefined ? {} : { target: { atMost: target } }),
      });
      details[name] = { unitsPerMillionEvents: units, dollars };
    };
    for (const size of BATCH_EVENTS) {
      const target = size === TARGET.batch ? TARGET.dollars : undefined;
      const batches = await sessionBatches(sessions, size, 0);
      await take(`${size} a batch`, sessions * SESSION_EVENTS, batches, target);
    }
    const wrong = await sessionBatches(sessions, TARGET.batch, 10);
    await take("50 a batch, every 10th session with a wrong answer", sessions * 50, wrong);
    const long = inBatches("long", await recordLines("long", LONG_GRAPH_EVENTS, isNoFailure), 50);
    await take("50 a batch, in one long graph", LONG_GRAPH_EVENTS, [long]);
    return { figures, details: { ...CONDITIONS, prices: PRICES, sessions, ...details } };
  } finally {
    await runtime.kill();
  }
}

const CONDITIONS = {
  runtime:
    "workerd, started by miniflare; the product's bundle, its bindings and storage wrapped to count",
  mix: `graphs of ${SESSION_EVENTS} events, as the SDK sends them; a batch of 200 holds four of them`,
  packs:
    "a session of several batches gets two packs: one after its first batch, one after its last",
  objectDuration:
    "while calls, alarms and timers last; an object that waits for its alarm may hibernate",
  cpu: CPU_MILLISECONDS,
};

/** Makes the batches of each session, in the order in which one client sends them. */
async function sessionBatches(
  sessions: number,
  size: number,
  everyWrong: number,
): Promise<Batch[][]> {
  const lines = await Promise.all(
    Array.from({ length: sessions }, async (_, index) => {
      const graph = `session-${size}-${everyWrong}-${index}`;
      const isWrong = everyWrong > 0 && index % everyWrong === 0;
      const own = await recordLines(graph, SESSION_EVENTS - (isWrong ? 1 : 0), isNoFailure);
      return { graph, lines: isWrong ? [...own, wrongAnswer(graph)] : own };
    }),
  );
  if (size <= SESSION_EVENTS) return lines.map((own) => inBatches(own.graph, own.lines, size));
  return Array.from({ length: sessions / (size / SESSION_EVENTS) }, (_, index) => {
    const from = index * (size / SESSION_EVENTS);
    const together = lines.slice(from, from + size / SESSION_EVENTS);
    return inBatches(
      `sessions-${from}`,
      together.flatMap((own) => own.lines),
      size,
    );
  });
}

function isNoFailure(line: string): boolean {
  return !(line.includes('"type":"verdict"') && line.includes('"score":0'));
}

function wrongAnswer(graph: string): string {
  const texts = {
    query: "What is the dog called?",
    prediction: "I do not know.",
    expected: ["Rex"],
  };
  return JSON.stringify({ type: "verdict", id: "w", graph, at: Date.now(), ...texts, score: 0 });
}

/** Sends the first batch of each session and, after its pack is written, the others. */
async function sender({ url }: Runtime) {
  const authorization = `Bearer ${await newKey(url)}`;
  const headers = ({ id }: Batch) => ({ authorization, "batch-id": id });
  const settled = async () => {
    for (let wait = SETTLE_MS; wait > 0; ) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      wait = (await readCounters(url)).lastAlarmAt + SETTLE_MS - Date.now();
    }
  };
  return async (sessions: readonly (readonly Batch[])[]) => {
    await sendAll(
      url,
      headers,
      sessions.flatMap((own) => own.slice(0, 1)),
      CLIENTS,
    );
    await settled();
    const rest = Math.max(...sessions.map((own) => own.length));
    for (let at = 1; at < rest; at++) {
      await sendAll(
        url,
        headers,
        sessions.flatMap((own) => own[at] ?? []),
        CLIENTS,
      );
    }
    await settled();
  };
}

async function readCounters(url: string): Promise<Counters> {
  return (await (await fetch(`${url}/counters`)).json()) as Counters;
}

type Units = Readonly<Record<Exclude<keyof Counters, "lastAlarmAt"> | "cpuMilliseconds", number>>;

/** Returns the counted units, scaled to a million events. */
async function unitsOf(
  { url }: Runtime,
  events: number,
  work: () => Promise<void>,
): Promise<Units> {
  const before = await readCounters(url);
  await work();
  const { lastAlarmAt: _, ...after } = await readCounters(url);
  const counted = Object.fromEntries(
    Object.entries(after).map(([unit, count]) => [
      unit,
      ((count - before[unit as keyof Counters]) * MILLION) / events,
    ]),
  ) as Units;
  const { perRequest, perEvent } = CPU_MILLISECONDS;
  return {
    ...counted,
    cpuMilliseconds:
      (counted.workerRequests + counted.queueBatches) * perRequest + MILLION * perEvent,
  };
}

function priced(units: Units): Record<string, number> {
  const gigabyteSeconds = (units.objectMilliseconds / 1000) * OBJECT_GIGABYTES;
  return {
    workerRequests: units.workerRequests * PRICES.workerRequest,
    cpu: units.cpuMilliseconds * PRICES.cpuMillisecond,
    objectRequests: units.objectRequests * PRICES.objectRequest,
    objectDuration: gigabyteSeconds * PRICES.objectGigabyteSecond,
    // Setting an alarm writes a row.
    objectRows:
      (units.objectRowsWritten + units.alarmsSet) * PRICES.rowWritten +
      units.objectRowsRead * PRICES.rowRead,
    databaseRows:
      units.databaseRowsWritten * PRICES.rowWritten + units.databaseRowsRead * PRICES.rowRead,
    queueOperations: units.queueMessages * OPERATIONS_PER_MESSAGE * PRICES.queueOperation,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
