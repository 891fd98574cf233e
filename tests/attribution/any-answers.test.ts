import fc from "fast-check";
import { expect, test } from "vitest";
import { attributeWithModel } from "../../src/attribution/attribute-with-model.ts";
import { Attribution } from "../../src/protocol/api/attribution.ts";
import { failed, graph } from "./support/arbitrary-graph.ts";
import { type Said, ScriptedModel } from "./support/scripted-model.ts";

const name = fc.oneof(fc.constantFrom("O1", "O2", "V1", "V2", "V3", "v1@1", ""), fc.string());
const carry = fc.record({
  states: fc.constantFrom("yes", "partly", "no", "maybe"),
  words: fc.constantFrom("", "blue", "Ana", "nothing of the kind"),
});
const call = fc.oneof(
  fc.record({
    name: fc.constantFrom("explore", "read_value"),
    variable: name,
    offset: fc.integer(),
  }),
  fc.record({ name: fc.constantFrom("view_operation"), operation: name }),
  fc.record({ name: fc.constantFrom("view_log", "search_log"), from: name, words: fc.string() }),
  fc.record({ name: fc.constant("plan"), add: fc.array(name), remove: fc.array(name) }),
  fc.record({
    name: fc.constant("submit_verdict"),
    error_type: fc.constantFrom("UpdateError", "AnnotationError", "OtherError"),
    operation: fc.option(name),
    reason: fc.constantFrom("", "Because."),
    quotes: fc.array(fc.record({ variable: name, words: fc.constantFrom("blue", "x") })),
  }),
);
const said: fc.Arbitrary<Said> = fc.oneof(
  fc.record({ text: carry.map((answer) => JSON.stringify(answer)) }),
  fc.record({ text: fc.string() }),
  fc.record({
    calls: fc.array(
      call.map(({ name: tool, ...input }) => ({ name: tool, arguments: JSON.stringify(input) })),
      { maxLength: 3 },
    ),
  }),
  fc.record({
    calls: fc.array(fc.record({ name: fc.string(), arguments: fc.string() }), { maxLength: 2 }),
  }),
  fc.record({ fails: fc.constant("The endpoint failed.") }),
);

test("N11 the agent's verdict is valid and names only records of its graph, whatever the model answers", async () => {
  await fc.assert(
    fc.asyncProperty(
      graph,
      failed,
      fc.array(said, { minLength: 1, maxLength: 12 }),
      fc.constantFrom("oracle", "agent", "hybrid"),
      async (built, { pick: _, ...given }, answers, method) => {
        const model = new ScriptedModel(
          (_request, place) => answers[place % answers.length] ?? { text: "" },
        );
        const use = { model, usdPerCase: 1, systemDescription: "", method } as const;
        const verdict = await attributeWithModel(built, given, use);
        expect(Attribution.parse(verdict)).toEqual(verdict);
        if (verdict.op !== null) expect(built.operations.has(verdict.op)).toBe(true);
        const chain = verdict.outcome === "attributed" ? verdict.chain : [];
        for (const { variable } of chain) expect(built.variables.has(variable)).toBe(true);
        expect(chain.filter(({ decisive }) => decisive).length).toBeLessThanOrEqual(1);
        expect(model.asked.length).toBeLessThanOrEqual(2 * 18 + 20);
      },
    ),
    { numRuns: 300 },
  );
});
