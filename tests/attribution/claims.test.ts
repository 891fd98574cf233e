/**
 * Every statement of a verdict about the graph is true, even if the verdict names the wrong
 * operation.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trace } from "../../src/attribution/attribute.ts";
import { attributeWithModel } from "../../src/attribution/attribute-with-model.ts";
import { consultOracle } from "../../src/attribution/oracle/oracle.ts";
import type { StageReading } from "../../src/attribution/oracle/stage-question.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { FailedCase } from "../../src/protocol/api/attribution.ts";
import { ScriptedModel } from "./support/scripted-model.ts";
import { ask, converse, MESSAGE } from "./support/store-agent.ts";

const NOTHING = "I do not know.";
const OTHER = ["Good morning, how was the weekend?"];

/**
 * Records a memory that stores each message word for word and whose search returns the units of
 * `found`.
 */
function kept(found: readonly string[], texts: readonly string[]) {
  const agent = converse(MESSAGE);
  const failed = ask(agent, found, texts, NOTHING);
  return { graph: agent.trace.build(), failed };
}

/** Returns the verdict when a scripted reader gives these answers, whatever the text says. */
async function told(
  graph: EvolutionGraph,
  failed: FailedCase,
  read: (text: string) => StageReading,
) {
  const reader = async (_: unknown, parts: readonly { readonly text: string }[]) =>
    read(parts.map(({ text }) => text).join("\n"));
  const { attribution } = await consultOracle(trace(graph, failed), { read: reader, maxTrust: 0 });
  return attribution;
}

const UNTOLD: StageReading = { answer: "", quotes: [] };

describe("claims that the graph contradicts", () => {
  it("A73 a unit that is verbatim in the memory is never called lost, even if the model denies it", async () => {
    const { graph, failed } = kept(["unit-0@1"], OTHER);
    const attribution = await told(graph, failed, () => UNTOLD);
    expect(attribution).toMatchObject({ errorType: "RetrievalError", opName: "search" });
    expect(attribution.confidence).toBeLessThanOrEqual(0.5);
    expect(attribution.notes.join()).toContain("The graph contradicts the first verdict");
    expect(attribution.reason).not.toMatch(/No memory unit/);
  });

  it("A73 a text that the answering step read verbatim counts as read, even if the model denies it", async () => {
    const { graph, failed } = kept(["unit-10@1"], [MESSAGE]);
    const attribution = await told(graph, failed, () => UNTOLD);
    expect(attribution).toMatchObject({ errorType: "ResponseError", opName: "answer" });
    expect(attribution.confidence).toBeLessThanOrEqual(0.5);
  });

  it("A73 the same words of another person contradict no claim", async () => {
    const agent = converse(null);
    agent.trace.message("m90", "Ben", MESSAGE);
    const unit = agent.trace.variable("unit-90", `Ben: ${MESSAGE}`, { category: "memory" });
    agent.trace.operation("store-90", "store", [["m90@1", unit]], { category: "update" });
    const failed = ask(agent, ["unit-0@1"], OTHER, NOTHING);
    const attribution = await told(agent.trace.build(), failed, (text) =>
      text === `Ana: ${MESSAGE}` ? { answer: "blue", quotes: ["blue"] } : UNTOLD,
    );
    expect(attribution.errorType).toBe("ExtractionError");
    expect(attribution.notes.join()).not.toContain("contradicts");
  });

  it("A73 an agent's verdict that the graph contradicts overturns nothing, and the notes say so", async () => {
    const { graph, failed } = kept(["unit-0@1"], OTHER);
    const verdict = {
      ...{ error_type: "ExtractionError", operation: "extract-10", reason: "It was left out." },
      quotes: [{ variable: "unit-10@1", words: "tall blue vase" }],
    };
    const model = new ScriptedModel((_, place) =>
      place === 0
        ? { calls: [{ name: "submit_verdict", arguments: JSON.stringify(verdict) }] }
        : { text: "" },
    );
    const use = { model, usdPerCase: 1, method: "agent" as const, systemDescription: "" };
    const { errorType, notes } = await attributeWithModel(graph, failed, use);
    expect(errorType).toBe("RetrievalError");
    expect(notes.join()).toMatch(/An agent named ExtractionError.*which the graph contradicts/);
  });

  it("A74 evidence with the words of the expected answer is never called a wrong annotation", async () => {
    const agent = converse("Ana bought a vase.");
    const { evidence } = agent;
    const failed = ask(agent, ["unit-0@1"], OTHER, "pottery", { categories: true }, ["blue vase"]);
    const given = { ...failed, evidence: [evidence] };
    const attribution = await told(agent.trace.build(), given, (text) =>
      text.includes("pottery") ? { answer: "pottery", quotes: ["pottery"] } : UNTOLD,
    );
    expect(attribution.errorType).not.toBe("AnnotationError");
  });
});

/** A model that answers the oracle's question at random. */
const liar = fc.array(fc.constantFrom("blue", "red", ""), { minLength: 7, maxLength: 31 });

function lying(answers: readonly string[]) {
  return (text: string): StageReading => {
    const answer = answers[text.length % answers.length] ?? "";
    return { answer, quotes: answer === "" ? [] : [text] };
  };
}

const UNITS = [MESSAGE, `Ana said this. ${MESSAGE}`, JSON.stringify({ memory: MESSAGE }), null];

describe("reasons", () => {
  it("A73 no reason makes a claim that the graph contradicts, whatever the model answers", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...UNITS),
        fc.boolean(),
        liar,
        async (unit, isFound, answers) => {
          const agent = converse(unit);
          const found = unit !== null && isFound;
          const failed = found
            ? ask(agent, ["unit-10@1"], [unit], NOTHING)
            : ask(agent, ["unit-0@1"], OTHER, NOTHING);
          const { reason } = await told(agent.trace.build(), failed, lying(answers));
          if (unit !== null) expect(reason).not.toMatch(/No memory unit (?:ever )?stated it/);
          if (unit === null) expect(reason).not.toMatch(/was in the memory/);
          if (found)
            expect(reason).not.toMatch(/Nothing that the answering step read|did not return/);
        },
      ),
      { numRuns: 200 },
    );
  });
});
