/**
 * The cost of receiving events, from counts of the runtime: rows of cursors and D1, requests,
 * alarms, queue messages. Uses the platform's prices above the included amounts.
 */
import {
  CACHED_MS,
  type Counters,
  SCENARIOS,
  SESSION_EVENTS,
  type Sent,
} from "./billable-units.ts";
import type { Bench } from "./command.ts";
import { type Kept, keptFigures, yearOf } from "./kept-packs.ts";
import { sendAll } from "./load.ts";
import type { Figure, Measurement } from "./measurement.ts";
import { type Batch, inBatches, recordLines } from "./recorded-events.ts";
import {
  bundleProduct,
  newKey,
  processorMillisecondsOf,
  type Runtime,
  startRuntime,
  withFolder,
} from "./runtime.ts";
import { OBJECT_GIGABYTES, OPERATIONS_PER_MESSAGE, PRICES } from "./simulate/platform.ts";

const MILLION = 1_000_000;
/**
 * Assumed CPU time, because the local runtime does not count it. The values are far above any that
 * were measured.
 */
const CPU_MILLISECONDS = { perRequest: 2, perEvent: 0.05 };

const BATCH_EVENTS = [1, 10, 50, 200] as const;
const TARGET = { batch: 50, dollars: 0.35 };
/** Scenarios whose packs are moved to R2 afterwards. */
const KEPT: readonly string[] = [SCENARIOS.fifty, SCENARIOS.long];
const LONG_GRAPH_EVENTS = 20_000;
const CLIENTS = 8;
/** Time to wait after the last alarm; a pack takes far less. */
const SETTLE_MS = 3_000;
/** Each of them runs a part of the scenarios. */
const RUNTIMES = 3;
/** Graphs that load and compile the code before anything is counted. */
const WARM_UP_SESSIONS = 40;

export const bench: Bench = {
  about:
    "billable units and dollars per million events, at 1, 10, 50 and 200 events a batch, and of a year of storage",
  options: { sessions: { about: "graphs of 50 events for each batch size", default: "200" } },
  run: ({ sessions }) => withFolder((folder) => run(folder, Number(sessions))),
};

/** Events to send, and how they are counted. */
interface Scenario {
  readonly name: string;
  readonly batches: Batch[][];
  readonly sent: Sent;
  readonly target?: number;
}

async function run(folder: string, sessions: number): Promise<Measurement> {
  const bundle = await bundleProduct(folder, "tests/bench/workers/counted.ts");
  const scenarios = await makeScenarios(sessions);
  const taken = new Map<Scenario, Taken>();
  const kept = new Map<string, Kept>();
  let cold: Counted | undefined;
  // The alarms of each scenario wait half a minute. The runtimes wait at the same time.
  await Promise.all(
    Array.from({ length: RUNTIMES }, async (_, part) => {
      const runtime = await startRuntime("product", bundle, `${folder}/state-${part}`);
      try {
        const { send, repeat } = await sender(runtime);
        await send(await sessionBatches(WARM_UP_SESSIONS, TARGET.batch, 0, "warm-up"));
        for (const scenario of scenarios.filter((_, at) => at % RUNTIMES === part)) {
          const isKept = KEPT.includes(scenario.name);
          // Packs of earlier scenarios must not count.
          if (isKept) await movePacks(runtime);
          const counted = await countOf(runtime, () => send(scenario.batches));
          if (isKept) {
            kept.set(scenario.name, {
              events: scenario.sent.events,
              ...(await movePacks(runtime)),
            });
          }
          const units = unitsOf(counted, scenario.sent.events);
          taken.set(scenario, { counted, units, dollars: priced(units) });
        }
        if (part === RUNTIMES - 1) cold = await countOf(runtime, repeat);
      } finally {
        await runtime.kill();
      }
    }),
  );
  const figures: Figure[] = [];
  const details: Record<string, unknown> = {};
  for (const scenario of scenarios) {
    const { name, sent, target } = scenario;
    const { counted, units, dollars } = taken.get(scenario) ?? raise(`${name} was not measured`);
    figures.push({
      name: `a million events, ${name}`,
      value: sum(Object.values(dollars)),
      unit: "$",
      ...(target === undefined ? {} : { target: { atMost: target } }),
    });
    details[name] = { sent, counted, unitsPerMillionEvents: units, dollars };
  }
  for (const [name, each] of kept) {
    figures.push(...keptFigures(name, each));
    details[`kept for a year, ${name}`] = { ...each, dollars: yearOf(each) };
  }
  return {
    figures,
    details: { ...CONDITIONS, prices: PRICES, sessions, coldRequest: cold, ...details },
  };
}

async function movePacks({ url }: Runtime): Promise<Omit<Kept, "events">> {
  const answer = await fetch(`${url}/move`, { method: "POST" });
  if (!answer.ok) throw new Error(`the packs do not move: ${await answer.text()}`);
  return (await answer.json()) as Omit<Kept, "events">;
}

interface Taken {
  readonly counted: Counted;
  readonly units: Units;
  readonly dollars: Readonly<Record<string, number>>;
}

async function makeScenarios(sessions: number): Promise<Scenario[]> {
  const events = sessions * SESSION_EVENTS;
  const scenario = (name: string, batches: Batch[][], wrongAnswers = 0): Scenario => ({
    ...{ name, batches },
    sent: { events, batches: batches.flat().length, graphs: sessions, wrongAnswers },
  });
  const bySize = BATCH_EVENTS.map(async (size) => ({
    ...scenario(`${size} a batch`, await sessionBatches(sessions, size, 0)),
    ...(size === TARGET.batch ? { target: TARGET.dollars } : {}),
  }));
  const withWrong = async (name: string, every: number) =>
    scenario(
      name,
      await sessionBatches(sessions, TARGET.batch, every),
      Math.ceil(sessions / every),
    );
  const long = inBatches("long", await recordLines("long", LONG_GRAPH_EVENTS, isNoFailure), 50);
  return [
    ...(await Promise.all(bySize)),
    await withWrong("50 a batch, every 10th session with a wrong answer", 10),
    {
      ...scenario(SCENARIOS.long, [long]),
      sent: { events: LONG_GRAPH_EVENTS, batches: long.length, graphs: 1, wrongAnswers: 0 },
    },
    await withWrong(SCENARIOS.wrong, 1),
  ];
}

function raise(problem: string): never {
  throw new Error(problem);
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
  processor:
    "of the process that runs the Worker, which also runs its Durable Objects, D1 and the queues",
  coldRequest: "one batch that was stored before, sent when no key or plan is cached any more",
};

/** Makes the batches of each session, in the order in which one client sends them. */
async function sessionBatches(
  sessions: number,
  size: number,
  everyWrong: number,
  name = "session",
): Promise<Batch[][]> {
  const lines = await Promise.all(
    Array.from({ length: sessions }, async (_, index) => {
      const graph = `${name}-${size}-${everyWrong}-${index}`;
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
      `${name}s-${from}`,
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
  let latest: Batch | undefined;
  const send = async (sessions: readonly (readonly Batch[])[]) => {
    latest = sessions[0]?.[0];
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
  const repeat = async () => {
    await new Promise((resolve) => setTimeout(resolve, CACHED_MS));
    await sendAll(url, headers, latest === undefined ? [] : [latest], 1);
  };
  return { send, repeat };
}

async function readCounters(url: string): Promise<Counters> {
  return (await (await fetch(`${url}/counters`)).json()) as Counters;
}

type Counted = Readonly<
  Record<Exclude<keyof Counters, "lastAlarmAt"> | "processorMilliseconds", number>
>;
type Units = Counted & { readonly cpuMilliseconds: number };

async function countOf(runtime: Runtime, work: () => Promise<void>): Promise<Counted> {
  const { lastAlarmAt: _, ...before } = await readCounters(runtime.url);
  const processor = processorMillisecondsOf(runtime);
  await work();
  const after = await readCounters(runtime.url);
  const counts = Object.entries(before).map(([unit, count]) => [
    unit,
    after[unit as keyof Counters] - count,
  ]);
  return {
    ...Object.fromEntries(counts),
    processorMilliseconds: processorMillisecondsOf(runtime) - processor,
  };
}

/** Returns the counted units, scaled to a million events. */
function unitsOf(taken: Counted, events: number): Units {
  const counted = Object.fromEntries(
    Object.entries(taken).map(([unit, count]) => [unit, (count * MILLION) / events]),
  ) as Counted;
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
    workerRequests: units.workerRequests * PRICES.workerRequest.value,
    cpu: units.cpuMilliseconds * PRICES.cpuMillisecond.value,
    objectRequests: units.objectRequests * PRICES.objectRequest.value,
    objectDuration: gigabyteSeconds * PRICES.objectGigabyteSecond.value,
    // Setting an alarm writes a row.
    objectRows:
      (units.objectRowsWritten + units.alarmsSet) * PRICES.rowWritten.value +
      units.objectRowsRead * PRICES.rowRead.value,
    databaseRows:
      units.databaseRowsWritten * PRICES.rowWritten.value +
      units.databaseRowsRead * PRICES.rowRead.value,
    queueOperations: units.queueMessages * OPERATIONS_PER_MESSAGE * PRICES.queueOperation.value,
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
