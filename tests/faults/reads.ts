/**
 * Sends every read of extreme graphs to the service in the real runtime. The service must answer
 * each in time, or refuse it and say what to do. Other requests must not become slow, and memory
 * must stay within its limit.
 */
import { WebSocket } from "ws";
import type { LiveMessage } from "../../src/protocol/events/live.ts";
import type { Bench } from "../bench/command.ts";
import type { Measurement } from "../bench/measurement.ts";
import {
  bundleProduct,
  newKey,
  peakBytesOf,
  type Runtime,
  startRuntime,
  withFolder,
} from "../bench/runtime.ts";
import { ASKED, HEAVY_GRAPHS, type HeavyGraph, readsOf } from "./support/heavy-graphs.ts";
import {
  type Answer,
  detailsOf,
  figuresOf,
  NEIGHBOUR_PAUSE_MS,
  type Neighbour,
  type Tally,
} from "./support/read-figures.ts";

const GRAPH = "heavy";
const NEIGHBOUR = "small";
const MAX_BATCH_EVENTS = 5_000;
const MAX_BATCH_CHARS = 6_000_000;
/** Reads that take longer are aborted. */
const PATIENCE_MS = 30_000;
const VERDICT_PATIENCE_MS = 120_000;
/** A worker makes some lists of very large graphs. Until then, a client is told to ask again. */
const PREPARING_PATIENCE_MS = 60_000;
/** The wait that the service requests in `Retry-After`. */
const ASK_AGAIN_MS = 3_000;

export const bench: Bench = {
  about: "every read of graphs with very much of one kind: answered or refused in bounded time",
  options: {
    records: { about: "of each graph, more or less", default: "100000" },
    graphs: { about: "names of the graphs, with commas between them; all of them by default" },
  },
  run: ({ records, graphs }) =>
    withFolder((folder) => run(folder, Number(records), graphs ? graphs.split(",") : undefined)),
};

async function run(
  folder: string,
  records: number,
  graphs: readonly string[] | undefined,
): Promise<Measurement> {
  const bundle = await bundleProduct(folder);
  const tally: Tally = {
    ...{ reads: [], verdicts: [], duringReads: [], duringVerdicts: [], peaks: [] },
  };
  for (const heavy of HEAVY_GRAPHS) {
    if (graphs?.includes(heavy.name) === false) continue;
    // Start a runtime for each graph, so that none inherits the memory use of another.
    const runtime = await startRuntime("product", bundle, `${folder}/${heavy.name}`);
    try {
      await readAll(
        new Service(runtime, await newKey(runtime.url, ["ingest", "read", "write"])),
        heavy,
        records,
        tally,
      );
      const bytes = peakBytesOf(runtime);
      console.error(`${heavy.name}: ${Math.round(bytes / 1024 ** 2)} MB at its peak`);
      tally.peaks.push({ graph: heavy.name, bytes });
    } finally {
      await runtime.kill();
    }
  }
  return { figures: figuresOf(tally), details: detailsOf(tally, records) };
}

async function readAll(service: Service, heavy: HeavyGraph, records: number, tally: Tally) {
  await service.send(heavy.events(GRAPH, records));
  await service.send([
    { type: "variable", id: "v", graph: NEIGHBOUR, at: 1, ref: "v", name: "v", value: "small" },
  ]);
  const note = (read: Answer) => {
    console.error(
      `${heavy.name} ${read.path}: ${Math.round(read.milliseconds)} ms ${read.problem ?? read.status}`,
    );
    return { graph: heavy.name, ...read };
  };
  await service.whileNeighbourAsks(tally.duringReads, async () => {
    for (const path of readsOf(heavy, GRAPH, records)) {
      tally.reads.push(note(await service.read(`graphs/${GRAPH}/${path}`.replace(/\/$/, ""))));
    }
    tally.reads.push(note(await service.watch(`graphs/${GRAPH}/live?from=start`)));
  });
  await service.whileNeighbourAsks(tally.duringVerdicts, async () => {
    await service.send(heavy.verdict(GRAPH));
    tally.verdicts.push(note(await service.verdict()));
  });
  await service.whileNeighbourAsks(tally.duringReads, async () => {
    const id = await service.caseId();
    for (const path of id === undefined ? [] : [`cases/${id}`, `cases/${id}/replay`]) {
      tally.reads.push(note(await service.read(path)));
    }
    tally.reads.push(note(await service.openCase(GRAPH)));
  });
}

class Service {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor({ url }: Runtime, key: string) {
    this.#url = `${url}/v1`;
    this.#headers = { authorization: `Bearer ${key}` };
  }

  async send(events: Iterable<object>): Promise<void> {
    let lines: string[] = [];
    let chars = 0;
    const post = async () => {
      const body = lines.join("\n");
      const answer = await fetch(`${this.#url}/events`, {
        ...{ method: "POST", headers: this.#headers, body },
      });
      const { rejected } = (await answer.json()) as { rejected?: readonly unknown[] };
      if (answer.status !== 202 || rejected?.length !== 0) {
        throw new Error(`${answer.status} ${JSON.stringify(rejected)}`);
      }
      [lines, chars] = [[], 0];
    };
    for (const event of events) {
      const line = JSON.stringify(event);
      if (lines.length === MAX_BATCH_EVENTS || chars + line.length > MAX_BATCH_CHARS) await post();
      lines.push(line);
      chars += line.length;
    }
    if (lines.length > 0) await post();
  }

  /** Opens a case: requests a verdict on an answer, which the request names by its text. */
  openCase(graph: string): Promise<Answer> {
    const texts = { query: ASKED, prediction: "p", expected: ["Rex"] };
    const body = JSON.stringify({ graph, ...texts });
    const headers = { ...this.#headers, "content-type": "application/json" };
    return this.read("cases", { method: "POST", headers, body }, 201);
  }

  /** Reads, and asks again while the service says that it prepares the answer. */
  async read(
    path: string,
    request: RequestInit = { headers: this.#headers },
    expected = 200,
  ): Promise<Answer> {
    const asked = performance.now();
    for (;;) {
      const answer = await this.#readOnce(path, request, expected);
      const preparing = answer.started - asked;
      const isPreparing = answer.problem?.includes('"code":"preparing"') === true;
      if (!isPreparing || preparing > PREPARING_PATIENCE_MS) return { ...answer, preparing };
      await pause(ASK_AGAIN_MS);
    }
  }

  async #readOnce(path: string, request: RequestInit, expected: number): Promise<Answer> {
    const started = performance.now();
    let [status, bytes, text] = [0, 0, ""];
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const answer = await fetch(`${this.#url}/${path}`, { ...request, signal });
      status = answer.status;
      for await (const part of answer.body ?? []) {
        bytes += part.length;
        if (status !== expected) text += Buffer.from(part).toString();
      }
    } catch (error) {
      text = String(error);
    }
    const problem = status === expected && text === "" ? undefined : problemOf(status, text);
    return { path, started, milliseconds: performance.now() - started, bytes, status, problem };
  }

  /** Receives all events of the graph over a WebSocket. */
  async watch(path: string): Promise<Answer> {
    const started = performance.now();
    let bytes = 0;
    const problem = await new Promise<string | undefined>((resolve) => {
      const url = `${this.#url.replace("http", "ws")}/${path}`;
      const socket = new WebSocket(url, { headers: this.#headers });
      socket.on("error", (error) => resolve(String(error)));
      socket.on("close", (code, reason) => resolve(`closed with ${code} ${reason}`));
      socket.on("message", (data) => {
        const text = String(data);
        bytes += Buffer.byteLength(text);
        const { cursor, behind }: LiveMessage = JSON.parse(text);
        socket.send(JSON.stringify({ type: "ack", cursor }));
        if (behind > 0) return;
        resolve(undefined);
        socket.close();
      });
    });
    return {
      path,
      started,
      milliseconds: performance.now() - started,
      bytes,
      status: 101,
      problem,
    };
  }

  /** Waits until the wrong answer of the graph has a verdict. */
  async verdict(): Promise<Answer> {
    const started = performance.now();
    let state = "none";
    while (!["done", "failed"].includes(state)) {
      if (performance.now() - started > VERDICT_PATIENCE_MS) break;
      await pause(200);
      state = (await this.#cases())[0]?.state ?? state;
    }
    const milliseconds = performance.now() - started;
    const problem = state === "done" ? undefined : `the case is ${state}`;
    return { path: "the verdict", started, milliseconds, bytes: 0, status: 200, problem };
  }

  async caseId(): Promise<string | undefined> {
    return (await this.#cases())[0]?.id;
  }

  async #cases(): Promise<readonly { readonly id: string; readonly state: string }[]> {
    const answer = await fetch(`${this.#url}/cases`, {
      ...{ headers: this.#headers, signal: AbortSignal.timeout(VERDICT_PATIENCE_MS) },
    }).catch(() => undefined);
    if (answer === undefined) return [];
    return ((await answer.json()) as { items: { id: string; state: string }[] }).items;
  }

  /** Requests a small graph repeatedly, as other users of the service would. */
  async whileNeighbourAsks(requests: Neighbour[], work: () => Promise<void>): Promise<void> {
    const ending = new AbortController();
    const neighbour = async () => {
      while (!ending.signal.aborted) {
        const started = performance.now();
        const answer = await fetch(`${this.#url}/graphs/${NEIGHBOUR}/store`, {
          headers: this.#headers,
        });
        await answer.text();
        requests.push({ started, ended: performance.now() });
        await pause(NEIGHBOUR_PAUSE_MS);
      }
    };
    const asking = neighbour();
    try {
      await work();
    } finally {
      ending.abort();
      await asking;
    }
  }
}

/** Returns the problem with an answer. A refusal must say what to request instead. */
function problemOf(status: number, text: string): string | undefined {
  const isRefusal = status === 422 || status === 400;
  const message = /"message":"(?<message>[^"]*)"/.exec(text)?.groups?.message ?? "";
  if (isRefusal && /\b(?:Ask|Read|Narrow|Compare)\b/.test(message)) return undefined;
  return `${status} ${text.slice(0, 300)}`;
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
