/** What tracing one call costs the app, beside smartcomment; and whether a long run keeps anything. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "./command.ts";
import { type Figure, type Measurement, median } from "./measurement.ts";
import type { CallsAnswer, HeapAnswer } from "./sdk-side.ts";

/** Rounds until both run as a program does that has been running for a second. */
const WARM_UP_ROUNDS = 5;
const LEAST_TIMES_FASTER = 25;
/** Of the heap between the second and the last tenth of the calls. */
const MOST_GROWTH = 0.1;
const execute = promisify(execFile);

export const bench: Bench = {
  about: "time per traced call beside smartcomment's comment_fn; the heap after a million calls",
  options: {
    peer: { about: "folder of smartcomment; PEER_PYTHON names the interpreter", default: "" },
    calls: { about: "traced calls of one round", default: "5000" },
    chars: { about: "characters of each input", default: "300" },
    rounds: {
      about: "rounds in each process, of which the first five warm both up",
      default: "12",
    },
    runs: { about: "processes of each, alternating", default: "3" },
    million: { about: "calls of the long run", default: "1000000" },
  },
  run,
};

async function run(options: Readonly<Record<string, string>>): Promise<Measurement> {
  const { peer = "", calls = "", chars = "", rounds = "", runs = "", million = "" } = options;
  const ours: CallsAnswer[] = [];
  const theirs: number[][] = [];
  for (let count = 0; count < Number(runs); count++) {
    ours.push(await side<CallsAnswer>(["calls", rounds, calls, chars]));
    if (peer !== "") theirs.push(await peerCalls([peer, rounds, calls, chars]));
  }
  const { heap } = await side<HeapAnswer>(["heap", million, chars], ["--expose-gc"]);
  return {
    figures: figuresOf(ours, theirs, heap),
    details: {
      program: `one function, wrapped, called ${calls} times in one graph with inputs of ${chars} characters`,
      calls:
        "ours until the call returns, and until a local sink has acknowledged all; theirs in memory, without an export",
      microseconds: { ours, theirs },
      heapBytes: heap,
    },
  };
}

function figuresOf(
  ours: readonly CallsAnswer[],
  theirs: readonly (readonly number[])[],
  heap: readonly number[],
): Figure[] {
  const warm = (rounds: readonly (readonly number[])[]) =>
    median(rounds.flatMap((own) => own.slice(WARM_UP_ROUNDS)));
  const cold = (rounds: readonly (readonly number[])[]) =>
    median(rounds.flatMap((own) => own.slice(0, 1)));
  const called = warm(ours.map((answer) => answer.called));
  const delivered = warm(ours.map((answer) => answer.delivered));
  const peer = theirs.length > 0 ? warm(theirs) : null;
  const [, early = 1] = heap;
  const unit = "µs";
  return [
    { name: "one traced call", value: called, unit },
    { name: "one traced call until it is delivered", value: delivered, unit },
    {
      name: "one traced call of the first round",
      value: cold(ours.map((one) => one.called)),
      unit,
    },
    { name: "one call of comment_fn", value: peer, unit },
    {
      name: "one call of comment_fn of the first round",
      value: theirs.length > 0 ? cold(theirs) : null,
      unit,
    },
    {
      name: "times faster than comment_fn",
      value: peer === null ? null : peer / called,
      ...{ unit: "", target: { atLeast: LEAST_TIMES_FASTER } },
    },
    {
      name: "growth of the heap from the second to the last tenth of the long run",
      value: ((heap.at(-1) ?? 0) - early) / early,
      ...{ unit: "", target: { atMost: MOST_GROWTH } },
    },
  ];
}

async function side<T>(args: readonly string[], flags: readonly string[] = []): Promise<T> {
  const script = join(import.meta.dirname, "sdk-side.ts");
  const { stdout } = await execute(process.execPath, [...flags, script, ...args]);
  return JSON.parse(stdout);
}

async function peerCalls(args: readonly string[]): Promise<number[]> {
  const script = join(import.meta.dirname, "sdk-peer.py");
  const { stdout } = await execute(process.env.PEER_PYTHON ?? "python3", [script, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
