/** Signs that lower the confidence of a verdict, in any memory system. */
import { expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { attributed } from "./support/attributed.ts";
import { ask, converse, EXPECTED, UNIT } from "./support/store-agent.ts";

const NOTHING = "I do not know.";
const GREEN = "Ana bought a tall green vase from a small pottery workshop in Porto.";
const DROPPED = "Ana bought a tall vase from a small pottery workshop in Porto.";

function verdict(unit: string, read: readonly string[], given: string, expected = EXPECTED) {
  const agent = converse(unit);
  const failed = ask(agent, ["unit-10@1"], read, given, { categories: true }, [expected]);
  return attribute(agent.trace.build(), failed);
}

it("A57 a ResponseError has less confidence if an input states the given answer in place of the detail", () => {
  const clear = verdict(UNIT, [UNIT], "It was green.");
  const doubted = verdict(UNIT, [UNIT, GREEN], "It was green.");
  expect(clear).toMatchObject({ errorType: "ResponseError" });
  expect(doubted).toMatchObject({ errorType: "ResponseError" });
  expect(attributed(doubted).confidence).toBeLessThan(attributed(clear).confidence);
});

it("A57 a loss has less confidence if the blamed step passed on another detail of the message", () => {
  const clear = verdict(DROPPED, [DROPPED], NOTHING);
  const doubted = verdict(DROPPED, [DROPPED], NOTHING, "blue; workshop");
  expect(clear).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(doubted).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(doubted.confidence).toBeLessThan(attributed(clear).confidence);
});

it("A102 a loss has less confidence if another step lost another detail", () => {
  const both = "blue; workshop";
  const clear = verdict(DROPPED, [DROPPED], NOTHING, both);
  const doubted = verdict(DROPPED, ["Ana bought a tall vase in Porto."], NOTHING, both);
  expect(clear).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(doubted).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(attributed(doubted).confidence).toBeLessThan(attributed(clear).confidence);
});

it("A103 an AnnotationError has a confidence below 0.9 if the tracer searched for the evidence", () => {
  const agent = converse(UNIT);
  const given = ask(agent, ["unit-10@1"], [UNIT], "It was blue.", { categories: true }, [
    "crimson",
  ]);
  const graph = agent.trace.build();
  const [said, searched] = [given, { ...given, evidence: [] }].map((each) =>
    attribute(graph, each),
  );
  expect(said).toMatchObject({ errorType: "AnnotationError" });
  expect(searched).toMatchObject({ errorType: "AnnotationError" });
  expect(said && attributed(said).confidence).toBeGreaterThanOrEqual(0.9);
  expect(searched && attributed(searched).confidence).toBeLessThan(0.9);
});

it("A345 a loss has more confidence if the blamed step wrote the given answer", () => {
  const both = "blue; workshop";
  const clear = verdict(GREEN, [], "It was green.", both);
  const doubted = verdict(DROPPED, [], "It was green.", both);
  expect(clear).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(doubted).toMatchObject({ errorType: "ExtractionError", op: "extract-10" });
  expect(attributed(clear).confidence).toBeGreaterThan(attributed(doubted).confidence);
});
