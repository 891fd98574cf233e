import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Attribution } from "../../src/protocol/api/attribution.ts";
import { attributed } from "./support/attributed.ts";
import { ask, converse, EXPECTED, UNIT } from "./support/store-agent.ts";

const NOTHING = "I do not know.";

describe("the parts of a verdict", () => {
  it("A15 the reason names the operation and quotes the lost text", () => {
    const agent = converse(UNIT);
    const failed = ask(agent, ["unit-1@1"], ["We repaired the roof of the barn."], NOTHING);
    const { reason } = attribute(agent.trace.build(), failed);
    expect(reason).toContain("search");
    expect(reason).toContain("unit-10@1");
    expect(reason).toContain("tall blue vase");
  });

  it("A16 the chain leads from the message to the answer, and exactly one step is decisive", () => {
    const agent = converse("Ana bought a tall vase from a small pottery workshop in Porto.");
    const failed = ask(agent, ["unit-10@1"], ["Ana bought a tall vase in Porto."], NOTHING);
    const { chain, lost } = attributed(attribute(agent.trace.build(), failed));
    expect(chain.at(0)).toMatchObject({ variable: "m10@1", role: "message", carried: 1 });
    expect(chain.at(-1)).toMatchObject({ variable: "reply@1", role: "answer" });
    expect(chain.filter((step) => step.decisive)).toMatchObject([{ op: "extract-10", carried: 0 }]);
    expect(lost).toEqual([EXPECTED]);
  });

  it("A17 the notes list what the tracer could not decide", () => {
    const agent = converse(UNIT);
    const failed = ask(agent, ["unit-10@1"], [UNIT], "It was green.");
    const { notes } = attribute(agent.trace.build(), {
      ...failed,
      expected: [],
      evidence: ["nowhere@1"],
    });
    expect(notes.join(" ")).toMatch(/No expected answer/);
    expect(notes.join(" ")).toMatch(/not in the graph/);
  });

  it("A18 every verdict is a valid attribution, and equal input gives an equal verdict", () => {
    const agent = converse(UNIT);
    const failed = ask(agent, ["unit-10@1"], [UNIT], "It was green.");
    const first = attribute(agent.trace.build(), failed);
    expect(Attribution.parse(first)).toEqual(first);
    expect(attribute(agent.trace.build(), failed)).toEqual(first);
  });
});
