/**
 * Compares import, walks, searches and export of a graph with smartcomment, on the same files and
 * queries. Each side runs in new processes, alternately, and both sides must find the same records.
 */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { UserError } from "../../src/local/command-line.ts";
import type { Bench } from "./command.ts";
import { asciiJson, generateGraph, wordOf } from "./generated-graph.ts";
import { measureMemory } from "./graph-memory.ts";
import type { Found, GraphTask, SideAnswer } from "./graph-task.ts";
import { type Figure, type Measurement, median } from "./measurement.ts";
import { withFolder } from "./runtime.ts";
import { readTraceFiles } from "./trace-files.ts";

const SEED = 1;
const REPEATS = 5;
const HERE = import.meta.dirname;

const LEAST_TIMES = { import: 6, walk: 60, search: 10, export: 2.5 } as const;

export const bench: Bench = {
  about:
    "import, walks, searches, export beside smartcomment (PEER_PYTHON: an interpreter with pydantic and loguru); memory of a large graph",
  options: {
    peer: {
      about: "folder that smartcomment was checked out to; without it ratios are not measured",
    },
    rounds: { about: "processes of each side, alternating", default: "3" },
    operations: { about: "operations of the generated graph", default: "20000" },
    events: { about: "events of the graph whose memory is measured; 0: none", default: "1000000" },
  },
  run: (options) => withFolder(async (folder) => run(folder, options)),
};

function run(folder: string, options: Readonly<Record<string, string>>): Measurement {
  const { peer = "", operations = "" } = options;
  const traced = readTraceFiles();
  const task = prepare(folder, Number(operations), traced);
  const ours: SideAnswer[] = [];
  const theirs: SideAnswer[] = [];
  for (let round = 0; round < Number(options.rounds); round += 1) {
    ours.push(ask(process.execPath, [join(HERE, "graph-side.ts"), task.path]));
    if (peer === "") continue;
    theirs.push(
      ask(process.env.PEER_PYTHON ?? "python3", [join(HERE, "peer.py"), peer, task.path]),
    );
  }
  for (const answer of [...ours, ...theirs]) checkSame(answer, ours[0]);
  const events = Number(options.events);
  const memory = events > 0 ? measureMemory(folder, events) : undefined;
  return {
    figures: [...figuresOf(task.task, traced.length, ours, theirs), ...(memory?.figures ?? [])],
    details: {
      files: traced.length > 0 ? `${traced.length} of TRACEBENCH_DIR` : "the generated graph",
      queries: `on a generated graph of ${operations} operations (seed ${SEED}); each ${REPEATS} times in each process, its time is the median of these`,
      walks: task.task.walks,
      searches: task.task.searches,
      ours,
      smartcomment: theirs,
      memory:
        memory === undefined
          ? "left out"
          : {
              held: "heap and external memory after a collection of garbage, beyond what the process began with and without the compressed packs",
              ...memory.answer,
            },
    },
  };
}

/** Writes the files, and the task that both sides read. */
function prepare(folder: string, operations: number, traced: ReturnType<typeof readTraceFiles>) {
  const generated = generateGraph(SEED, operations);
  const texts = [...traced.map(({ text }) => text), asciiJson(generated.file)];
  const files = texts.map((text, index) => {
    const path = join(folder, `graph-${index}.json`);
    writeFileSync(path, text);
    return path;
  });
  const task: GraphTask = {
    files,
    walks: [
      { start: generated.first, direction: "forward" },
      { start: generated.last, direction: "backward" },
    ],
    searches: [
      { of: "names", pattern: "^context:.*7$" },
      { of: "names", category: "message" },
      { of: "names", pattern: "9", category: "message" },
      { of: "values", text: wordOf(700), syntax: "plain" },
      { of: "values", text: `${wordOf(40)} the`, syntax: "plain" },
      { of: "values", text: `${wordOf(40)} (the|in) \\w+\\b`, syntax: "regex" },
      { of: "values", text: `(${wordOf(3)}|${wordOf(300)}) plans`, syntax: "regex" },
    ],
    export: true,
    repeats: REPEATS,
  };
  const path = join(folder, "task.json");
  writeFileSync(path, JSON.stringify(task));
  return { path, task };
}

function ask(command: string, args: readonly string[]): SideAnswer {
  try {
    const printed = execFileSync(command, args, {
      ...{ encoding: "utf8", maxBuffer: 100_000_000 },
      stdio: ["ignore", "pipe", "pipe"],
    });
    return JSON.parse(printed) as SideAnswer;
  } catch (error) {
    const { stderr = "" } = error as { stderr?: string };
    throw new UserError(`${command} ${args[0]} failed:\n${stderr.slice(-2_000) || error}`);
  }
}

/** Throws if one side finds something else, because then the times cannot be compared. */
function checkSame(answer: SideAnswer, first: SideAnswer | undefined): void {
  const found = ({ walks, searches }: SideAnswer) =>
    [...walks, ...searches].map(({ count, digest }) => `${count} ${digest}`);
  const expected = first && found(first);
  if (found(answer).join("\n") !== expected?.join("\n")) {
    throw new UserError("The two sides found different things; their times say nothing.");
  }
}

type Read = (answer: SideAnswer) => number;

function figuresOf(
  task: GraphTask,
  tracedFiles: number,
  ours: readonly SideAnswer[],
  theirs: readonly SideAnswer[],
): Figure[] {
  const counted = tracedFiles > 0 ? tracedFiles : 1;
  const speed =
    (part: "ms" | "parseMs"): Read =>
    ({ imported }) => {
      const files = imported.slice(0, counted);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      return bytes / files.reduce((sum, file) => sum + (file[part] ?? 0), 0) / 1_000;
    };
  const time =
    (pick: (answer: SideAnswer) => Found | undefined): Read =>
    (answer) =>
      median(pick(answer)?.ms ?? []);
  const figures: Figure[] = [];
  const compare = (
    name: string,
    unit: "MB/s" | "ms",
    least: number | undefined,
    read: Read,
    bare?: { readonly name: string; readonly read: Read },
  ) => {
    const of = (answers: readonly SideAnswer[], value: Read) =>
      answers.length === 0 ? null : median(answers.map(value));
    const [own, peer] = [of(ours, read), of(theirs, read)];
    const times = (value: number | null) => {
      if (value === null || peer === null) return null;
      return unit === "MB/s" ? value / peer : peer / value;
    };
    figures.push(
      { name, value: own, unit },
      { name: `${name}, smartcomment`, value: peer, unit },
      {
        name: `${name}, ratio`,
        value: times(own),
        unit: "times",
        ...(least && { target: { atLeast: least } }),
      },
    );
    if (bare === undefined) return;
    const limit = of(ours, bare.read);
    figures.push(
      { name: `${name}, ${bare.name} alone`, value: limit, unit },
      { name: `${name}, ratio of ${bare.name} alone`, value: times(limit), unit: "times" },
    );
  };
  compare("import", "MB/s", LEAST_TIMES.import, speed("ms"), {
    name: "JSON.parse",
    read: speed("parseMs"),
  });
  for (const [index, { direction }] of task.walks.entries()) {
    compare(
      `walk ${direction}`,
      "ms",
      LEAST_TIMES.walk,
      time(({ walks }) => walks[index]),
    );
  }
  for (const [name, of, target] of [
    ["search", "names", LEAST_TIMES.search],
    ["search through values", "values", undefined],
  ] as const) {
    const places = [...task.searches.keys()].filter((index) => task.searches[index]?.of === of);
    compare(name, "ms", target, ({ searches }) =>
      places.reduce((sum, index) => sum + median(searches[index]?.ms ?? []), 0),
    );
  }
  compare("export", "ms", LEAST_TIMES.export, ({ exported }) => median(exported?.ms ?? []), {
    name: "JSON.stringify",
    read: ({ exported }) => median(exported?.stringifyMs ?? []),
  });
  return figures;
}
