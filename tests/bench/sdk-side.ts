/**
 * Our side of `npm run bench -- sdk`, in its own process: `sdk-side.ts calls ROUNDS CALLS CHARS`,
 * `sdk-side.ts objects` with the same arguments, or `sdk-side.ts heap CALLS CHARS`. Prints one JSON
 * line.
 */
import { MemTrace } from "../../sdk/src/index.ts";
import { type CallsAnswer, input, step, timeCalls } from "./sdk-program.ts";
import { startSink } from "./sdk-sink.ts";

export interface HeapAnswer {
  /** Heap in bytes after a garbage collection, at each tenth of the calls. */
  readonly heap: readonly number[];
}

const [task = "", ...numbers] = process.argv.slice(2);
const sink = await startSink();
const memtrace = new MemTrace({
  ...{ apiKey: "k", url: sink.url },
  onError: ({ message }) => {
    throw new Error(message);
  },
});
const traced = memtrace.operation("step", step);
/** The same function with objects as input, which the client must read during the call. */
const tracedObjects = memtrace.operation("step", ({ text }: { text: string }) => ({
  text: step(text),
}));

async function measureCalls(
  one: (text: string) => unknown,
  sizes: readonly number[],
): Promise<CallsAnswer> {
  const times = await timeCalls(
    {
      call: async (round, texts) =>
        memtrace.graph(`graph-${round}`, () => {
          for (const text of texts) one(text);
        }),
      flush: () => memtrace.flush(),
    },
    sizes,
  );
  return { ...times, received: await sink.received() };
}

async function measureHeap([calls = 0, chars = 0]: readonly number[]): Promise<HeapAnswer> {
  const heap: number[] = [];
  const part = calls / 10;
  for (let tenth = 0; tenth < 10; tenth++) {
    await memtrace.graph("long-lived", async () => {
      for (let call = 0; call < part; call++) {
        traced(input(tenth, call, chars));
        if (call % 5_000 === 0) await memtrace.flush();
      }
    });
    await memtrace.flush();
    globalThis.gc?.();
    heap.push(process.memoryUsage().heapUsed);
  }
  return { heap };
}

const sizes = numbers.map(Number);
const answer =
  task === "heap"
    ? measureHeap(sizes)
    : measureCalls(task === "objects" ? (text) => tracedObjects({ text }) : traced, sizes);
process.stdout.write(JSON.stringify(await answer), () => process.exit(0));
