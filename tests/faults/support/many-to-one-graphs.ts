/** Graphs in which very many records share one value, marker, text, prompt or time. */
import { ASKED, type HeavyGraph, Recording, START } from "./heavy-recording.ts";

const third = (size: number) => Math.ceil(size / 3);

function* plainHub(graph: string, size: number) {
  const recording = new Recording(graph);
  const count = Math.ceil(size / 4);
  yield recording.variable("hub", { ref: "hub", value: "The dog is called Rex." });
  yield recording.operation("all", "step");
  for (let i = 0; i < count; i++) {
    yield recording.variable(`in${i}`, { ref: `in${i}`, value: `a${i}` });
    yield recording.link("all", `in${i}`, "hub");
    yield recording.variable(`out${i}`, { ref: `out${i}`, value: `b${i}` });
    yield recording.link("all", "hub", `out${i}`);
  }
}

/** Many units lead to one marker. Half of its links come from the same unit. */
function* oneMark(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  yield recording.variable("m", { ref: "m", value: "ok" });
  yield recording.variable("u", { class: "memory", ref: "u", value: "The dog is called Rex." });
  for (let i = 0; i < third(size); i++) {
    yield recording.variable(`u${i}`, { class: "memory", ref: `u${i}`, value: `Dog ${i}.` });
    yield recording.link("all", `u${i}`, "m");
    yield recording.link("all", "u", "m");
  }
}

/** Two long units lead alternately to very many markers. */
function* manyMarks(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  for (const name of ["u", "w"]) {
    const value = `The dog is called Rex. ${"words ".repeat(10_000)}`;
    yield recording.variable(name, { class: "memory", ref: name, value });
  }
  for (let i = 0; i < Math.ceil(size / 2); i++) {
    yield recording.variable(`m${i}`, { ref: `m${i}`, value: `k${i}` });
    yield recording.link("all", i % 2 === 0 ? "u" : "w", `m${i}`);
  }
}

/** Very many records contain the question that was answered wrongly. */
function* oneText(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  yield recording.variable("sink", { ref: "sink", value: "seen" });
  yield recording.variable("p", { ref: "p", value: "p" });
  yield recording.link("other", "sink", "p");
  for (let i = 0; i < Math.ceil(size / 2); i++) {
    yield recording.variable(`q${i}`, { ref: `q${i}`, value: ASKED });
    yield recording.link("all", `q${i}`, "sink");
  }
}

function* prompts(graph: string, size: number) {
  const recording = new Recording(graph);
  const metadata = { promptVersion: 1 };
  yield recording.variable("q", { class: "prompt", ref: "q", value: "Do it.", metadata });
  yield recording.operation("render", "render");
  for (let i = 0; i < Math.ceil(size / 5); i++) {
    const ref = `p${i}`;
    yield recording.variable(ref, { class: "prompt", ref, value: `Template ${i}.`, metadata });
    yield recording.link("render", ref, "q");
    yield recording.variable(`a${i}`, { ref: `a${i}`, value: `Dog ${i}.` });
    yield recording.operation(`op${i}`, "ask");
    yield recording.link(`op${i}`, "q", `a${i}`);
  }
}

function* imports(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  for (let i = 0; i < size; i++) {
    const imported = START + i;
    yield recording.variable("unit", {
      class: "memory",
      ref: `v${i}`,
      value: `Dog ${i}.`,
      imported,
    });
  }
}

/** A rendering, a page and an export contain this comment once per link. */
const COMMENT = "A long comment. ".repeat(2_000);
const MAX_COMMENTED = 5_000;

function* comments(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  yield recording.variable("hub", { ref: "hub", value: "The dog is called Rex." });
  yield recording.variable("end", { ref: "end", value: "seen" });
  for (let i = 0; i < Math.min(size, MAX_COMMENTED); i++)
    yield recording.link("all", "hub", "end", { comment: COMMENT });
}

function* oneMoment(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  for (let i = 0; i < size; i++) {
    const id = `r${1e9 - i}`;
    yield recording.variable(`v${i}`, { id, ref: id, value: `Dog ${i}.`, at: START });
  }
}

function* longNames(graph: string, size: number) {
  const recording = new Recording(graph);
  yield recording.operation("all", "step");
  const beginning = "a long name of a record ".repeat(20);
  for (let i = 0; i < size; i++)
    yield recording.variable(`${beginning}${i}`, { ref: `v${i}`, value: `Dog ${i}.` });
}

const LONG_NAME = `${"a long name of a record ".repeat(20)}0`;

export const MANY_TO_ONE_GRAPHS: readonly Omit<HeavyGraph, "verdict">[] = [
  {
    ...{ name: "plain-hub", events: plainHub, fullName: "hub", operation: "all" },
    ...{ variable: () => "hub@1", other: () => "out0@1" },
  },
  {
    ...{ name: "one-mark", events: oneMark, fullName: "memory:u", operation: "all" },
    ...{ variable: () => "memory:u@1", other: () => "m@1" },
  },
  {
    ...{ name: "many-marks", events: manyMarks, fullName: "memory:u", operation: "all" },
    ...{ variable: () => "memory:u@1", other: () => "m0@1" },
  },
  {
    ...{ name: "one-text", events: oneText, fullName: "sink", operation: "all" },
    ...{ variable: () => "sink@1", other: () => "q0@1" },
  },
  {
    ...{ name: "prompts", events: prompts, fullName: "prompt:q", operation: "render" },
    ...{ variable: () => "prompt:q@1", other: () => "prompt:p0@1" },
  },
  {
    ...{ name: "imports", events: imports, fullName: "memory:unit", operation: "all" },
    ...{ variable: () => "memory:unit@1", other: () => "memory:unit@2" },
  },
  {
    ...{ name: "comments", events: comments, fullName: "hub", operation: "all" },
    ...{ variable: () => "hub@1", other: () => "end@1" },
  },
  {
    ...{ name: "one-moment", events: oneMoment, fullName: "v0", operation: "all" },
    ...{ variable: () => "v0@1", other: () => "v1@1" },
  },
  {
    ...{ name: "long-names", events: longNames, fullName: LONG_NAME, operation: "all" },
    ...{ variable: () => `${LONG_NAME}@1`, other: () => `${LONG_NAME}@1` },
  },
];
