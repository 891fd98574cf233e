/**
 * Our side of `npm run bench -- sdk`, in a process of its own: `sdk-side.ts calls ROUNDS CALLS CHARS`
 * or `sdk-side.ts heap CALLS CHARS`. Prints one JSON line. Events go to a sink in a worker.
 */
import { Worker } from "node:worker_threads";
import { MemTrace } from "../../sdk/src/index.ts";

export interface CallsAnswer {
  /** Microseconds of one call, by round: in the app, and until everything was delivered. */
  readonly called: readonly number[];
  readonly delivered: readonly number[];
  readonly received: number;
}

export interface HeapAnswer {
  /** Bytes after a collection of garbage, at each tenth of the calls. */
  readonly heap: readonly number[];
}

const SINK = `
  const { parentPort } = require("node:worker_threads");
  const server = require("node:http").createServer((request, response) => {
    request.on("data", ({ length }) => parentPort.postMessage(length)).on("end", () =>
      response.writeHead(202).end('{"accepted":1,"duplicates":0,"rejected":[]}'));
  });
  server.listen(0, "127.0.0.1", () => parentPort.postMessage({ port: server.address().port }));
`;

const [task = "", ...numbers] = process.argv.slice(2);
const sink = new Worker(SINK, { eval: true });
const { port } = await new Promise<{ port: number }>((resolve) => sink.once("message", resolve));
let received = 0;
sink.on("message", (bytes: number) => {
  received += bytes;
});
const memtrace = new MemTrace({
  ...{ apiKey: "k", url: `http://127.0.0.1:${port}` },
  onError: ({ message }) => {
    throw new Error(message);
  },
});
const step = memtrace.operation(
  "step",
  (text: string) => `${text.slice(0, 20)} was read, and this is the answer`,
);
const input = (round: number, call: number, chars: number) =>
  `${round} ${call} `.padEnd(chars, "x");

async function measureCalls(rounds: number, calls: number, chars: number): Promise<CallsAnswer> {
  const called: number[] = [];
  const delivered: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const texts = Array.from({ length: calls }, (_, call) => input(round, call, chars));
    const started = performance.now();
    memtrace.graph(`graph-${round}`, () => {
      for (const text of texts) step(text);
    });
    called.push(((performance.now() - started) / calls) * 1_000);
    await memtrace.flush();
    delivered.push(((performance.now() - started) / calls) * 1_000);
  }
  return { called, delivered, received };
}

async function measureHeap(calls: number, chars: number): Promise<HeapAnswer> {
  const heap: number[] = [];
  const part = calls / 10;
  for (let tenth = 0; tenth < 10; tenth++) {
    await memtrace.graph("long-lived", async () => {
      for (let call = 0; call < part; call++) {
        step(input(tenth, call, chars));
        if (call % 5_000 === 0) await memtrace.flush();
      }
    });
    await memtrace.flush();
    globalThis.gc?.();
    heap.push(process.memoryUsage().heapUsed);
  }
  return { heap };
}

const [first = 0, second = 0, third = 0] = numbers.map(Number);
const answer = task === "heap" ? measureHeap(first, second) : measureCalls(first, second, third);
process.stdout.write(JSON.stringify(await answer), () => process.exit(0));
