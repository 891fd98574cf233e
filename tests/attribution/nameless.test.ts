/** Memory units that were recorded without names, so that no unit ever has a second version. */
import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { attributed } from "./support/attributed.ts";
import { ask, converse, UNIT } from "./support/store-agent.ts";

const NOTHING = "I do not know.";
const OTHER = "Ana bought a tall green vase from a small pottery workshop in Porto.";
const READ = ["We repaired the roof of the barn."];

/** Asks about the vase after a step wrote `text` next to its unit, or in place of it. */
function changed(text: string, category: string, from: string) {
  const agent = converse(UNIT);
  const source = from === "" ? agent.trace.variable("note", "somebody said otherwise") : from;
  const unit = agent.trace.variable("unit-90", text, { category: "memory" });
  agent.trace.operation("change", "change", [[source, unit]], { category });
  const failed = ask(agent, ["unit-1@1"], READ, NOTHING);
  return attribute(agent.trace.build(), failed);
}

describe("units without names", () => {
  it("A55 a step of an update category that reads one unit and writes one unit replaces the read unit", () => {
    const { errorType, op, chain } = attributed(changed(OTHER, "memory_update", "unit-10@1"));
    expect({ errorType, op }).toEqual({ errorType: "UpdateError", op: "change" });
    expect(chain.filter((step) => step.decisive)).toMatchObject([{ variable: "unit-90@1" }]);
  });

  it("A55 a step of another category does not replace the unit that it read", () => {
    expect(changed(OTHER, "extraction", "unit-10@1")).toMatchObject({
      errorType: "RetrievalError",
      op: "search",
    });
  });

  it("A56 a RetrievalError has less confidence if a later unit omits the detail, and the notes give advice", () => {
    const { errorType, confidence, notes } = changed(OTHER, "extraction", "");
    expect(errorType).toBe("RetrievalError");
    expect(confidence).toBeLessThan(0.7);
    expect(notes.join()).toMatch(/change later wrote unit-90@1.*Record units under their names/);
  });

  it("A75 a RetrievalError is at most a guess and says so if an update names no unit", () => {
    const agent = converse(UNIT);
    const note = agent.trace.variable("note", "somebody said otherwise", { category: "message" });
    const unit = agent.trace.variable("unit-90", "Ben plays chess.", { category: "memory" });
    agent.trace.operation("change", "apply_patches", [[note, unit]], { category: "update" });
    const failed = ask(agent, ["unit-1@1"], READ, NOTHING);
    const { errorType, confidence, notes, reason } = attribute(agent.trace.build(), failed);
    expect(errorType).toBe("RetrievalError");
    expect(confidence).toBeLessThanOrEqual(0.45);
    expect(notes.join()).toMatch(
      /apply_patches changes the memory.*looks like one that the search missed/,
    );
    expect(reason).not.toContain("was in the memory");
  });

  it("A75 a deletion that names no unit lowers the confidence of a RetrievalError", () => {
    const agent = converse(UNIT);
    const wish = agent.trace.variable("wish", "Please forget that.", { category: "message" });
    const done = agent.trace.variable("done", "ok");
    agent.trace.operation("gone", "forget", [[wish, done]], { category: "deletion" });
    const failed = ask(agent, ["unit-1@1"], READ, NOTHING);
    expect(attribute(agent.trace.build(), failed).confidence).toBeLessThanOrEqual(0.45);
  });

  it("A75 a RetrievalError has little confidence if a step read the unit and wrote another one", () => {
    const { errorType, confidence } = changed(OTHER, "extraction", "unit-10@1");
    expect(errorType).toBe("RetrievalError");
    expect(confidence).toBeLessThanOrEqual(0.3);
  });

  it("A55 a step replaces the unit if only steps of its kind read units of this kind, whatever its name", () => {
    const agent = converse(UNIT);
    for (const [index, text] of [
      "Good morning, how was the weekend?",
      "My sister Rita starts her nursing course next month.",
      OTHER,
    ].entries()) {
      const from = ["unit-0@1", "unit-2@1", "unit-10@1"][index] ?? "";
      const unit = agent.trace.variable(`unit-9${index}`, text, { category: "memory" });
      agent.trace.operation(`finish-${index}`, "finish", [[from, unit]], {
        category: "extraction",
      });
    }
    const failed = ask(agent, ["unit-1@1"], READ, NOTHING);
    const { errorType, op } = attribute(agent.trace.build(), failed);
    expect(errorType).not.toBe("RetrievalError");
    expect(op).toBe("finish-2");
  });

  it("A56 a later unit about another subject leaves the confidence unchanged", () => {
    const { confidence, notes } = changed("Ben's dog refuses the new food.", "extraction", "");
    expect(confidence).toBeGreaterThan(0.9);
    expect(notes.join()).not.toContain("later wrote");
  });

  it("A56 if units have later versions, a later unit under another name raises no doubt", () => {
    const agent = converse(UNIT);
    const note = agent.trace.variable("note", "somebody said otherwise");
    const unit = agent.trace.variable("unit-90", OTHER, { category: "memory" });
    agent.trace.operation("change", "change", [[note, unit]], { category: "extraction" });
    const again = agent.trace.variable("unit-2", "Ben learns the cello.", {
      category: "memory",
      version: 2,
      mutates: "unit-2@1",
    });
    agent.trace.operation("tidy", "tidy", [[note, again]], { category: "update" });
    const failed = ask(agent, ["unit-1@1"], READ, NOTHING);
    const { errorType, notes } = attribute(agent.trace.build(), failed);
    expect(errorType).toBe("RetrievalError");
    expect(notes.join()).not.toContain("later wrote");
  });
});
