/** Messages that no step read before the question, and steps that cannot have read a message. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { FACTS, FiveFacts, KEY, remembered } from "./support/five-facts.ts";
import { Trace } from "./support/trace.ts";

const UNIT = "Spare key is under the blue flowerpot";
const OTHERS = FACTS.filter((_, i) => i !== 2);

/** Stores all facts except the one about the key. */
function others(world = new FiveFacts()): FiveFacts {
  for (const [i, fact] of OTHERS.entries()) world.store(i, fact);
  return world;
}

describe("a message that no step read before the question", () => {
  it.each<[string, () => FiveFacts, string]>([
    [
      "all steps ran before the message",
      () => {
        const world = others();
        world.say(9, KEY);
        return world;
      },
      "message-9",
    ],
    [
      "an unrelated update ran before the message",
      () => {
        const world = new FiveFacts();
        const old = world.unit(8, "Old text about cars");
        const made = world.trace.variable("unit-8", "New text", { version: 2 });
        world.trace.operation("up", "update_memory", [[old, made]], { category: "update" });
        others(world).say(9, KEY);
        return world;
      },
      "message-9",
    ],
    [
      "an unrelated update ran after the message",
      () => {
        const world = others();
        world.say(9, KEY);
        const made = world.trace.variable("unit-1", "New text", { version: 2 });
        world.trace.operation("up", "update_memory", [["unit-1@1", made]], { category: "update" });
        return world;
      },
      "message-9",
    ],
    ["later steps read other messages", () => remembered({ 2: undefined }), "message-2"],
  ])("A190 the verdict blames no step if %s", (_, record, evidence) => {
    const world = record();
    const failed = world.ask({ evidence: [evidence] });
    const verdict = attribute(world.trace.build(), failed);
    expect(verdict).toMatchObject({ outcome: "undecided", because: "message-not-read", op: null });
    expect(verdict.reason).toContain("Before the question was asked");
  });

  it("A191 the verdict names a step without links right after the message, with a note and less confidence", () => {
    const world = remembered({ 2: [KEY, null] });
    const failed = world.ask();
    const verdict = attribute(world.trace.build(), failed);
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x2" });
    expect(verdict.confidence).toBeLessThanOrEqual(0.7);
    expect(verdict.notes.join()).toContain("No link shows that extract_facts read message-2@1");
  });

  it("A191 the reason quotes the error of a failed step without links", () => {
    const world = new FiveFacts();
    for (const [i, fact] of FACTS.entries())
      if (i === 2) world.store(i, [fact[0], null], "429 rate limited");
      else world.store(i, fact);
    const failed = world.ask();
    const verdict = attribute(world.trace.build(), failed);
    expect(verdict.op).toBe("x2");
    expect(verdict.reason).toContain("failed with the error “429 rate limited”");
  });

  it("A191 the verdict may name a step whose only input is neither a message nor a unit", () => {
    const world = new FiveFacts();
    for (const [i, fact] of OTHERS.slice(0, 2).entries()) world.store(i, fact);
    world.say(2, KEY);
    const buffer = world.trace.variable("transcript", "the last turns");
    const unit = world.unit(7, "The user wrote about the house");
    world.trace.operation("flush", "flush", [[buffer, unit]], { category: "extraction" });
    const failed = world.ask({ read: ["unit-0@1"] });
    expect(attribute(world.trace.build(), failed)).toMatchObject({
      errorType: "ExtractionError",
      op: "flush",
    });
  });

  it("A192 the verdict names the step that stored the message only after the question", () => {
    const world = remembered({ 2: undefined });
    const failed = world.ask();
    world.storeLater(2, UNIT);
    const verdict = attribute(world.trace.build(), failed);
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "late-2", subKind: null });
    expect(verdict.reason).toContain("only after the question was asked");
    expect(verdict.reason).not.toMatch(/ever stated/);
  });
});

interface Chat {
  readonly lines: readonly string[];
  /** Positions of the messages from which the context is made. */
  readonly shown: readonly number[];
  readonly query: string;
  readonly expected: string;
  /** Position of the message with the answer. */
  readonly at: number;
  readonly isStored?: boolean;
  /** The step after which the message with the answer is recorded; by default, before all steps. */
  readonly after?: "cw" | "an";
}

/**
 * Returns the verdict on an agent that makes the context directly from some messages. If `isStored`
 * is true, another step writes a message into a memory.
 */
function chatVerdict({ lines, shown, query, expected, at, isStored = false, after }: Chat) {
  const trace = new Trace();
  const say = (i: number) => trace.message(`m${i}`, "Ana", lines[i] ?? "");
  const messages = lines.map((_, i) => (i === at && after !== undefined ? `m${i}@1` : say(i)));
  if (isStored) {
    const unit = trace.variable("unit", lines[shown[0] ?? 0] ?? "", { category: "memory_entry" });
    trace.operation("st", "store", [[messages[shown[0] ?? 0] ?? "", unit]]);
  }
  const asked = trace.variable("query", query, { class: "query" });
  const text = shown.map((i) => lines[i]).join("\n");
  const context = trace.variable("context", text, { category: "context" });
  const read = shown.map((i) => [messages[i] ?? "", context] as const);
  trace.operation("cw", "make_context", [[asked, context], ...read]);
  if (after === "cw") say(at);
  const prediction = "I do not know.";
  const answer = trace.variable("answer", prediction, { class: "prediction" });
  trace.operation("an", "answer", [
    [asked, answer],
    [context, answer],
  ]);
  if (after === "an") say(at);
  return attribute(trace.build(), {
    ...{ query, queryId: asked, prediction, predictionId: answer },
    ...{ expected: [expected], evidence: [messages[at] ?? ""] },
  });
}

const BAND: Chat = {
  lines: [
    "The rehearsal room costs 240 euros",
    "Nils brings the amplifier",
    "The concert starts at eight",
    "Posters are printed already",
  ],
  ...{ shown: [2, 3], query: "What does the rehearsal room cost?", expected: "240 euros", at: 0 },
};
const FUSSBALL: Chat = {
  lines: [
    "Das Spiel beginnt um zehn",
    "Die Trikots hat diesmal Yusuf gewaschen",
    "Wir fahren mit zwei Autos",
    "Der Platz ist in Lauenburg",
  ],
  ...{ shown: [0, 2, 3], query: "Wer hat die Trikots gewaschen?", expected: "Yusuf", at: 1 },
};

describe("a context that a step makes directly from messages", () => {
  it.each([
    ["the oldest messages are left out", BAND],
    ["a message between others is left out", FUSSBALL],
  ])("A394 the step that makes the context is blamed if %s", (_, chat) => {
    expect(chatVerdict(chat)).toMatchObject({ errorType: "RetrievalError", op: "cw" });
  });

  it.each([
    ["the step", { ...BAND, after: "cw" }],
    ["the step", { ...FUSSBALL, after: "cw" }],
    ["the answer", { ...BAND, after: "an" }],
  ] as const)("A420 the step is not blamed for a message that was recorded after %s", (_, chat) => {
    expect(chatVerdict(chat)).toMatchObject({ outcome: "undecided", op: null });
  });

  it("A394 the verdict stays undecided if a step had to write the message into a memory", () => {
    const verdict = chatVerdict({ ...BAND, isStored: true });
    expect(verdict).toMatchObject({ outcome: "undecided", op: null });
  });
});
