/**
 * Measures the cost of tracing one call, compared with smartcomment and other clients: the time of
 * the call, all processor time until delivery, and the growth of memory in a long run.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Bench } from "./command.ts";
import { type Figure, type Measurement, median } from "./measurement.ts";
import type { CallsAnswer } from "./sdk-program.ts";
import type { HeapAnswer } from "./sdk-side.ts";

/** Rounds until both clients are warmed up. */
const WARM_UP_ROUNDS = 5;
const LEAST_TIMES_FASTER = 25;
/**
 * Clients of other services, from tests/integrations. Our client must be faster than each of them.
 */
const CLIENTS = ["@langfuse/tracing", "langsmith", "@opentelemetry/sdk-trace-base"];
/** Largest allowed growth of the heap between the second and the last tenth of the calls. */
const MOST_GROWTH = 0.1;
const INTEGRATIONS = join(import.meta.dirname, "../integrations");
const execute = promisify(execFile);

export const bench: Bench = {
  about:
    "time and processor time per traced call beside smartcomment's comment_fn and other clients; the heap after a million calls",
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
  const objects: CallsAnswer[] = [];
  const theirs: number[][] = [];
  const clients = CLIENTS.map((name) => ({ name, answers: [] as CallsAnswer[] }));
  await execute(process.execPath, [join(INTEGRATIONS, "install.ts")]);
  for (let count = 0; count < Number(runs); count++) {
    ours.push(await side<CallsAnswer>(["calls", rounds, calls, chars]));
    objects.push(await side<CallsAnswer>(["objects", rounds, calls, chars]));
    if (peer !== "") theirs.push(await peerCalls([peer, rounds, calls, chars]));
    for (const { name, answers } of clients) {
      const script = join(INTEGRATIONS, "bench-peers.ts");
      answers.push(await output([script, name, rounds, calls, chars]));
    }
  }
  const { heap } = await side<HeapAnswer>(["heap", million, chars], ["--expose-gc"]);
  return {
    figures: [
      ...figuresOf(ours, theirs, heap),
      ...objectFigures(objects),
      ...clientFigures(ours, clients),
    ],
    details: {
      program: `one function, wrapped, called ${calls} times in one graph with inputs of ${chars} characters`,
      calls:
        "until the call returns, and until a local sink has acknowledged all; comment_fn in memory, without an export",
      noted:
        "of the calls with texts ours note what was given and made; what that means for the graph is worked out before the delivery, and counts in every figure until then",
      processor:
        "user and system time of the app's process, on all its threads; the sink is another process",
      sent: "ours compressed, as events of values, steps and links; the other clients' as their own exporters send them",
      microseconds: { ours, objects, comment_fn: theirs, clients },
      heapBytes: heap,
    },
  };
}

interface Client {
  readonly name: string;
  readonly answers: readonly CallsAnswer[];
}

/** Returns the median over the rounds after the warm-up, of all processes. */
function warm(rounds: readonly (readonly number[])[]): number {
  return median(rounds.flatMap((own) => own.slice(WARM_UP_ROUNDS)));
}

function clientFigures(ours: readonly CallsAnswer[], clients: readonly Client[]): Figure[] {
  const called = warm(ours.map((answer) => answer.called));
  const delivered = warm(ours.map((answer) => answer.delivered));
  const processor = warm(ours.map((answer) => answer.processor));
  return clients.flatMap(({ name, answers }) => {
    const their = warm(answers.map((answer) => answer.called));
    const until = warm(answers.map((answer) => answer.delivered));
    const used = warm(answers.map((answer) => answer.processor));
    return [
      { name: `one call traced by ${name}`, value: their, unit: "µs" },
      {
        name: `times faster than ${name}`,
        ...{ value: their / called, unit: "", target: { atLeast: 1 } },
      },
      {
        name: `times faster than ${name} until it is delivered`,
        value: until / delivered,
        unit: "",
      },
      {
        name: `processor time of one call traced by ${name}, until it is delivered`,
        ...{ value: used, unit: "µs" },
      },
      {
        name: `times less processor time than ${name}`,
        ...{ value: used / processor, unit: "" },
      },
    ];
  });
}

function objectFigures(objects: readonly CallsAnswer[]): Figure[] {
  const called = warm(objects.map((answer) => answer.called));
  return [{ name: "one traced call with objects", value: called, unit: "µs" }];
}

function figuresOf(
  ours: readonly CallsAnswer[],
  theirs: readonly (readonly number[])[],
  heap: readonly number[],
): Figure[] {
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
      name: "processor time of one traced call until it is delivered",
      value: warm(ours.map((answer) => answer.processor)),
      unit,
    },
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

function side<T>(args: readonly string[], flags: readonly string[] = []): Promise<T> {
  return output([...flags, join(import.meta.dirname, "sdk-side.ts"), ...args]);
}

async function output<T>(args: readonly string[]): Promise<T> {
  const { stdout } = await execute(process.execPath, [...args]);
  return JSON.parse(stdout);
}

async function peerCalls(args: readonly string[]): Promise<number[]> {
  const script = join(import.meta.dirname, "sdk-peer.py");
  const { stdout } = await execute(process.env.PEER_PYTHON ?? "python3", [script, ...args], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
