import { beforeAll, describe, expect, test } from "vitest";
import { runMemoryAgent } from "../../sdk/examples/memory-agent/run.ts";
import type { MemTrace } from "../../sdk/src/index.ts";
import { type ReplayDeclaration, replayable } from "../../sdk/src/replay/replay.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import { replayOf } from "../../src/replay/is-replay.ts";
import { startCollector } from "./support/collector.ts";
import { converse, copyOf, type NotebookParts, notebook } from "./support/notebook.ts";
import { casesOf, exampleReplay, type Tried, tryReplay } from "./support/replayed.ts";
import { trace } from "./support/traced.ts";

describe("the example agent's verdicts", () => {
  let graph: EvolutionGraph;
  let tried: Tried[] = [];
  beforeAll(async () => {
    const { collector } = await trace((memtrace) => runMemoryAgent(memtrace, { graph: "example" }));
    graph = collector.graph("example");
    tried = [];
    for (const of of casesOf(graph)) tried.push(await tryReplay(graph, of));
  });

  test("Z1 a replay proves every verdict with an operation; the others say that no operation is at fault", () => {
    const count = (wanted: string) => tried.filter(({ outcome }) => outcome === wanted).length;
    expect([count("proved"), count("refuted"), count("inconclusive")]).toEqual([10, 0, 4]);
    for (const { of, outcome, reason, facts } of tried) {
      expect(outcome).toBe(of.op === null ? "inconclusive" : "proved");
      if (of.op === null) expect(reason).toContain("no operation is at fault");
      else expect(facts.control).toMatchObject({ answer: of.prediction, isSame: true });
    }
  });

  test("Z2 steps that do not depend on the correction return their recorded result without running", () => {
    const of = (errorType: string) => tried.filter((one) => one.of.errorType === errorType);
    for (const { facts } of tried) expect(facts.ran).not.toContain("extract_facts");
    for (const { facts } of of("RetrievalError"))
      expect(facts.ran).toEqual(["build_context", "answer_question"]);
    for (const { facts } of of("ResponseError")) expect(facts.ran).toEqual(["answer_question"]);
    for (const { facts, plan } of of("DeletionError")) {
      const later = plan.steps.flatMap(({ calls }) => calls);
      const extractions = later.filter(({ name }) => name === "extract_facts");
      expect(facts.reused).toBe(extractions.length);
      expect(facts.correction?.kept).toHaveLength(1);
    }
  });

  test("Z3 a replay refutes a verdict on an operation that is not at fault", async () => {
    const [extraction] = tried.filter(({ of }) => of.errorType === "ExtractionError");
    const other = tried.find(({ of }) => of.errorType === "DeletionError");
    if (!extraction || !other || !extraction.of.attribution)
      throw new Error("there are such cases");
    const { of } = extraction;
    const answerOp = [...graph.operations.values()].findLast(
      ({ id, name }) =>
        name === "answer_question" &&
        graph
          .linksOf(id)
          .some(({ to }) => to === of.predictionId || to.includes("answer_question")) &&
        graph.linksOf(id).some(({ from }) => from === of.queryId),
    );
    const blamed = (
      errorType: "ResponseError" | "UpdateError",
      op: string,
      opName: string,
    ): Case => ({
      ...{ ...of, errorType, op, opName },
      attribution: { ...extraction.of.attribution, errorType, op, opName } as Case["attribution"],
    });
    const response = await tryReplay(
      graph,
      blamed("ResponseError", answerOp?.id ?? "", "answer_question"),
    );
    expect(response).toMatchObject({ outcome: "refuted", facts: { corrected: { isRight: true } } });
    const update = extraction.plan.steps
      .flatMap(({ calls }) => calls)
      .find(({ name }) => name === "update_memory");
    const wrong = await tryReplay(
      graph,
      blamed("UpdateError", update?.op ?? "", "update_memory"),
      exampleReplay,
      {
        client: { apiKey: "" },
        values: ["Maya likes rain."],
      },
    );
    expect(wrong).toMatchObject({ outcome: "refuted", facts: { corrected: { isRight: false } } });
  });

  test("Z4 the corrected run is its own graph, names its case and reports no verdict", async () => {
    const collector = await startCollector();
    const client = { apiKey: "k", url: collector.url };
    const of = tried.find((one) => one.of.errorType === "UpdateError")?.of;
    if (!of) throw new Error("there is such a case");
    const { facts } = await tryReplay(graph, of, exampleReplay, { client });
    await collector.close();
    const graphs = new Set(collector.events.map((event) => event.graph));
    expect([...graphs]).toEqual([facts.graph]);
    const replayed = collector.graph(facts.graph ?? "");
    expect(replayOf(replayed.header)).toBe(of.id);
    expect(replayed.header).toMatchObject({ user: "maya", system: "example-memory-agent" });
    expect([collector.rejected, replayed.pending, replayed.verdicts]).toEqual([[], [], []]);
    const names = [...replayed.operations.values()].map(({ name }) => name);
    expect(names.at(-1)).toBe("answer_question");
    const unit = facts.correction?.values[0] ?? "";
    expect([...replayed.variables.values()].map(({ value }) => value)).toContain(unit);
  });
});

const ASKED = { question: "When does the train leave?", expected: "seven", evidence: 0 };
const SAID = ["travel: The train leaves at seven.", "pets: The dog is called Rex."];
const OVERLOOKING: NotebookParts = {
  extract: (message) => (message.includes("train") ? undefined : message),
};

/** Records a notebook that overlooked the requested fact. Returns its graph and only case. */
async function overlooked(): Promise<{ graph: EvolutionGraph; of: Case }> {
  const { graph } = await trace((memtrace) =>
    converse(memtrace, notebook(memtrace, OVERLOOKING), SAID, ASKED),
  );
  const [of] = casesOf(graph);
  if (!of) throw new Error("its answer was wrong");
  return { graph, of };
}

const declaredWith = (
  parts: NotebookParts,
  declared: Partial<ReplayDeclaration> = {},
): ReturnType<typeof replayable> =>
  replayable({
    open: ({ memtrace, units }) => copyOf(notebook(memtrace, { ...OVERLOOKING, ...parts }, units)),
    ...declared,
  });

describe("inconclusive replays", () => {
  let graph: EvolutionGraph;
  let of: Case;
  beforeAll(async () => {
    ({ graph, of } = await overlooked());
  });

  test("Z5 a replay proves the notebook's verdict over an asynchronous memory", async () => {
    expect(of).toMatchObject({ errorType: "ExtractionError", opName: "read" });
    const { outcome, facts } = await tryReplay(graph, of, declaredWith({}), {
      client: { apiKey: "" },
      values: ["travel: The train leaves at seven."],
    });
    expect([outcome, facts.correction?.source]).toEqual(["proved", "given"]);
  });

  test("Z6 a replay without a correction must give the recorded answer again", async () => {
    let asked = 0;
    const moody = declaredWith({ answer: () => `It leaves at ${++asked}.` });
    expect(await tryReplay(graph, of, moody)).toMatchObject({
      outcome: "inconclusive",
      reason: expect.stringContaining("Not deterministic"),
    });
    const same = declaredWith({ answer: () => "I really do not know" }, { same: () => true });
    expect((await tryReplay(graph, of, same)).outcome).toBe("refuted");
  });

  test("Z35 a control run with another answer and no writes is not deterministic, not a write elsewhere", async () => {
    const idle = (answer: string) =>
      replayable({
        open: ({ memtrace, units }) => {
          const app = notebook(memtrace, { ...OVERLOOKING, answer: () => answer }, units);
          const message = async ({ text }: { text: string }) => {
            await app.say(text);
            app.notes.clear();
          };
          return { ...copyOf(app), message };
        },
      });
    expect(await tryReplay(graph, of, idle("It was blue."))).toMatchObject({
      outcome: "inconclusive",
      reason: expect.stringContaining("Not deterministic"),
    });
    await expect(tryReplay(graph, of, idle(of.prediction))).rejects.toThrow(
      /the copy did not change/,
    );
  });

  test("Z7 the replay names each missing declaration with its remedy", async () => {
    const opened = (change: Partial<ReturnType<typeof copyOf>>) =>
      replayable({
        open: ({ memtrace, units }) => ({
          ...copyOf(notebook(memtrace, OVERLOOKING, units)),
          ...change,
        }),
      });
    const undeclared = replayable({
      open: ({ memtrace, units }) => {
        const operation: typeof memtrace.operation = (name: string, options: object, fn?: never) =>
          memtrace.operation(name, { ...options, replay: undefined } as never, fn as never);
        const plain = Object.assign(Object.create(memtrace), {
          operation,
          variable: memtrace.variable.bind(memtrace),
        });
        return copyOf(notebook(plain, OVERLOOKING, units));
      },
    });
    const needs = [
      [opened({ message: undefined as never }), "needs `message`"],
      [undeclared, "read is not declared replayable"],
      [
        opened({ ask: () => Promise.reject(new Error("no model")) }),
        "The app failed in the replay",
      ],
      [
        opened({ units: () => [{ text: "of somebody else" }] }),
        "contains a unit that the recorded memory did not",
      ],
      [opened({ message: () => undefined }), "never reached the corrected operation"],
    ] as const;
    for (const [declared, need] of needs) {
      const { outcome, reason } = await tryReplay(graph, of, declared);
      expect([need, outcome, reason]).toEqual([
        need,
        "inconclusive",
        expect.stringContaining(need),
      ]);
    }
    // The extraction ignores the text of the message, so a corrected message changes nothing in its
    // result.
    const talking: NotebookParts = { extract: (message) => `${message.split(":")[0]}: something` };
    const deaf = await trace((memtrace) =>
      converse(memtrace, notebook(memtrace, talking), SAID, ASKED),
    );
    const [heard] = casesOf(deaf.graph);
    if (!heard) throw new Error("its answer was wrong");
    expect((await tryReplay(deaf.graph, heard, declaredWith(talking))).reason).toContain(
      "The correction does not change the result of read",
    );
    const unexpected = { ...of, expected: [] };
    expect((await tryReplay(graph, unexpected, declaredWith({}))).reason).toContain("no expected");
    const unjudged = declaredWith({}, { judge: (answer) => answer.includes("seven") });
    expect((await tryReplay(graph, unexpected, unjudged)).outcome).toBe("proved");
  });
});

/** A memory that stores in one operation, and deletes in an operation inside that one. */
function forgetful(memtrace: MemTrace, stored: readonly { id: string; text: string }[] = []) {
  const notes = new Map(stored.map(({ id, text }) => [id, text]));
  const drop = memtrace.operation(
    "drop",
    { category: "deletion", replay: {} },
    (id: string): void => {
      if (notes.delete(id)) memtrace.delete(id);
    },
  );
  const remember = memtrace.operation("remember", { replay: {} }, (message: string): void => {
    if (message.startsWith("Forget")) {
      drop("note-1");
      return;
    }
    notes.set("note-1", message);
    memtrace.variable(message, { name: "note-1", category: "memory_entry" });
  });
  const search = memtrace.operation("search", { category: "retrieval" }, (_: string) => [
    ...notes.values(),
  ]);
  const answer = memtrace.operation(
    "answer",
    { output: { class: "prediction" } },
    (_: string, found: readonly string[]) => found[0] ?? "I do not know.",
  );
  return { notes, remember, ask: (question: string) => answer(question, search(question)) };
}

test("Z8 a rightly omitted deletion inside another operation is no write elsewhere", async () => {
  const { graph } = await trace((memtrace) => {
    const app = forgetful(memtrace);
    for (const [at, said] of ["The train leaves at seven.", "Forget the train."].entries()) {
      memtrace.variable(said, { name: `said-${at}`, category: "message" });
      app.remember(said);
    }
    const { question: query, expected } = ASKED;
    memtrace.variable(query, { name: "asked", class: "query" });
    const prediction = app.ask(query);
    memtrace.verdict({ query, prediction, expected, score: 0, evidence: ["said-0"] });
  });
  const [of] = casesOf(graph);
  expect(of).toMatchObject({ errorType: "DeletionError", opName: "drop" });
  const declared = replayable({
    open: ({ memtrace, units }) => {
      const app = forgetful(memtrace, units);
      return {
        units: () => [...app.notes.values()].map((text) => ({ text })),
        write: ({ id, text }) => app.notes.set(id, text),
        remove: (id) => app.notes.delete(id),
        message: ({ text }) => app.remember(text),
        ask: ({ text }) => app.ask(text),
      };
    },
  });
  if (of) expect((await tryReplay(graph, of, declared)).outcome).toBe("proved");
});
