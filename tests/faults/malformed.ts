/** Sends hundreds of thousands of malformed batches to a service in the real runtime. */
import * as fc from "fast-check";
import type { Bench } from "../bench/command.ts";
import type { Figure, Measurement } from "../bench/measurement.ts";
import { bundleProduct, newKey, startRuntime, withFolder } from "../bench/runtime.ts";
import { unclear } from "./support/clear-answer.ts";
import { type MalformedBatch, malformedBatches } from "./support/malformed-batches.ts";

const GRAPH = "g";
const CLIENTS = 4;
/**
 * Number of batches sent at once. Each lot has its own seed: one more than the seed of the previous
 * lot.
 */
const LOT = 500;

export const bench: Bench = {
  about: "malformed batches: the service never fails, changes nothing, and says what is wrong",
  options: {
    batches: { about: "how many are sent", default: "100000" },
    seed: { about: "of the first lot of batches; a new one by default" },
  },
  run: ({ batches, seed }) =>
    withFolder((folder) => run(folder, Number(batches), seed ? Number(seed) : newSeed())),
};

function newSeed(): number {
  return Math.floor(Math.random() * 2 ** 31);
}

interface Tally {
  sent: number;
  /**
   * The faults of the batches that were sent again, because the connection broke before an answer.
   */
  readonly resent: string[];
  readonly statuses: Map<number, number>;
  readonly faults: Set<string>;
  /** The problem with each bad answer, with the seed of its lot. */
  readonly problems: string[];
}

async function run(folder: string, batches: number, seed: number): Promise<Measurement> {
  const runtime = await startRuntime("product", await bundleProduct(folder), `${folder}/state`);
  try {
    const headers = { authorization: `Bearer ${await newKey(runtime.url)}` };
    await sendGood(runtime.url, headers);
    const before = await stateOf(runtime.url, headers);
    const tally: Tally = {
      sent: 0,
      resent: [],
      statuses: new Map(),
      faults: new Set(),
      problems: [],
    };
    const started = performance.now();
    for (let lot = 0; tally.sent < batches; lot++) {
      const made = fc.sample(malformedBatches(GRAPH), {
        ...{ numRuns: Math.min(LOT, batches - tally.sent), seed: seed + lot },
      });
      await sendLot(`${runtime.url}/v1/events`, headers, made, seed + lot, tally);
    }
    const seconds = (performance.now() - started) / 1000;
    const after = await stateOf(runtime.url, headers);
    return {
      figures: figuresOf(tally, before === after),
      details: detailsOf(tally, seed, seconds),
    };
  } finally {
    await runtime.kill();
  }
}

/** Writes the graph that all malformed batches name. */
async function sendGood(url: string, headers: Record<string, string>): Promise<void> {
  const value = (id: string, at: number) => ({
    ...{ type: "variable", id, graph: GRAPH, at, ref: id, name: id, value: id },
  });
  const body = [
    ...[value("r", 1), value("a", 2), value("b", 3)],
    { type: "operation", id: "o", graph: GRAPH, at: 4, op: "o", name: "step" },
    { type: "link", id: "l", graph: GRAPH, at: 5, op: "o", from: "a", to: "b" },
  ];
  const answer = await fetch(`${url}/v1/events`, {
    ...{ method: "POST", headers, body: JSON.stringify(body) },
  });
  if (answer.status !== 202) throw new Error(`${answer.status} ${await answer.text()}`);
}

/** Reads everything that the project can read of its events. */
async function stateOf(url: string, headers: Record<string, string>): Promise<string> {
  const read = async (path: string) => {
    const answer = await fetch(`${url}${path}`, { headers });
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    return answer.text();
  };
  return `${await read(`/v1/graphs/${GRAPH}/export`)}\n${await read("/v1/graphs")}`;
}

async function sendLot(
  url: string,
  headers: Record<string, string>,
  batches: readonly MalformedBatch[],
  seed: number,
  tally: Tally,
): Promise<void> {
  const waiting = batches.values();
  const client = async () => {
    for (const batch of waiting) {
      const answer = await post(url, headers, batch).catch(() => {
        tally.resent.push(batch.fault);
        return post(url, headers, batch);
      });
      const problem = unclear(batch, answer.status, await answer.text());
      if (problem !== undefined) {
        tally.problems.push(`${batch.fault} ${problem.slice(0, 500)} (seed ${seed})`);
      }
      tally.sent += 1;
      tally.faults.add(batch.fault);
      tally.statuses.set(answer.status, (tally.statuses.get(answer.status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

function post(url: string, headers: Record<string, string>, batch: MalformedBatch) {
  const body = new Uint8Array(batch.body);
  return fetch(url, { method: "POST", headers: { ...headers, ...batch.headers }, body });
}

function figuresOf({ sent, statuses, problems }: Tally, isUnchanged: boolean): Figure[] {
  const failures = [...statuses].reduce(
    (sum, [status, count]) => sum + (status >= 500 ? count : 0),
    0,
  );
  return [
    { name: "malformed batches", value: sent, unit: "" },
    { name: "answered with 5xx", value: failures, unit: "", target: { atMost: 0 } },
    { name: "changed graphs", value: isUnchanged ? 0 : 1, unit: "", target: { atMost: 0 } },
    {
      name: "answers without place and remedy, or that took something in",
      ...{ value: problems.length, unit: "", target: { atMost: 0 } },
    },
  ];
}

function detailsOf(
  { sent, resent, statuses, faults, problems }: Tally,
  seed: number,
  seconds: number,
) {
  return {
    runtime:
      "workerd, the bundle that would be deployed, without the limit of requests per project",
    seed,
    seconds,
    batchesPerSecond: sent / seconds,
    resent: { batches: resent.length, faults: resent.slice(0, 50) },
    differentFaults: faults.size,
    statuses: Object.fromEntries([...statuses].sort(([a], [b]) => a - b)),
    problems: problems.slice(0, 50),
  };
}
