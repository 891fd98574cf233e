import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Case } from "../../src/protocol/api.ts";
import { planReplay } from "../../src/replay/plan.ts";
import { converse, notebook } from "./notebook.ts";
import { casesOf } from "./replayed.ts";
import { trace } from "./traced.ts";

const ASKED = { question: "What was it?", expected: "never said", evidence: 0 };
const said = fc.record({
  key: fc.constantFrom("one", "two", "three"),
  text: fc.constantFrom("", "first words", "other words", "last words"),
});

/** The case with its verdict on the n-th operation of this name. */
function blamed(graph: EvolutionGraph, of: Case, name: string, nth: number): Case {
  const alike = [...graph.operations.values()].filter((operation) => operation.name === name);
  const op = alike.at(nth)?.id ?? null;
  const errorType = name === "keep" ? ("UpdateError" as const) : ("RetrievalError" as const);
  const attribution = of.attribution && { ...of.attribution, errorType, op };
  return { ...of, errorType, op, opName: name, attribution };
}

test("Z30 the memory of a plan is what the store held before the step, whatever was told", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      async (all, pick) => {
        const told = all.map(({ key, text }, at) => `${key}: ${text && `${text} ${at}`}`);
        // So that the trace says by name what a unit of the memory is.
        const messages = ["zero: to begin with", ...told];
        const before: string[][] = [];
        const held: string[][] = [];
        const { graph, problems } = await trace(async (memtrace) => {
          const app = notebook(memtrace, { answer: () => "something else" });
          const { say } = app;
          const watched = async (message: string) => {
            before.push([...app.notes.values()].sort());
            await say(message);
          };
          await converse(memtrace, { ...app, say: watched }, messages, ASKED);
          held.push([...app.notes.values()].sort());
        });
        expect(problems).toEqual([]);
        const [of] = casesOf(graph);
        if (!of) throw new Error("its answer was wrong");
        const memoryOf = (planned: Case) =>
          planReplay(graph, planned)
            .memory.map(({ text }) => text)
            .sort();
        expect(memoryOf(blamed(graph, of, "search", 0))).toEqual(held[0]);
        const nth = pick % messages.length;
        const plan = planReplay(graph, blamed(graph, of, "keep", nth));
        expect(plan.memory.map(({ text }) => text).sort()).toEqual(before[nth]);
        expect(plan.steps.map(({ said }) => said.text)).toEqual([
          ...messages.slice(nth),
          ASKED.question,
        ]);
      },
    ),
    { numRuns: 60 },
  );
});
