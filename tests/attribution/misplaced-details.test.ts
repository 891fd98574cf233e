/** A step can store a detail under another subject than the message did. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Trace } from "./support/trace.ts";

interface World {
  /** The message with the right value. */
  readonly told: string;
  /** The text of the unit that the step made of this message. */
  readonly stored: string;
  /** Another unit, and the message from which it was made. */
  readonly other: readonly [said: string, stored: string];
  readonly query: string;
  readonly given: string;
  readonly expected: string;
}

function verdictOn({ told, stored, other: [said, kept], query, given, expected }: World) {
  const trace = new Trace();
  const unit = (name: string, text: string) =>
    trace.variable(name, text, { category: "memory_entry" });
  const messages = [said, told].map((text, i) => trace.message(`m${i}`, "Ana", text));
  const units = [kept, stored].map((text, i) => unit(`unit-${i}`, text));
  for (const i of [0, 1])
    trace.operation(`x${i}`, "extract", [[messages[i] ?? "", units[i] ?? ""]], {
      category: "extraction",
    });
  const asked = trace.variable("query", query, { class: "query" });
  const found = trace.variable("results", [kept, stored].join("\n"), { category: "retrieved" });
  const read = [asked, ...units].map((id) => [id, found] as const);
  trace.operation("se", "search_memory", read, { category: "retrieval" });
  const answer = trace.variable("answer", given, { class: "prediction" });
  trace.operation("an", "answer", [
    [asked, answer],
    [found, answer],
  ]);
  return attribute(trace.build(), {
    ...{ query, queryId: asked, prediction: given, predictionId: answer },
    ...{ expected: [expected], evidence: [messages[1] ?? ""] },
  });
}

const BIKE: World = {
  told: "the brake pads of the tandem are size 14 from now on",
  stored: "Racing bike: brake pads have size 14.",
  other: ["My tandem has brake pads of size 11", "Tandem: brake pads have size 11."],
  ...{ query: "Which size do the brake pads of the tandem have?", given: "Size 11." },
  expected: "14",
};
const KATZE: World = {
  told: "Die Tablette für den Kater gibt es jetzt immer um sieben, sagt Doktor Ahlers",
  stored: "Das Kaninchen behandelt Doktor Ahlers.",
  other: ["Den Kater behandelt Doktor Wiebe", "Den Kater behandelt Doktor Wiebe."],
  ...{ query: "Welcher Doktor ist für den Kater zuständig?", given: "Doktor Wiebe." },
  expected: "Doktor Ahlers",
};

describe("a detail that a step stored under another subject", () => {
  it.each([BIKE, KATZE])("A396 the step is blamed: $stored", (world) => {
    const verdict = verdictOn(world);
    expect(verdict).toMatchObject({ errorType: "ExtractionError", op: "x1" });
    expect(verdict.reason).toContain("not about the subject of the question");
  });

  it("A396 the answering step is blamed if a unit with the detail names the subject", () => {
    const stored = "Tandem: brake pads have size 14 now.";
    expect(verdictOn({ ...BIKE, stored })).toMatchObject({ errorType: "ResponseError", op: "an" });
  });

  it("A396 the answering step is blamed if no unit states the given answer of the subject", () => {
    const verdict = verdictOn({ ...BIKE, given: "Size 12." });
    expect(verdict).toMatchObject({ errorType: "ResponseError", op: "an" });
  });
});
