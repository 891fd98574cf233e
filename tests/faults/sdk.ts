/**
 * Runs the client against the service in the real runtime with network faults between them. Every
 * event must arrive once or be counted as lost, and the app must not be disturbed.
 */
import { MemTrace, type Problem } from "../../sdk/src/index.ts";
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleProduct, newKey, type Runtime, startRuntime, withFolder } from "../bench/runtime.ts";
import { FAULTS, FaultyProxy } from "./support/faulty-proxy.ts";
import { latencyUnderFaults } from "./support/sdk-latency.ts";

/**
 * Factor by which the client's waits are shortened: five minutes of retries become fifteen seconds.
 */
const SPEED = 20;
/** Timeout of a request; by default, the client's is thirty seconds. */
const REQUEST_MS = 1_500;
const FAULT_MS = 3_000;
/** About two minutes of the client's time. */
const AWAY_MS = 6_000;
/** This time is longer than all retries of the client together. */
const GONE_MS = 25_000;
const EVENTS_PER_CALL = 4;

export const bench: Bench = {
  about: "the client with a service that fails, hangs and restarts: delivered once or counted",
  options: {
    calls: { about: "traced calls under each fault", default: "2000" },
    requests: {
      about: "requests of the app whose latency is measured, in each run",
      default: "2000",
    },
    rounds: { about: "runs with and without tracing, alternating", default: "5" },
  },
  run: ({ calls, requests, rounds }) =>
    withFolder((folder) => run(folder, Number(calls), Number(requests), Number(rounds))),
};

interface Outcome {
  readonly fault: string;
  readonly recorded: number;
  readonly arrived: number;
  /** Number of events that the client reports as not delivered. */
  readonly counted: number;
  /** Number of calls that are not in the graph exactly once. */
  readonly wrong: number;
  readonly requests: number;
  readonly faulted: number;
  readonly problems: Readonly<Record<string, number>>;
}

async function run(
  folder: string,
  calls: number,
  requests: number,
  rounds: number,
): Promise<Measurement> {
  const bundle = await bundleProduct(folder);
  const start = () => startRuntime("product", bundle, `${folder}/state`);
  let runtime: Runtime = await start();
  const key = await newKey(runtime.url);
  const proxy = await FaultyProxy.start(runtime.url);
  const outcomes: Outcome[] = [];
  const under = async (fault: string, meanwhile: () => Promise<void>) => {
    const outcome = await deliver(fault, key, proxy, calls, meanwhile);
    outcomes.push(outcome);
    console.error(`${fault}: ${outcome.arrived} arrived, ${outcome.counted} counted`);
  };
  try {
    await under("none", async () => undefined);
    for (const fault of FAULTS) {
      await under(fault, async () => {
        proxy.fault = fault;
        await after(FAULT_MS);
        proxy.fault = undefined;
      });
    }
    await under("is away for minutes", async () => {
      await proxy.down();
      await after(AWAY_MS);
      await proxy.up();
    });
    await under("is killed and restarts", async () => {
      await runtime.kill();
      runtime = await start();
      await proxy.down();
      await proxy.up(runtime.url);
    });
    await under("is gone for good", async () => {
      await proxy.down();
      await after(GONE_MS);
      await proxy.up();
    });
    await proxy.down();
    const latency = await latencyUnderFaults(requests, rounds);
    return {
      figures: [...figuresOf(outcomes), ...latency.figures],
      details: { ...CONDITIONS, outcomes, latency: latency.details },
    };
  } finally {
    await runtime.kill();
  }
}

const CONDITIONS = {
  runtime:
    "workerd, the bundle that would be deployed; a proxy injects the faults, into every other request",
  clock: `the client's timers run ${SPEED} times as fast, and a request is given up after ${REQUEST_MS} ms`,
};

/** Records during a fault, and counts the lost and wrong calls. */
async function deliver(
  fault: string,
  key: string,
  proxy: FaultyProxy,
  calls: number,
  meanwhile: () => Promise<void>,
): Promise<Outcome> {
  const graph = fault.replaceAll(" ", "-");
  const before = { ids: proxy.acknowledged.size, requests: proxy.requests, faulted: proxy.faulted };
  const problems: Problem[] = [];
  const memtrace = new MemTrace({
    ...{ apiKey: key, url: proxy.url, onError: (problem) => problems.push(problem) },
    timers: {
      setTimeout: (callback, milliseconds) => setTimeout(callback, milliseconds / SPEED),
      clearTimeout: (timer) => clearTimeout(timer as NodeJS.Timeout),
    },
    fetch: (url, request) => fetch(url, { ...request, signal: AbortSignal.timeout(REQUEST_MS) }),
  });
  const step = memtrace.operation("step", (text: string) => `${text} was read`);
  const faulty = meanwhile();
  await memtrace.graph(graph, () =>
    memtrace.session({ id: "run" }, async () => {
      for (let call = 0; call < calls; call++) {
        step(`call no. ${call} of ${graph}`);
        // Pause like an app that does other work between its calls.
        if (call % 20 === 0) await after(20);
      }
    }),
  );
  await faulty;
  const counted = await memtrace.close({ timeoutMs: SPEED * 60_000 }).then(
    () => 0,
    (error) => Number(error.undelivered),
  );
  const arrived = proxy.acknowledged.size - before.ids;
  return {
    ...{ fault, arrived, counted, recorded: 2 + calls * EVENTS_PER_CALL },
    wrong: counted === 0 ? await wrongIn(graph, key, proxy, calls) : 0,
    requests: proxy.requests - before.requests,
    faulted: proxy.faulted - before.faulted,
    problems: countBy(problems.map(({ code }) => code)),
  };
}

/**
 * Counts the calls that are not in the graph exactly once with input, output and the link between
 * them.
 */
async function wrongIn(graph: string, key: string, proxy: FaultyProxy, calls: number) {
  const answer = await fetch(`${proxy.url}/v1/graphs/${graph}/export`, {
    headers: { authorization: `Bearer ${key}` },
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  const { data }: { data: Exported } = await answer.json();
  const times = new Map<string, number>();
  for (const { value } of data.nodes) times.set(value, (times.get(value) ?? 0) + 1);
  const said = Array.from({ length: calls }, (_, call) => `call no. ${call} of ${graph}`);
  const wrong = said.filter(
    (input) => times.get(input) !== 1 || times.get(`${input} was read`) !== 1,
  );
  return wrong.length + Math.abs(data.edges.length - calls);
}

interface Exported {
  readonly nodes: readonly { readonly value: string }[];
  readonly edges: readonly unknown[];
}

function figuresOf(outcomes: readonly Outcome[]): Figure[] {
  const sum = (count: (outcome: Outcome) => number) =>
    outcomes.reduce((total, outcome) => total + count(outcome), 0);
  const none = { unit: "", target: { atMost: 0 } };
  return [
    { name: "events recorded under faults", value: sum(({ recorded }) => recorded), unit: "" },
    {
      name: "events that neither arrived nor were counted, or were both",
      value: sum(({ recorded, arrived, counted }) => Math.abs(recorded - arrived - counted)),
      ...none,
    },
    {
      name: "calls that are not in their graph exactly once",
      value: sum(({ wrong }) => wrong),
      ...none,
    },
    {
      name: "events lost by a service that comes back",
      value: sum(({ fault, counted }) => (fault === "is gone for good" ? 0 : counted)),
      ...none,
    },
  ];
}

function countBy(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}

function after(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
