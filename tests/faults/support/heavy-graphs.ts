/** Extreme graphs that a client may record. Each has the maximum number of one kind of record. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { MAX_VALUE_CHARS } from "../../../src/protocol/limits.ts";
import { ASKED, type HeavyGraph, Recording, START } from "./heavy-recording.ts";
import { MANY_TO_ONE_GRAPHS } from "./many-to-one-graphs.ts";

export { ASKED, type HeavyGraph } from "./heavy-recording.ts";

/** Length of a large memory, in words. Each version edits it in place. */
const EDITED_WORDS = 17_000;
const RECORDS_PER_LONG_TEXT = 500;
const longTextsOf = (size: number) => Math.min(12, Math.ceil(size / RECORDS_PER_LONG_TEXT));

function* versions(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("update", "update memory");
  for (let i = 0; i < size; i++) {
    yield recording.variable("unit", {
      class: "memory",
      ref: `v${i}`,
      value: `The dog is number ${i}.`,
    });
  }
}

function* growing(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("update", "update memory");
  yield recording.variable("unit", {
    class: "memory",
    ref: "v0",
    value: "The dog is called Rex. ",
  });
  let length = 23;
  for (let i = 1; i < size; i++) {
    const insert = `Thing ${i}. `;
    const splice = {
      of: `v${i - 1}`,
      at: Math.min(length, MAX_VALUE_CHARS - 100),
      remove: 0,
      insert,
    };
    length += insert.length;
    yield recording.variable("unit", { class: "memory", ref: `v${i}`, splice });
  }
}

function* edited(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("update", "update memory");
  yield recording.variable("unit", {
    class: "memory",
    ref: "v0",
    value: "words ".repeat(EDITED_WORDS),
  });
  for (let i = 1; i < size; i++) {
    const at = ((i * 7919) % (EDITED_WORDS - 10)) * 6;
    const splice = {
      of: `v${i - 1}`,
      at,
      remove: 6,
      insert: `${(i % 10_000).toString().padStart(5, "w")} `,
    };
    yield recording.variable("unit", { class: "memory", ref: `v${i}`, splice });
    yield recording.link("update", `v${i - 1}`, `v${i}`);
  }
}

function* hub(graph: string, size: number) {
  const recording = new Recording(graph);
  const half = Math.floor(size / 2);
  yield recording.variable("hub", { class: "memory", ref: "hub", value: "The dog is called Rex." });
  yield recording.operation("all", "retrieve memory");
  for (let i = 0; i < half; i++) {
    yield recording.variable(`in${i}`, {
      class: "message",
      ref: `in${i}`,
      value: `My dog is called ${i}.`,
    });
    yield recording.link("all", `in${i}`, "hub");
  }
  for (let i = 0; i < half; i++) {
    yield recording.variable(`out${i}`, { ref: `out${i}`, value: `It is called ${i}.` });
    yield recording.link(`op${i}`, "hub", `out${i}`);
  }
}

function* sameName(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("a", "a", "a");
  for (let i = 0; i < size / 2; i++) {
    yield recording.variable("a", {
      ref: `a${i}`,
      session: "a",
      category: "a",
      value: i % 2 ? "a" : "b",
    });
    if (i > 0) yield recording.link("a", `a${i - 1}`, `a${i}`);
  }
}

function* circle(graph: string, size: number) {
  const recording = new Recording(graph);
  const count = Math.floor(size / 2);
  yield recording.operation("turn", "update memory");
  for (let i = 0; i < count; i++) {
    const mutates = `c${(i + 1) % count}`;
    yield recording.variable(`c${i}`, {
      class: "memory",
      ref: `c${i}`,
      mutates,
      value: `Dog ${i}.`,
    });
    yield recording.link("turn", `c${i}`, mutates);
  }
}

/**
 * Yields long texts, each with different words. Some have no space at all, or a line break after
 * every word.
 */
function* longTexts(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("update", "update memory");
  for (let i = 0; i < longTextsOf(size); i++) {
    const separator = [" ", "", "\n", ". "][i % 4] as string;
    let value = "";
    for (let word = i; value.length < MAX_VALUE_CHARS - 20; word += 7)
      value += `${word.toString(36)}${separator}`;
    yield recording.variable("unit", { class: "memory", ref: `t${i}`, value });
    if (i > 0) yield recording.link("update", `t${i - 1}`, `t${i}`);
  }
}

/** Ends the recording with a wrong answer. */
function* wrongAnswer(graph: string, fullName: string): Generator<TraceEvent> {
  const [query, prediction] = [ASKED, "I do not know."];
  const base = { graph, at: START + 10_000_000 };
  const said = (id: string, name: string, value: string): TraceEvent => ({
    ...{ type: "variable", id, ref: id, class: name, name, value, ...base },
  });
  yield said("question", "query", query);
  yield said("answer", "answer", prediction);
  yield { type: "operation", id: "answering", op: "answering", name: "answer question", ...base };
  yield { type: "link", id: "asked", op: "answering", from: "question", to: "answer", ...base };
  yield { type: "link", id: "read", op: "answering", from: `${fullName}@1`, to: "answer", ...base };
  yield {
    ...{ type: "verdict", id: "verdict", query, prediction, expected: ["Rex"], score: 0, ...base },
    ...{ queryRef: "question", predictionRef: "answer" },
  };
}

const KINDS: readonly Omit<HeavyGraph, "verdict">[] = [
  {
    ...{ name: "versions", events: versions, fullName: "memory:unit", operation: "update" },
    ...{ variable: (size) => `memory:unit@${size}`, other: () => "memory:unit@1" },
  },
  {
    ...{ name: "growing", events: growing, fullName: "memory:unit", operation: "update" },
    ...{ variable: (size) => `memory:unit@${size}`, other: (size) => `memory:unit@${size >> 1}` },
  },
  {
    ...{ name: "edited", events: edited, fullName: "memory:unit", operation: "update" },
    ...{ variable: (size) => `memory:unit@${size}`, other: (size) => `memory:unit@${size >> 1}` },
  },
  {
    ...{ name: "hub", events: hub, fullName: "memory:hub", operation: "all" },
    ...{ variable: () => "memory:hub@1", other: () => "out0@1" },
  },
  {
    ...{ name: "same-name", events: sameName, fullName: "a", operation: "a" },
    ...{ variable: (size) => `a@${size >> 1}`, other: () => "a@1" },
  },
  {
    ...{ name: "circle", events: circle, fullName: "memory:c0", operation: "turn" },
    ...{ variable: () => "memory:c0@1", other: () => "memory:c1@1" },
  },
  {
    ...{ name: "long-texts", events: longTexts, fullName: "memory:unit", operation: "update" },
    ...{ variable: (size) => `memory:unit@${longTextsOf(size)}`, other: () => "memory:unit@1" },
  },
  ...MANY_TO_ONE_GRAPHS,
];

export const HEAVY_GRAPHS: readonly HeavyGraph[] = KINDS.map((kind) => ({
  ...kind,
  verdict: (graph) => wrongAnswer(graph, kind.fullName),
}));

/** Lists every address that reads the graph or a part of it. */
export function readsOf(heavy: HeavyGraph, graph: string, size: number): string[] {
  const [variable, other] = [heavy.variable(size), heavy.other(size)].map(encodeURIComponent);
  const part = (of: object) => `part?of=${encodeURIComponent(JSON.stringify(of))}`;
  const id = heavy.variable(size);
  return [
    ...["", "export", "export?labels=true", "warnings", "sessions", `sessions?behind=${variable}`],
    ...[`variables/${variable}`, `variables/${encodeURIComponent(heavy.fullName)}`],
    ...[`operations/${heavy.operation}`, `versions/${encodeURIComponent(heavy.fullName)}`],
    ...["flow", `flow?from=${START}&lanes=1&units=1`, `made-of/${variable}`, `made-of/${other}`],
    ...["ledger", "ledger?q=dog&sort=reads"],
    ...["empty-searches", `derived/${variable}`, `derived/${other}`],
    ...["store", `store?at=${START + (size >> 1)}`, `blame/${variable}`, `blame/${other}`],
    ...[`walk/${variable}?direction=both&siblingInputs=true`, `walk/${other}?direction=forward`],
    ...["search?q=nothing-like-it", "search?q=dog", "search?syntax=regex&q=(w|d)[a-z]*9x?$"],
    ...[`diff?from=${other}&to=${variable}`, `diff?from=${START + 10}&to=${START + (size >> 1)}`],
    ...[
      "diff",
      "diff?graph=small",
      `diff?graph=${graph}`,
      `render?variable=${variable}&direction=both&valueChars=20000`,
    ],
    ...["render?to=2026-01-01T00:00:00.900Z&valueChars=20000", "part", "part?ends=roots"],
    ...[part({ part: "walk", variable: id, direction: "both", siblingInputs: true })],
    ...[part({ part: "around", variable: id }), part({ part: "writers", variable: id })],
    ...[part({ part: "children", variable: id })],
    ...[part({ part: "union", of: Array.from({ length: 15 }, () => ({ part: "whole" })) })],
  ];
}
