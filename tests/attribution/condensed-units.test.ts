import { describe, expect, it, test } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { Trace } from "./support/trace.ts";

const NOTES = [
  ["The roof of the cabin was tarred by Ingrid.", "Ingrid tarred the cabin's roof."],
  ["The boat engine needs 14 litres of oil.", "The boat's engine takes 14 litres of oil."],
  ["Our hens laid well this week.", "The hens laid many eggs this week."],
  ["Paul repaired the fence by the brook.", "The fence at the brook was repaired by Paul."],
] as const;
const CLEARS = { name: "expire", category: "deletion" };
const MARK = { category: "tombstone" };

/**
 * A step condenses the first three notes into a digest, and the second note then expires. The
 * expiry reads the digest too.
 */
class Digests {
  readonly trace = new Trace();
  readonly digest: string;
  readonly notes: readonly string[];

  constructor(text: string, expires: readonly number[]) {
    const { trace } = this;
    this.notes = NOTES.map(([said, stored], index) => {
      const message = trace.message(`m${index}`, "Paul", said);
      const note = trace.variable(`note-${index}`, stored, { category: "memory" });
      trace.operation(`x${index}`, "note", [[message, note]], { category: "extraction" });
      return note;
    });
    this.digest = trace.variable("digest", text, { category: "memory" });
    const condensed = this.notes.slice(0, 3).map((note) => [note, this.digest] as const);
    trace.operation("condense", "condense", condensed, { category: "consolidation" });
    const mark = trace.variable("gone", "", MARK);
    const cleared = [...expires.map((index) => this.notes[index] ?? ""), this.digest];
    const links = cleared.map((id) => [id, mark] as const);
    trace.operation("expire", CLEARS.name, links, { category: CLEARS.category });
  }

  ask(id: string, found: readonly string[]) {
    const { trace } = this;
    const query = "How much oil does the boat's engine need?";
    const asked = trace.variable(`question-${id}`, query, { category: "query" });
    const texts = trace.events.flatMap((event) =>
      event.type === "variable" && found.includes(event.ref) ? [event.value] : [],
    );
    const results = trace.variable(`results-${id}`, texts.join("\n"), { category: "retrieved" });
    const read = [asked, ...found].map((from) => [from, results] as const);
    trace.operation(`search-${id}`, "search", read, { category: "retrieval" });
    const prediction = "I do not know.";
    const answer = trace.variable(`answer-${id}`, prediction, { category: "answer" });
    const used = [asked, results].map((from) => [from, answer] as const);
    trace.operation(`answer-${id}`, "answer", used, { category: "answer" });
    return () =>
      attribute(trace.build(), {
        ...{ query, queryId: asked, prediction, predictionId: answer },
        ...{ expected: ["14 litres"], evidence: ["m1@1"] },
      });
  }
}

const WITH = "Ingrid tarred the roof. The boat's engine takes 14 litres of oil. Many eggs.";
const WITHOUT = "Ingrid tarred the roof. The boat's engine takes oil. Many eggs.";

describe("units that expire after a step condensed them", () => {
  it.each([[[1]], [[0, 1]], [[0, 1, 2]]])(
    "A355 the condensing step lost the detail, not the expiry of the notes %j",
    (expires) => {
      const digests = new Digests(WITHOUT, expires);
      const verdict = digests.ask("a", [digests.digest, digests.notes[3] ?? ""])();
      expect(verdict).toMatchObject({ errorType: "UpdateError", op: "condense" });
    },
  );

  it.each([true, false])(
    "A356 an expiry keeps the digest that it reads, and a search misses it; it is read later: %s",
    (isReadLater) => {
      const digests = new Digests(WITH, [1]);
      const attributed = digests.ask("a", [digests.notes[3] ?? ""]);
      if (isReadLater) digests.ask("b", [digests.digest]);
      expect(attributed()).toMatchObject({ errorType: "RetrievalError", op: "search-a" });
      const held = storeAt(digests.trace.build(), Number.MAX_SAFE_INTEGER).map(({ id }) => id);
      expect(held).toContain(digests.digest);
      expect(held).not.toContain(digests.notes[1]);
    },
  );

  test("A356 a deletion of several units removes all of them if nothing shows another thing", () => {
    const digests = new Digests(WITHOUT, [1, 3]);
    const held = storeAt(digests.trace.build(), Number.MAX_SAFE_INTEGER).map(({ id }) => id);
    expect(held).toEqual([digests.notes[0], digests.notes[2]]);
  });
});

const HITS = [
  "Of the nine tables in the hall, two have a broken leg; the others are fine.",
  "[Items 2–3] The next meeting of the hall's friends is on 9 May in the small room.",
  "The piano tuner comes to the hall in the first week of June.",
] as const;

/** A search returns three units, and a second step selects some of them for the context. */
function selected(
  said: string,
  kept: readonly number[],
  frame: (text: string) => string,
  expected = "two",
) {
  const trace = new Trace();
  const sources = [said, "2. We meet again on 9 May.", "The tuner comes early in June."];
  const units = HITS.map((text, index) => {
    const message = trace.message(`m${index}`, "Vera", sources[index] ?? "");
    const unit = trace.variable(`unit-${index}`, text, { category: "memory" });
    trace.operation(`x${index}`, "store", [[message, unit]], { category: "extraction" });
    return unit;
  });
  const query = "How many pieces of furniture are damaged?";
  const asked = trace.variable("question", query, { category: "query" });
  const stage = (op: string, from: readonly string[], text: string) => {
    const made = trace.variable(`${op}-output`, text);
    trace.operation(
      op,
      op,
      [asked, ...from].map((id) => [id, made] as const),
      { category: "retrieval" },
    );
    return made;
  };
  const first = stage("find", units, HITS.join("\n"));
  const some = kept.map((index) => HITS[index] ?? "").join("\n");
  const second = stage("select", [first], some);
  const prompt = stage("fill", [second], frame(some));
  const prediction = "The notes do not say.";
  const answer = trace.variable("answer", prediction, { category: "answer" });
  const used = [asked, prompt].map((from) => [from, answer] as const);
  trace.operation("reply", "reply", used, { category: "answer" });
  return attribute(trace.build(), {
    ...{ query, queryId: asked, prediction, predictionId: answer },
    ...{ expected: [expected], evidence: ["m0@1"] },
  });
}

const FRAMES = [(text: string) => text, (text: string) => `Use only these notes:\n${text}`];

describe.each(FRAMES)("a step that selects from the returned units, prompt %#", (frame) => {
  it.each([
    ["Two of the nine tables are wrecked.", [1, 2]],
    ["Two of the nine tables are wrecked.", [2]],
    ["Of nine tables, a pair is wrecked.", [1, 2]],
  ])("A357 the selection dropped the unit of “%s”", (said, kept) => {
    const verdict = selected(said, kept, frame);
    expect(verdict).toMatchObject({ errorType: "RetrievalError", op: "select" });
  });

  it("A357 a selection that kept the unit dropped nothing", () => {
    const verdict = selected("Two of the nine tables are wrecked.", [2, 0], frame);
    expect(verdict).toMatchObject({ errorType: "ResponseError", op: "reply" });
  });
});

test("A359 the selection may be the cause if it dropped the unit that lacks the words", () => {
  const said = "Of nine tables, some are wrecked and wobbly.";
  const [kept, dropped] = [[0, 1] as const, [1, 2] as const].map((each) =>
    selected(said, each, (text) => text, "wobbly and wrecked ones"),
  );
  expect(dropped).toMatchObject({ errorType: "ExtractionError", op: "x0" });
  expect(dropped?.confidence).toBeLessThanOrEqual(0.7);
  expect(dropped?.notes.join(" ")).toContain("a later step dropped it");
  expect(kept?.notes.join(" ")).not.toContain("a later step dropped it");
});

describe("messages that a step removes directly after it summarised them", () => {
  const SAID = ["Refund to the card ending in 4471, please.", "The chair wobbles.", "It is blue."];

  /** A step summarises three messages, and a later step removes some of them. */
  function chat({ removes, isDirect }: { removes: readonly number[]; isDirect: boolean }) {
    const trace = new Trace();
    const messages = SAID.map((text, index) => trace.message(`m${index}`, "Ada", text));
    const summary = trace.variable("summary", "Ada wants a refund for a chair.", {
      category: "summary",
    });
    const summarised = messages.map((message) => [message, summary] as const);
    trace.operation("summarise", "summarise", summarised);
    if (!isDirect) {
      const note = trace.message("m3", "Ada", "Thank you!");
      const greeting = trace.variable("greeting", "You are welcome.", { category: "answer" });
      trace.operation("greet", "greet", [[note, greeting]]);
    }
    const mark = trace.variable("removed", "", MARK);
    const removed = removes.map((index) => [messages[index] ?? "", mark] as const);
    trace.operation("remove", "RemoveMessage", removed, { category: "deletion" });
    const query = "Which card gets the refund?";
    const asked = trace.variable("question", query, { category: "query" });
    const prediction = "I do not know.";
    const answer = trace.variable("answer", prediction, { category: "answer" });
    const read = [asked, summary, ...messages.filter((_, index) => !removes.includes(index))];
    trace.operation(
      "answer",
      "answer",
      read.map((from) => [from, answer] as const),
      {
        category: "answer",
      },
    );
    return attribute(trace.build(), {
      ...{ query, queryId: asked, prediction, predictionId: answer },
      ...{ expected: ["the card ending in 4471"], evidence: ["m0@1"] },
    });
  }

  it.each([[[0]], [[0, 1]], [[0, 1, 2]]])(
    "A455 the summary lost the detail, not the removal of the messages %j",
    (removes) => {
      const verdict = chat({ removes, isDirect: true });
      expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "summarise" });
    },
  );

  it("A455 a removal that does not follow directly lost the detail", () => {
    const verdict = chat({ removes: [0, 1], isDirect: false });
    expect(verdict).toMatchObject({ errorType: "DeletionError", op: "remove" });
  });

  it("A455 a removal that leaves an older message lost the detail", () => {
    const trace = chat({ removes: [0, 2], isDirect: true });
    expect(trace).toMatchObject({ errorType: "DeletionError", op: "remove" });
  });
});
