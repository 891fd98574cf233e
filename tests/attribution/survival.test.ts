import { describe, expect, test } from "vitest";
import { survivalOf, type TracedFact } from "../../src/attribution/survival/survival.ts";
import { Trace } from "./support/trace.ts";

const UNIT = { category: "memory_entry" };
const EXTRACTION = { category: "extraction" };

/**
 * Four messages, and the steps that keep, forget, overwrite and delete their facts. A question at
 * the end shows which values are the memory.
 */
function recorded(): TracedFact[] {
  const trace = new Trace();
  const said = [
    "I adopted a greyhound called Pixel from the shelter in Bergen.",
    "My dentist appointment is on 14 June 2024, right after the swimming lesson.",
    "I painted the kitchen walls turquoise with my brother Anton.",
    "We keep the spare key under the flowerpot beside the cellar door.",
  ];
  const messages = said.map((text, index) => trace.message(`m${index + 1}`, "Nora", text));
  const hello = trace.message("m5", "Nora", "Hi! How are you today?");
  const extract = (op: string, message: string, unit: string, text: string, version = 1) => {
    const written = trace.variable(unit, text, { ...UNIT, version });
    trace.operation(op, "extract_facts", [[message, written]], EXTRACTION);
    return written;
  };
  const [dog = "", dentist = "", kitchen = "", key = ""] = messages;
  const kept = extract("op-1", dog, "u1", `Nora: ${said[0]}`);
  // The extraction leaves out the date.
  const dateless = extract("op-2", dentist, "u2", "Nora: My dentist appointment is soon.");
  const painted = extract("op-3", kitchen, "u3", `Nora: ${said[2]}`);
  const spare = extract("op-4", key, "u4", `Nora: ${said[3]}`);
  extract("op-5", hello, "u5", "Nora: greeted.");
  const repainted = trace.variable("u3", "Nora: The kitchen was renovated.", {
    ...UNIT,
    version: 2,
    mutates: painted,
  });
  trace.operation("op-6", "update_memory", [[painted, repainted]], { category: "update" });
  const gone = trace.variable("u4", "", { category: "deleted_memory", version: 2, mutates: spare });
  trace.operation("op-7", "delete_memory", [[spare, gone]], { category: "deletion" });
  const query = trace.variable("q", "Which dog does Nora have?", { class: "query" });
  const found = trace.variable("hits", said[0] ?? "", { category: "retrieved" });
  trace.operation(
    "op-8",
    "search_memory",
    [kept, dateless, repainted].map((unit) => [unit, found] as const),
    { category: "retrieval" },
  );
  trace.operation("op-8b", "search_memory", [[query, found]], { category: "retrieval" });
  const answer = trace.variable("a", "A greyhound.", { class: "prediction" });
  trace.operation(
    "op-9",
    "answer",
    [
      [query, answer],
      [found, answer],
    ],
    { category: "answer" },
  );
  return survivalOf(trace.build());
}

const of = (facts: readonly TracedFact[], message: string) =>
  facts.filter(({ message: from }) => from.id === `${message}@1`);

describe("survival of facts", () => {
  const facts = recorded();

  test("A115 the memory still holds each fact of a message that it kept whole", () => {
    const dog = of(facts, "m1");
    expect(dog.map(({ kind }) => kind)).toContain("name");
    expect(dog.every(({ fate, wasStored }) => fate === "kept" && wasStored)).toBe(true);
  });

  test("A116 a fact that an extraction left out is lost there, and was never stored", () => {
    const date = of(facts, "m2").find(({ kind }) => kind === "time");
    expect(date).toMatchObject({
      ...{ detail: "14 June 2024", fate: "lost", wasStored: false },
      ...{ op: "op-2", errorType: "ExtractionError" },
    });
  });

  test("A116 a fact that an update dropped or a deletion removed is lost there, after it was stored", () => {
    const name = of(facts, "m3").find(({ kind }) => kind === "name");
    expect(name).toMatchObject({
      ...{ detail: "Anton", fate: "lost", wasStored: true },
      ...{ op: "op-6", errorType: "UpdateError" },
    });
    const key = of(facts, "m4").map(({ fate, op, errorType }) => ({ fate, op, errorType }));
    const deleted = { fate: "lost", op: "op-7", errorType: "DeletionError" };
    expect(key.length).toBeGreaterThan(0);
    for (const each of key) expect(each).toEqual(deleted);
  });

  test("A117 a greeting and a question state no fact", () => {
    expect(of(facts, "m5")).toEqual([]);
  });
});

test("A118 a graph without messages, and an empty one, have no facts", () => {
  expect(survivalOf(new Trace().build())).toEqual([]);
  const trace = new Trace();
  trace.operation("op-1", "search", [[trace.variable("q", "Who?"), trace.variable("a", "Tom")]]);
  expect(survivalOf(trace.build()).filter(({ fate }) => fate === "kept")).toEqual([]);
});
