/**
 * Measures the cost of tracing one call with the Python SDK, and with smartcomment in the same run:
 * in the call, until the delivery, and while no service answers.
 */
import { execFile } from "node:child_process";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { installPython } from "../python/install.ts";
import type { Bench } from "./command.ts";
import { type Figure, type Measurement, median } from "./measurement.ts";
import { startSink } from "./sdk-sink.ts";

/** Rounds until both clients are warmed up. */
const WARM_UP_ROUNDS = 3;
const LEAST_TIMES_FASTER = 10;
/** Largest allowed increase of the 99th percentile of an app's call while no service answers. */
const MOST_ADDED_MS = 1;
const SDK = resolve(import.meta.dirname, "../../sdk/python");
const execute = promisify(execFile);

interface Rounds {
  /**
   * Microseconds per call, one entry per round. `called` is the time in the app, `delivered` the
   * time until the delivery, and `processor` the processor time.
   */
  readonly called: readonly number[];
  readonly delivered: readonly number[];
  readonly processor: readonly number[];
}

interface Waits {
  /** Microseconds of each call. */
  readonly times: Readonly<Record<string, readonly number[]>>;
  readonly dropped: number;
}

export const bench: Bench = {
  about:
    "time per call traced by the Python SDK beside smartcomment's comment_fn; an app's calls while the service is down",
  options: {
    peer: { about: "folder of smartcomment; PEER_PYTHON names the interpreter", default: "" },
    calls: { about: "traced calls of one round", default: "2000" },
    chars: { about: "characters of each input", default: "300" },
    rounds: { about: "rounds in each process, of which the first three warm up", default: "8" },
    runs: { about: "processes of each, alternating", default: "3" },
    down: { about: "calls of each kind while no service answers", default: "4000" },
  },
  run,
};

async function run(options: Readonly<Record<string, string>>): Promise<Measurement> {
  const { peer = "", calls = "", chars = "", rounds = "", runs = "", down = "" } = options;
  const python = process.env.PEER_PYTHON ?? installPython();
  const side = async <T>(script: string, ...args: string[]): Promise<T> => {
    const { stdout } = await execute(python, [join(import.meta.dirname, script), ...args], {
      env: { ...process.env, PYTHONPATH: SDK },
      maxBuffer: 64 * 1024 * 1024,
    });
    return JSON.parse(stdout);
  };
  const sizes = [rounds, calls, chars];
  const texts: Rounds[] = [];
  const objects: Rounds[] = [];
  const theirs: number[][] = [];
  const streamed: Rounds[] = [];
  const waits: Waits[] = [];
  const sink = await startSink();
  try {
    for (let count = 0; count < Number(runs); count++) {
      texts.push(await side("python-side.py", "calls", sink.url, ...sizes));
      objects.push(await side("python-side.py", "objects", sink.url, ...sizes));
      if (peer !== "") {
        // One round of smartcomment takes long, so smartcomment gets fewer calls.
        const fewerSizes = [rounds, fewer(calls), chars];
        theirs.push(await side("sdk-peer.py", peer, ...fewerSizes));
        streamed.push(await side("python-side.py", "stream", sink.url, ...fewerSizes, peer));
      }
      waits.push(await side("python-side.py", "waits", down, chars));
    }
  } finally {
    sink.stop();
  }
  return {
    figures: [...callFigures(texts, objects, theirs, streamed), ...downFigures(waits)],
    details: {
      program: `one function, decorated, called ${calls} times in one graph with inputs of ${chars} characters; comment_fn ${fewer(calls)} times`,
      down: "untraced and traced calls alternate in one process; nothing listens at the service's address; a computing call hashes, a waiting call sleeps a millisecond",
      microseconds: { texts, objects, comment_fn: theirs, streamed },
      dropped: waits.map(({ dropped }) => dropped),
    },
  };
}

function fewer(calls: string): string {
  return String(Math.max(1, Math.round(Number(calls) / 10)));
}

/** Returns the median over the rounds after the warm-up, of all processes. */
function warm(rounds: readonly (readonly number[])[]): number {
  return median(rounds.flatMap((own) => own.slice(WARM_UP_ROUNDS)));
}

function callFigures(
  texts: readonly Rounds[],
  objects: readonly Rounds[],
  theirs: readonly (readonly number[])[],
  streamed: readonly Rounds[],
): Figure[] {
  const unit = "µs";
  const called = warm(texts.map((each) => each.called));
  const withObjects = warm(objects.map((each) => each.called));
  const peer = theirs.length > 0 ? warm(theirs) : null;
  return [
    { name: "one traced call", value: called, unit },
    { name: "one traced call with dicts", value: withObjects, unit },
    {
      name: "one traced call until it is delivered",
      ...{ value: warm(texts.map((each) => each.delivered)), unit },
    },
    {
      name: "processor time of one traced call until it is delivered",
      ...{ value: warm(texts.map((each) => each.processor)), unit },
    },
    { name: "one call of comment_fn", value: peer, unit },
    {
      name: "one call of comment_fn in a streamed graph",
      ...{ value: peer === null ? null : warm(streamed.map((each) => each.called)), unit },
    },
    {
      name: "times faster than comment_fn",
      value: peer === null ? null : peer / called,
      ...{ unit: "", target: { atLeast: LEAST_TIMES_FASTER } },
    },
  ];
}

function downFigures(waits: readonly Waits[]): Figure[] {
  return ["computing", "waiting"].map((kind) => {
    const late = (how: string) =>
      percentile(waits.flatMap(({ times }) => times[`${kind} ${how}`] ?? []));
    return {
      name: `milliseconds added to the 99th percentile of a ${kind} call while the service is down`,
      value: (late("traced") - late("untraced")) / 1_000,
      ...{ unit: "ms", target: { atMost: MOST_ADDED_MS } },
    };
  });
}

function percentile(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length * 0.99)] ?? Number.NaN;
}
