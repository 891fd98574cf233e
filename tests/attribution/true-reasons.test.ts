/** The reason and the notes of a verdict are true of the graph. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { type Asked, type FiveFacts, KEY, remembered } from "./support/five-facts.ts";
import { Trace } from "./support/trace.ts";

const UNIT = "Spare key is under the blue flowerpot";

function verdictOn(world: FiveFacts, asked: Asked = {}) {
  const failed = world.ask(asked);
  return attribute(world.trace.build(), failed);
}

describe("an expected answer whose words two messages state", () => {
  const inGraz = ["My mother lives in Graz", "Mother lives in Graz"] as const;
  const GRAZ: Asked = {
    query: "What is my mother called and where does she live?",
    expected: ["Edith lives in Graz"],
    evidence: ["message-2", "message-4"],
    read: ["unit-2@1", "unit-0@1"],
    results: "Mother lives in Graz\nSister Ingrid keeps bees in Tromso",
  };
  const called = "My mother is called Edith";
  const kept = () => remembered({ 2: inGraz, 4: [called, "Mother is called Edith"] });
  const PREDICTIONS = ["I do not know.", "Anna lives in Graz", "She lives in Graz."];

  it.each(PREDICTIONS)(
    "A193 the tracer finds the loss of the missing word if the answer is “%s”",
    (said) => {
      const asked = { ...GRAZ, prediction: said };
      const unwritten = remembered({ 2: inGraz, 4: [called, null] });
      expect(verdictOn(unwritten, asked)).toMatchObject({ errorType: "ExtractionError", op: "x4" });
      const deleted = kept().remove("unit-4@1");
      expect(verdictOn(deleted, asked)).toMatchObject({ errorType: "DeletionError", op: "delete" });
      const missed = verdictOn(kept(), asked);
      expect(missed).toMatchObject({ errorType: "RetrievalError", op: "search", lost: ["Edith"] });
    },
  );

  it("A193 the tracer finds the loss in languages without spaces", () => {
    const world = remembered({
      2: ["母はグラーツに住んでいます", "母はグラーツ在住"],
      4: ["母の名前は恵美子です", null],
    });
    const verdict = verdictOn(world, {
      ...{
        query: "母の名前と住所は?",
        expected: ["恵美子、グラーツ"],
        prediction: "わかりません。",
      },
      ...{ evidence: ["message-2", "message-4"], read: ["unit-2@1"], results: "母はグラーツ在住" },
    });
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x4" });
  });
});

describe("the unit that a retrieval step dropped", () => {
  it.each([[KEY], ["As I said, the spare key is under the blue flowerpot"]])(
    "A194 the reason names the unit that the step read, although another unit states “%s” too",
    (again) => {
      const world = remembered().store(7, [again, UNIT]);
      const { reason } = verdictOn(world, { read: ["unit-7@1", "unit-0@1"], results: "Bees" });
      expect(reason).toContain("of unit-7@1");
      expect(reason).not.toContain("unit-2@1");
    },
  );
});

describe("a memory in another language than the message", () => {
  it.each([
    ["German", "Ersatzschlüssel liegt unter dem blauen Blumentopf"],
    ["Spanish", "La llave de repuesto está debajo de la maceta azul"],
    ["Polish", "Zapasowy klucz leży pod niebieską doniczką"],
    ["Russian", "Запасной ключ под синим цветочным горшком"],
    ["Chinese", "备用钥匙在蓝色花盆下面"],
    ["Hindi", "अतिरिक्त चाबी नीले गमले के नीचे है"],
  ])("A195 the language raises doubt if the unit is in %s", (_, unit) => {
    const verdict = verdictOn(remembered({ 2: [KEY, unit] }));
    expect(verdict.confidence ?? 0).toBeLessThanOrEqual(0.5);
    expect(verdict.notes.join()).toContain("another language");
    expect(verdict.reason).not.toContain("No memory unit stated it");
  });

  it("A195 the language raises no doubt if the step copied another message in another language", () => {
    const german = "Der Ersatzreifen liegt unter dem Dach";
    const world = remembered({ 1: [german, german], 2: [KEY, german] });
    expect(verdictOn(world).notes.join()).not.toContain("another language");
  });

  it("A195 the language raises no doubt if the unit is in the language of the message", () => {
    const verdict = verdictOn(remembered({ 2: [KEY, "Has a spare key at home"] }));
    expect(verdict.confidence).toBeGreaterThan(0.5);
    expect(verdict.notes.join()).not.toContain("another language");
  });
});

describe("notes", () => {
  it("A196 a search that wrote no answer is a retrieval, not the answering step", () => {
    const trace = new Trace();
    const said = "I moved to Lisbon, and my cat is called Tom";
    const message = trace.variable("message-1", said, { category: "message" });
    const unit = trace.variable("unit-1", "The user moved to Lisbon", { category: "memory_entry" });
    trace.operation("op1", "remember", [[message, unit]], { category: "extraction" });
    const query = trace.variable("query-1", "What is the cat called?", { class: "query" });
    trace.operation("op2", "search", [[query, unit]], { category: "retrieval" });
    const verdict = attribute(trace.build(), {
      ...{ query: "What is the cat called?", queryId: query, prediction: "I do not know." },
      ...{ expected: ["Tom"], evidence: [message] },
    });
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "op1" });
    const notes = verdict.notes.join(" ");
    expect(notes).not.toContain("no retrieval");
    expect(notes).not.toContain("makes the statement in words");
    expect(verdict.suspects.filter(({ errorType }) => errorType === "ResponseError")).toEqual([]);
  });

  it.each([
    ["My flight is on 3 May at 9:15", "3 May at 9:15", "3 May", "When is my flight?"],
    ["Mein Flug geht am 3. Mai um 9:15", "3. Mai um 9:15", "3. Mai", "Wann geht mein Flug?"],
  ])(
    "A197 evidence without a date states a day if it has the same words: %s",
    (said, expected, prediction, query) => {
      const { notes } = verdictOn(remembered({ 2: [said, said] }), {
        ...{ expected: [expected], prediction, query },
        ...{ read: ["unit-2@1"], results: said },
      });
      expect(notes.join()).not.toContain("No evidence states");
    },
  );

  it("A198 the notes never call an expected answer of function words unknown", () => {
    const said = "The red line goes up";
    const { notes } = verdictOn(remembered({ 2: [said, said] }), {
      ...{ expected: ["up"], prediction: "down", query: "Where does the red line go?" },
      ...{ read: ["unit-2@1"], results: said },
    });
    expect(notes.join()).toContain("has only function words");
    expect(notes.join()).not.toContain("No expected answer is known");
  });

  it.each([
    ["डॉ. मेहता", "सुरेश जोशी", "हमारे कुत्ते के डॉक्टर कौन हैं?"],
    ["ডা. মেহতা", "সুরেশ জোশী", "আমাদের কুকুরের ডাক্তার কে?"],
    ["Dr. Nový".normalize("NFD"), "Jan Malý", "Who is the vet?"],
  ])(
    "A199 the tracer finds the source of an answer with combining marks: %s",
    (prediction, expected, query) => {
      const said = `${query} ${expected}`;
      const { source } = verdictOn(remembered({ 2: [said, said] }), {
        ...{ prediction, expected: [expected], query },
        ...{ read: ["unit-2@1"], results: said },
      });
      expect(source).toMatchObject({ outcome: "found", op: "answer" });
    },
  );

  it("A200 the reason says “before the question” if a unit was deleted only later", () => {
    const world = remembered();
    const failed = world.ask();
    world.remove("unit-2@1");
    const { reason } = attribute(world.trace.build(), failed);
    expect(reason).toMatch(/no recorded step removed it before the question|was in the memory/);
  });
});
