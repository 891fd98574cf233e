/** Graphs with a wrong answer and a very large number of one kind of record, in any size. */
import type { TraceEvent, VariableEvent } from "../../../src/protocol/events/events.ts";

class Recording {
  readonly events: TraceEvent[] = [];

  #base() {
    const number = this.events.length;
    return { id: `e${number}`, graph: "g", at: Date.UTC(2026, 0, 1) + number };
  }

  value(ref: string, className: string, name: string, value: string): void {
    const event = { type: "variable", ref, class: className, name, value } as const;
    this.events.push({ ...event, ...this.#base() } satisfies VariableEvent);
  }

  step(op: string, name: string, links: readonly (readonly [string, string])[]): void {
    this.events.push({ type: "operation", op, name, ...this.#base() });
    for (const [from, to] of links)
      this.events.push({ type: "link", op, from, to, ...this.#base() });
  }

  /** Adds a retrieval of these units, and an answering step that reads only the retrieved units. */
  answer(units: readonly string[]): TraceEvent[] {
    const [query, prediction] = ["What is the dog called?", "It is called Bello."];
    this.value("question", "query", "query", query);
    this.value("list", "context", "retrieved", "The dog is called Bello.");
    this.step(
      "retrieve",
      "retrieve memory",
      [...units, "question"].map((from) => [from, "list"]),
    );
    this.value("answer", "answer", "answer", prediction);
    this.step("answer", "answer question", [
      ["list", "answer"],
      ["question", "answer"],
    ]);
    this.events.push({
      ...{ type: "verdict", query, prediction, expected: ["Rex"], score: 0, ...this.#base() },
      ...{ queryRef: "question", predictionRef: "answer" },
    });
    return this.events;
  }
}

const said = (i: number) => `My dog number ${i} is called ${i === 5 ? "Rex" : `Dog${i}`}.`;

/** Graph in which every step rewrites one unit, and each message is about another dog. */
function rewritten(size: number) {
  const recording = new Recording();
  for (let i = 0; i < size / 4; i++) {
    recording.value(`m${i}`, "message", "message", `user: ${said(i)}`);
    recording.value(`v${i}`, "memory", "unit", said(i));
    recording.step(`op${i}`, "update memory", [
      [`m${i}`, `v${i}`],
      ...(i > 0 ? [[`v${i - 1}`, `v${i}`] as const] : []),
    ]);
  }
  return recording.answer([`v${Math.ceil(size / 4) - 1}`]);
}

/** Graph with many versions of one name and no links between them. */
function plainVersions(size: number) {
  const recording = new Recording();
  recording.value("m", "message", "message", "user: My dog is called Rex.");
  for (let i = 0; i < size; i++) {
    recording.value(`v${i}`, "memory", "unit", i === 0 ? "The dog is called Rex." : said(i));
  }
  recording.step("op", "update memory", [["m", "v0"]]);
  return recording.answer([`v${size - 1}`]);
}

/** Graph in which every unit states the answer under a different name. */
function copiedUnits(size: number) {
  const recording = new Recording();
  const count = Math.floor(size / 7);
  recording.value("m", "message", "message", "user: My dog is called Rex.");
  recording.step("op", "extract memory", []);
  for (let i = 0; i < count; i++) {
    const name = i < count / 2 ? "Rex" : "Bello";
    for (const side of ["a", "b"])
      recording.value(`${side}${i}`, "memory", `${side}${i}`, `The dog is called ${name}. ${i}`);
    if (i === 0)
      recording.step("first", "update memory", [
        ["m", "a0"],
        ["m", "b0"],
      ]);
    else
      recording.step(
        `op${i}`,
        "update memory",
        ["a", "b"].flatMap((from) =>
          ["a", "b"].map((to) => [`${from}${i - 1}`, `${to}${i}`] as const),
        ),
      );
  }
  return recording.answer([`a${count - 1}`]);
}

/** Graph in which one step reads all messages and writes all units. */
function oneStep(size: number) {
  const recording = new Recording();
  const count = Math.floor(size / 4);
  for (let i = 0; i < count; i++) {
    recording.value(`m${i}`, "message", "message", `user: ${said(i)}`);
    recording.value(`v${i}`, "memory", `unit${i}`, said(i));
  }
  recording.step(
    "op",
    "extract memory",
    Array.from({ length: count }, (_, i) => [`m${i}`, `v${i}`] as const),
  );
  return recording.answer([`v${count - 1}`]);
}

/** Graph in which every step reads the same unit. */
function readByAll(size: number) {
  const recording = new Recording();
  recording.value("m", "message", "message", "user: My dog is called Rex.");
  recording.value("unit", "memory", "unit", "The dog is called Rex.");
  recording.step("op", "extract memory", [["m", "unit"]]);
  for (let i = 0; i < size / 3; i++) {
    recording.value(`c${i}`, "context", `c${i}`, `The dog is called ${i % 2 ? "Rex" : "Bello"}.`);
    recording.step(`op${i}`, "retrieve memory", [["unit", `c${i}`]]);
  }
  return recording.answer(["unit"]);
}

export const ANSWERED_GRAPHS: readonly {
  readonly name: string;
  readonly events: (size: number) => TraceEvent[];
}[] = [
  { name: "a unit that every step rewrites", events: rewritten },
  { name: "versions that nothing links", events: plainVersions },
  { name: "copies of copies", events: copiedUnits },
  { name: "one step that writes all", events: oneStep },
  { name: "one unit that all steps read", events: readByAll },
];
