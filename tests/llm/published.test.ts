/** The published method, against a scripted endpoint over HTTP. No real model is asked. */
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { inParallel } from "../../src/evaluation/in-parallel.ts";
import {
  PUBLISHED_DEFAULTS,
  type PublishedMethod,
  type PublishedOptions,
} from "../../src/evaluation/published/published-options.ts";
import { prepared, run as runEvaluation } from "../../src/evaluation/published/run.ts";
import { RUN_FLAGS, runOptions } from "../../src/evaluation/published/run-options.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { readOptions } from "../../src/local/command-line.ts";
import { ask, converse, MESSAGE, UNIT } from "../attribution/support/store-agent.ts";
import { labelledFile, labelledFolder } from "../evaluation/support/labelled-file.ts";
import type { ChatBody } from "./support/chat-chunks.ts";
import { type Script, ScriptedEndpoint } from "./support/scripted-endpoint.ts";

let endpoint: ScriptedEndpoint | undefined;
beforeEach(() => {
  endpoint = undefined;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await endpoint?.stop();
});

const VERDICT = { error_type: "ExtractionError", operation: "extract-10", reason: "It was cut." };
const submit = (verdict: object = VERDICT) => ({
  calls: [{ name: "submit_verdict", arguments: verdict }],
});
const answersIn = ({ messages }: ChatBody) =>
  messages.filter(({ role }) => role === "assistant").length;
/** Scripts a model that looks at one thing, then names the operation. */
const lookThenSubmit = (body: ChatBody) => {
  const tool = body.tools?.some(({ function: { name } }) => name === "explore")
    ? { name: "explore", arguments: { variable: "m10@1" } }
    : { name: "inspect_log", arguments: {} };
  return answersIn(body) === 0 ? { calls: [tool] } : submit();
};

async function start(script: Script): Promise<ScriptedEndpoint> {
  endpoint = await ScriptedEndpoint.start(script);
  vi.stubEnv("MEMTRACE_MODEL_URL", endpoint.url);
  vi.stubEnv("MEMTRACE_MODEL_NAME", "scripted");
  vi.stubEnv("MEMTRACE_MODEL_EMBEDDINGS", "scripted-vectors");
  vi.stubEnv("MEMTRACE_MODEL_INPUT_PRICE", "2");
  return endpoint;
}

function open(method: PublishedMethod, over: Partial<PublishedOptions> = {}) {
  const options = { ...PUBLISHED_DEFAULTS[method], ...over };
  const { evaluation } = optionsOf("somewhere");
  return prepared({ evaluation, published: { method, options } }, process.env);
}

/** Parses the options as the command does. */
function optionsOf(...args: readonly string[]) {
  const { values, positionals } = readOptions(RUN_FLAGS, "", args);
  return runOptions(values, positionals);
}

async function run(...args: readonly string[]) {
  const evaluated = await runEvaluation(optionsOf(...args), "", { judged: () => {} });
  if ("missing" in evaluated) throw new Error(evaluated.missing);
  return evaluated;
}

describe("what the agent gets", () => {
  const agent = converse(UNIT);
  const failed = ask(agent, ["unit-0@1"], ["Good morning."], "I do not know.");

  async function told(method: PublishedMethod, over: Partial<PublishedOptions> = {}) {
    const { seen } = await start(lookThenSubmit);
    const made = await open(method, over);
    if ("missing" in made) throw new Error(made.missing);
    const header = { type: "graph" as const, id: "h", graph: "trace", at: 0, system: "Mem0" };
    const graph = buildGraph("trace", [...agent.trace.events, header]);
    const { attribution } = await made.attributor({
      ...{ graph, failed, annotation: {}, originals: new Map() },
    });
    await endpoint?.stop();
    endpoint = undefined;
    const asked = seen.filter(({ url }) => url.includes("chat"));
    const [system, user] = asked[0]?.body.messages ?? [];
    const first = JSON.parse(user?.content ?? "");
    const texts = (first.case.messages as { text: string }[]).map(({ text }) => text);
    const tools = asked[0]?.body.tools ?? [];
    const embedded = seen.length - asked.length;
    return { attribution, system: system?.content, first, texts, tools, embedded, asked };
  }

  test("E19 the agent starts without the tracer's findings, and its verdict has no confidence", async () => {
    const { attribution, system, first, tools } = await told("graph-search");
    expect(first.exhibit).toBeUndefined();
    expect(system).not.toContain("AnnotationError");
    const verdict = tools.find(({ function: { name } }) => name === "submit_verdict");
    expect(JSON.stringify(verdict)).not.toMatch(/JudgeError|quotes/);
    expect(attribution).toMatchObject({
      ...{ outcome: "attributed", errorType: "ExtractionError", op: "extract-10" },
      ...{ confidence: null, reason: "It was cut." },
    });
  });

  test("E20 the agent starts at given messages, at found messages, or at none", async () => {
    const is = (text: string) => text.includes(MESSAGE);
    const none = await told("graph-search", { start: "none" });
    expect(none.texts).toEqual([]);
    expect(none.first.start.roots[0]).toMatchObject({ name: "m0@1" });
    const given = await told("graph-search", { start: "given" });
    expect(given.texts.map(is)).toEqual([true]);
    expect(given.first.case.messagesWere).toBe("given");
    expect(given.first.start).toBeUndefined();
    const sparse = await told("graph-search", { start: "sparse", k: 2 });
    expect(is(sparse.texts[0] ?? "")).toBe(true);
    expect(sparse.embedded).toBe(0);
    expect(sparse.first.case.messagesWere).toContain("searched for");
    // The scripted vectors put all colours into one direction.
    const dense = await told("graph-search", { start: "dense", k: 1 });
    expect(dense.texts.map(is)).toEqual([true]);
    expect(dense.embedded).toBeGreaterThan(1);
    const hybrid = await told("graph-search", { start: "hybrid", k: 3 });
    expect(hybrid.texts).toHaveLength(3);
    expect(is(hybrid.texts[0] ?? "")).toBe(true);
  });

  test("E20 without an embedding model, the error about dense starting points says what to set", async () => {
    await start(lookThenSubmit);
    vi.stubEnv("MEMTRACE_MODEL_EMBEDDINGS", "");
    expect(await open("graph-search")).toEqual({
      missing: expect.stringMatching(/MEMTRACE_MODEL_EMBEDDINGS.*--start sparse/),
    });
  });

  test("E21 the agent gets a description of the memory system only with --prior", async () => {
    expect((await told("graph-search")).system).not.toContain("About systems of this kind");
    const { system } = await told("graph-search", { prior: true });
    expect(system).toContain("About systems of this kind: Mem0");
  });

  test("E22 the agent of log-search gets the log's tools but no starting message", async () => {
    const { texts, tools, system, embedded } = await told("log-search");
    const names = tools.map(({ function: { name } }) => name);
    expect(names).toContain("search_log");
    expect(names).not.toContain("explore");
    expect({ texts, embedded }).toEqual({ texts: [], embedded: 0 });
    expect(system).not.toContain("About systems of this kind");
  });

  test("E23 --steps limits the agent's answers; a case over the limit is undecided with the reason", async () => {
    await start((body) => ({ calls: lookThenSubmit({ ...body, messages: [] }).calls }));
    const made = await open("log-search", { steps: 3 });
    if ("missing" in made) throw new Error(made.missing);
    const { attribution, cost } = await made.attributor({
      ...{ graph: agent.trace.build(), failed, annotation: {}, originals: new Map() },
    });
    expect(endpoint?.seen).toHaveLength(3);
    expect(cost).toMatchObject({ calls: 3, inputTokens: 300 });
    expect(attribution).toMatchObject({
      ...{ outcome: "undecided", errorType: null, op: null },
      reason: expect.stringContaining("maximum number of steps"),
    });
  });
});

describe("a run", () => {
  test("E24 an interrupted run pays for no answer twice", async () => {
    const folder = labelledFolder();
    const cache = mkdtempSync(join(tmpdir(), "answers-"));
    let isCut = true;
    const { seen } = await start((body) => {
      if (answersIn(body) > 0 && isCut) return { status: 401, error: { message: "cut" } };
      return lookThenSubmit(body);
    });
    const args = [folder, "--method", "graph-search", "--start", "sparse", "--cache", cache];
    const first = await run(...args, "--parallel", "1");
    expect(first.json.verdicts.map(({ outcome }) => outcome)).toEqual(["undecided", "undecided"]);
    // Both files contain the same case, so the model has already answered the first question about
    // the second file.
    const before = seen.length;
    isCut = false;
    const second = await run(...args);
    expect(second.json.verdicts.map(({ opId }) => opId)).toEqual(["extract-10", "extract-10"]);
    expect(seen.length - before).toBe(1);
    expect(second.text).toMatch(/Paid in this run[^\n]*\n.*\n.*\n1 +110 /);
    const third = await run(...args);
    expect(seen.length - before).toBe(1);
    expect(third.json.verdicts.map(({ tokens }) => tokens)).toEqual([220, 220]);
    expect(third.text).toMatch(/Paid in this run[^\n]*\n.*\n.*\n0 +0 /);
  });

  test("E24 the run asks again for a damaged answer in the cache folder, and keeps vectors too", async () => {
    const folder = labelledFolder();
    const cache = mkdtempSync(join(tmpdir(), "answers-"));
    const { seen } = await start(lookThenSubmit);
    const args = [folder, "--method", "graph-search", "--cache", cache];
    await run(...args);
    const asked = seen.length;
    await run(...args);
    expect(seen).toHaveLength(asked);
    const kept = readdirSync(cache, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".json"),
    );
    expect(kept).toHaveLength(asked);
    for (const path of kept) writeFileSync(join(cache, path), "{");
    await run(...args);
    expect(seen).toHaveLength(2 * asked);
  });

  test("E25 --memory-errors-only leaves out cases labelled AnnotationError or JudgeError", async () => {
    const folder = mkdtempSync(join(tmpdir(), "evaluation-"));
    for (const type of ["ExtractionError", "AnnotationError", "LLMAsAJudgeError"]) {
      const file = labelledFile({ final_error_type: type, final_op_id: null });
      writeFileSync(join(folder, `${type}.json`), JSON.stringify(file));
    }
    expect((await run(folder)).json.figures.cases).toBe(3);
    expect((await run(folder, "--memory-errors-only")).json.figures.cases).toBe(1);
  });

  test("E26 --results writes the format of the reference's result files", async () => {
    const folder = labelledFolder({ reviewer: "r1" });
    await start((body) =>
      answersIn(body) === 0 ? lookThenSubmit(body) : submit({ ...VERDICT, operation: "store-10" }),
    );
    const results = join(folder, "written.results");
    await run(folder, "--method", "log-search", "--results", results);
    const written = JSON.parse(readFileSync(results, "utf8"));
    expect(Object.keys(written)).toEqual(["split", "sampled_graph_paths", "results", "metrics"]);
    expect(written.results[0]).toMatchObject({
      ...{ reviewer: "r1", query_id: "question@1", graph_path: written.sampled_graph_paths[0] },
      error_attribution_result: {
        ...{ error_type: "ExtractionError", op_id: "store-10", reason: "It was cut." },
      },
      ...{ is_error_type_correct: true, is_op_id_correct: false },
    });
    expect(written.metrics).toMatchObject({
      total_cases: 2,
      error_type_prediction_accuracy: 1,
      operation_identifier_prediction_accuracy: 0,
      error_attribution_cost: { average_input_tokens: 200, average_output_tokens: 20 },
    });
    expect(Object.values(written.metrics.cases_by_graph)).toEqual([1, 1]);
  });

  test("E27 --parallel limits how many cases run at once, and results keep their order", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.integer({ min: 1, max: 6 }),
        async (scheduler, items, limit) => {
          let running = 0;
          let most = 0;
          const work = inParallel(items, limit, async (item) => {
            running += 1;
            most = Math.max(most, running);
            await scheduler.schedule(Promise.resolve());
            running -= 1;
            return item * 2;
          });
          await scheduler.waitFor(work);
          expect(await work).toEqual(items.map((item) => item * 2));
          expect(most).toBeLessThanOrEqual(limit);
        },
      ),
    );
  });

  test.each([
    [["--k", "4"], "--k is for --method graph-search; give that too."],
    [["--method", "log-search", "--prior"], "--prior is for --method graph-search; give that too."],
    [["--steps", "4"], "--steps is for --method graph-search or log-search; give that too."],
    [["--method", "graph-search", "--k", "0"], "--k is 0; give a whole number, 1 or more."],
    [["--method", "graph-search", "--start", "spars"], "Did you mean sparse?"],
    [
      ["--method", "graph-search", "--start", "given", "--evidence", "found"],
      "leave out --evidence found",
    ],
    [["--method", "graph-serch"], "Did you mean graph-search?"],
    [
      ["--method", "log-search", "--reader", "labels"],
      "--reader labels answers the oracle; give --method oracle or hybrid.",
    ],
    [["--cache", "/tmp/x"], "--cache keeps a model's answers; give a --method that asks a model."],
    [["--parallel", "many"], "--parallel is many; give a whole number, 1 or more."],
  ])("E8 %j is refused, and the error says what to do", (args, message) => {
    expect(() => optionsOf("somewhere", ...args)).toThrow(message);
  });
});
