import { describe, expect, test } from "vitest";
import type { TracedFact } from "../../src/attribution/survival/follow-facts.ts";
import { survivalOf } from "../../src/attribution/survival/survival.ts";
import type { FactKind } from "../../src/protocol/api/explorer/survival.ts";
import { KeyMemory } from "./support/key-memory.ts";
import { Trace } from "./support/trace.ts";

const UNIT = { category: "memory_entry" };
const EXTRACTION = { category: "extraction" };

/**
 * Four messages, and the steps that keep, forget, overwrite and delete their facts. At the end, a
 * step reads values to answer a question. From this, MemTrace learns which values are the memory.
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

  test("A115 the memory still holds each fact of a message that it copied whole", () => {
    const dog = of(facts, "m1");
    expect(dog.map(({ kind }) => kind)).toContain("name");
    expect(dog.every(({ fate, wasStored }) => fate === "kept" && wasStored)).toBe(true);
  });

  test("A116 an extraction that omits a fact loses it, and the fact was never stored", () => {
    const date = of(facts, "m2").find(({ kind }) => kind === "time");
    expect(date).toMatchObject({
      ...{ detail: "14 June 2024", fate: "lost", wasStored: false },
      ...{ op: "op-2", errorType: "ExtractionError" },
    });
  });

  test("A116 an update or deletion that drops a stored fact loses it", () => {
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

test("A118 a graph without messages and an empty graph have no facts", () => {
  expect(survivalOf(new Trace().build())).toEqual([]);
  const trace = new Trace();
  trace.operation("op-1", "search", [[trace.variable("q", "Who?"), trace.variable("a", "Tom")]]);
  expect(survivalOf(trace.build()).filter(({ fate }) => fate === "kept")).toEqual([]);
});

const factsAbout = (five: KeyMemory, kind: FactKind) =>
  of(survivalOf(five.trace.build()), "message-2").filter((fact) => fact.kind === kind);
const VET = "Our dog's vet is Dr O'Malley-Smith on Quay St";
const KEY = "The spare key is under the blue flowerpot";

describe("partly lost statements", () => {
  const lostInExtraction: readonly (readonly [string, string, string])[] = [
    [VET, "Dog's vet: Dr. Patel, Quay St.", "O'Malley Smith"],
    [VET, "The dog has a vet on Quay St.", "Dr O'Malley Smith"],
    [KEY, "Spare key is under the red doormat", "blue flowerpot"],
    [KEY, "Rent is 950 euros and there is a spare key", "blue flowerpot"],
  ];

  test.each(lostInExtraction)("A115 A116 «%s» stored as «%s» lacks «%s»", (said, stored, lost) => {
    const five = new KeyMemory({ 2: [said, stored] }).ask([0, 2]);
    const [statement] = factsAbout(five, "statement");
    const loss = { fate: "lost", op: "x2", errorType: "ExtractionError", wasStored: false };
    expect(statement).toMatchObject({ ...loss, detail: lost });
  });

  test.each([
    ["There are keys", "spare blue flowerpot"],
    ["Spare key is under the doormat", "blue flowerpot"],
    ["The user has a spare key", "blue flowerpot"],
    ["Blue flowerpot in the garden", "spare key"],
  ])("A115 A116 an update to «%s» loses «%s»", (text, lost) => {
    const [statement] = factsAbout(new KeyMemory().rewrite(2, text).ask([0, 2]), "statement");
    const loss = { fate: "lost", op: "up", errorType: "UpdateError", wasStored: true };
    expect(statement).toMatchObject({ ...loss, detail: lost });
  });

  test.each([
    "Spare key: under blue flowerpot",
    "The spare key lies beneath the blue flowerpots",
    "A blue flowerpot hides the spare key",
  ])("A115 an update to «%s» keeps the statement", (text) => {
    const [statement] = factsAbout(new KeyMemory().rewrite(2, text).ask([0, 2]), "statement");
    expect(statement).toMatchObject({ fate: "kept", op: null });
  });

  test.each(["O'Malley", "D’Angelo", "McCoy", "O'Malley-Smith"])(
    "A115 %s is recognised as a name",
    (name) => {
      const five = new KeyMemory({
        2: [`Our vet is Dr ${name} on Quay St`, "The vet is on Quay St"],
      });
      const names = factsAbout(five.ask([0, 2]), "name").map(({ detail, fate }) => [detail, fate]);
      expect(names).toContainEqual([name, "lost"]);
    },
  );
});

test.each([
  ["I drink coffee in the morning, and I love coffee in the morning"],
  ["うちの犬の名前はポチで、獣医は佐藤先生です"],
])("A116 the lost detail of «%s» lists each word once", (said) => {
  const [statement] = factsAbout(new KeyMemory({ 2: [said, said] }).ask([0, 2]), "statement");
  const parts = statement?.detail.split(" ") ?? [];
  expect(parts.length).toBeGreaterThan(0);
  expect(new Set(parts).size).toBe(parts.length);
});
