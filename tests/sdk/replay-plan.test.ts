import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import { planReplay } from "../../src/replay/plan.ts";
import { attributed } from "../attribution/support/attributed.ts";
import { converse, notebook } from "./support/notebook.ts";
import { casesOf } from "./support/replayed.ts";
import { trace } from "./support/traced.ts";

const ASKED = { question: "What was it?", expected: "never said", evidence: 0 };
const said = fc.record({
  key: fc.constantFrom("one", "two", "three"),
  text: fc.constantFrom("", "first words", "other words", "last words"),
});

/** Returns the case with a verdict on the n-th operation of this name. */
function blamed(graph: EvolutionGraph, of: Case, name: string, nth: number): Case {
  const alike = [...graph.operations.values()].filter((operation) => operation.name === name);
  const op = alike.at(nth)?.id ?? null;
  const errorType = name === "keep" ? ("UpdateError" as const) : ("RetrievalError" as const);
  const attribution = of.attribution && { ...attributed(of.attribution), errorType, op };
  return { ...of, errorType, op, opName: name, attribution };
}

test("Z30 the memory of a plan is the store before the step, for any recording", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(said, { minLength: 1, maxLength: 12 }),
      fc.nat(),
      async (all, pick) => {
        const told = all.map(({ key, text }, at) => `${key}: ${text && `${text} ${at}`}`);
        // Add a first message, so that the trace shows by name which values are memory units.
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

test("Z31 if all searches precede the first answer, each answer belongs to its own search", async () => {
  const { graph } = await trace((memtrace) => {
    memtrace.variable("The key is blue.", { name: "said", category: "message" });
    const store = memtrace.operation("store", { category: "extraction" }, (text: string) => {
      memtrace.variable(text, { name: "unit-1", category: "memory_entry" });
    });
    store("The key is blue.");
    const search = memtrace.operation("search", { category: "retrieval" }, (question: string) => ({
      context: `Nothing on: ${question}`,
    }));
    const answer = memtrace.operation(
      "answer",
      { output: { class: "prediction" } },
      (question: string, _found: object) => `No idea: ${question}`,
    );
    const asked = ["Which colour has the key?", "Who has the key?"].map((question, at) => {
      memtrace.variable(question, { name: `asked-${at}`, class: "query" });
      return { question, found: search(question) };
    });
    for (const { question, found } of asked) {
      const prediction = answer(question, found);
      const verdict = { query: question, prediction, expected: "blue", evidence: ["said"] };
      memtrace.verdict({ ...verdict, score: 0 });
    }
  });
  const cases = casesOf(graph);
  expect(cases.map(({ errorType }) => errorType)).toEqual(["RetrievalError", "RetrievalError"]);
  for (const of of cases) {
    const { steps, target, needed } = planReplay(graph, of);
    expect([needed, target?.op]).toEqual([[], of.op]);
    expect(steps.map(({ said }) => said.text)).toEqual([of.query]);
    const own = steps
      .flatMap(({ calls }) => calls)
      .filter((call) => call.inputs.includes(of.query));
    expect(own.map(({ name }) => name)).toEqual(["search", "answer"]);
  }
});
