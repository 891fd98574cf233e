import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { findPrompts, promptsBehind } from "../../src/optimization/find-prompts.ts";
import { promptOutcomes } from "../../src/optimization/prompt-outcomes.ts";
import { MAX_PROMPT_CHARS } from "../../src/protocol/api/prompts.ts";
import { graph as anyGraph } from "../attribution/support/arbitrary-graph.ts";
import { Trace } from "../attribution/support/trace.ts";
import { HEAVY_GRAPHS } from "../faults/support/heavy-graphs.ts";

const PROMPT = { category: "prompt" };
const EXTRACT = "Extract the facts from this conversation.";

/** Records a memory whose extraction reads a prompt for each of `messages` messages. */
function extracting(prompt: string, messages = 1, trace = new Trace()): Trace {
  const told = trace.variable("extract-prompt", prompt, PROMPT);
  for (let at = 0; at < messages; at++) {
    const said = trace.message(`m${at}`, "Ada", `Fact ${at}`);
    const unit = trace.variable(`u${at}`, `Fact ${at}`, { category: "memory_entry" });
    const links = [
      [said, unit],
      [told, unit],
    ] as const;
    trace.operation(`extract-${at}`, "extract_facts", links);
  }
  return trace;
}

const shown = (trace: Trace) =>
  findPrompts(trace.build()).map(({ name, text, uses }) => ({
    ...{ name, text },
    ops: uses.map(({ op }) => op),
  }));

describe("recognising prompts", () => {
  test("F1 a text that instructs a model is a prompt, with its name and the operations that read it", () => {
    expect(shown(extracting(EXTRACT, 2))).toEqual([
      { name: "extract-prompt", text: EXTRACT, ops: ["extract-0", "extract-1"] },
    ]);
  });

  test("F1 a repeated text is listed once; another text with the same name is listed separately", () => {
    const trace = extracting(EXTRACT);
    for (const [version, text] of [[2, `${EXTRACT} Keep dates.`] as const, [3, EXTRACT] as const]) {
      const told = trace.variable("extract-prompt", text, { ...PROMPT, version });
      const unit = trace.variable(`later-${version}`, "x", { category: "memory_entry" });
      trace.operation(`later-${version}`, "extract_facts", [[told, unit]]);
    }
    expect(shown(trace)).toEqual([
      { name: "extract-prompt", text: EXTRACT, ops: ["extract-0", "later-3"] },
      { name: "extract-prompt", text: `${EXTRACT} Keep dates.`, ops: ["later-2"] },
    ]);
  });

  test("F2 a template, not its filled-in text, is the prompt of the operation that reads that text", () => {
    const trace = new Trace();
    const template = trace.variable("answer-template", "Answer {question} from {context}.", PROMPT);
    const asked = trace.variable("q", "Who?", { class: "query" });
    const filled = trace.variable("filled", "Answer Who? from nothing.", PROMPT);
    trace.operation("render", "render", [
      [template, filled],
      [asked, filled],
    ]);
    const answer = trace.variable("a", "Nobody.", { class: "prediction" });
    trace.operation("ask", "ask_model", [[filled, answer]]);
    expect(shown(trace)).toEqual([
      { name: "answer-template", text: "Answer {question} from {context}.", ops: ["ask"] },
    ]);
  });

  test("F2 a text that steps repeatedly record as their own is not a filled-in text", () => {
    const trace = new Trace();
    const told = trace.variable("own-prompt", EXTRACT, PROMPT);
    for (const at of [0, 1]) {
      const said = trace.message(`m${at}`, "Ada", `Fact ${at}`);
      const made = trace.variable(`u${at}`, "x", { category: "memory_entry" });
      trace.operation(`op-${at}`, "extract", [
        [said, told],
        [told, made],
      ]);
    }
    expect(shown(trace)).toMatchObject([{ name: "own-prompt", ops: ["op-0", "op-1"] }]);
  });

  test("F3 texts that differ at every call are not versions of one prompt", () => {
    const trace = new Trace();
    for (let at = 1; at <= 6; at++) {
      const told = trace.variable("chat", `Answer question ${at}.`, { ...PROMPT, version: at });
      const made = trace.variable(`a${at}`, "x", { class: "prediction" });
      trace.operation(`op-${at}`, "chat", [[told, made]]);
    }
    expect(shown(trace)).toEqual([]);
  });

  test("F3 instructions of a judge, unread texts, giant texts and cut texts are not prompts", () => {
    const trace = extracting("x".repeat(MAX_PROMPT_CHARS + 1));
    const judging = trace.variable("judge", "Label the answer.", { class: "judge_prompt" });
    const gold = trace.variable("gold", "Rex", { class: "golden_answers" });
    const score = trace.variable("s", "0", { class: "judge_score" });
    trace.operation("judge", "llm-judge", [
      [judging, score],
      [gold, score],
    ]);
    trace.variable("unread", "Be brief.", PROMPT);
    trace.events.push({
      ...{ type: "variable", id: "cut", graph: "trace", at: 1, ref: "cut@1", name: "cut" },
      ...{ value: "You are", length: 9_000_000, category: "prompt" },
    });
    const made = trace.variable("m", "x");
    trace.operation("reads-cut", "chat", [["cut@1", made]]);
    expect(shown(trace)).toEqual([]);
  });

  test("F5 an unnamed text gets the name of the app's own step at its second use", () => {
    const trace = new Trace();
    const told = trace.variable("value-17-ab12cd", EXTRACT, PROMPT);
    const own = trace.variable("chat.input-18-abcdef", "Ada said hello.", PROMPT);
    trace.operation("outer", "extract", []);
    for (const at of [0, 1]) {
      const made = trace.variable(`r${at}`, "x", { category: "llm_response" });
      const links =
        at === 0
          ? ([
              [told, made],
              [own, made],
            ] as const)
          : ([[told, made]] as const);
      trace.operation(`chat-${at}`, "chat", links, { metadata: { inside: "outer" } });
    }
    expect(shown(trace)).toEqual([
      { name: "extract instructions", text: EXTRACT, ops: ["chat-0", "chat-1"] },
    ]);
  });

  test("F5 system instructions of a span are a prompt at their first use, named after the call", () => {
    const trace = new Trace();
    const told = trace.variable("text:9f86d081884c7d65", EXTRACT, PROMPT);
    const made = trace.variable("r", "x", { category: "llm_response" });
    trace.operation("chat", "chat gpt-x", [[told, made]]);
    expect(shown(trace)).toMatchObject([{ name: "chat gpt-x instructions", ops: ["chat"] }]);
  });

  test("F6 in an imported graph, the prompt's text is the decoded Python literal", () => {
    const trace = extracting("'Answer \\'briefly\\'.\\nUse {context}: \\u00e9\\\\'");
    const [first] = trace.events;
    const header = { type: "graph", id: "g", graph: "trace", at: 0, origin: { x: 1 } } as const;
    expect(first).toBeDefined();
    const texts = findPrompts(buildGraph("trace", [header, ...trace.events])).map(
      ({ text }) => text,
    );
    expect(texts).toEqual(["Answer 'briefly'.\nUse {context}: é\\"]);
    expect(shown(trace)[0]?.text).toBe("'Answer \\'briefly\\'.\\nUse {context}: \\u00e9\\\\'");
  });
});

describe("the prompts behind an operation", () => {
  test("F4 the prompts behind an operation are those that it or an operation inside it read", () => {
    const trace = extracting(EXTRACT);
    trace.operation("around", "add", []);
    const made = trace.variable("x", "x", { category: "memory_entry" });
    const links = [["extract-prompt@1", made]] as const;
    trace.operation("inner", "llm", links, { metadata: { inside: "around" } });
    const stored = trace.variable("y", "y", { category: "memory_entry" });
    trace.operation("insert", "insert", [[made, stored]]);
    const graph = trace.build();
    const namesBehind = (op: string) => promptsBehind(graph, op).map(({ name }) => name);
    expect(namesBehind("extract-0")).toEqual(["extract-prompt"]);
    expect(namesBehind("around")).toEqual(["extract-prompt"]);
    expect(namesBehind("insert")).toEqual([]);
    expect(namesBehind("unknown")).toEqual([]);
  });

  test("F4 if none of these operations read a prompt, the nearest enclosing operation's prompts count", () => {
    const trace = extracting(EXTRACT);
    const made = trace.variable("x", "x");
    trace.operation("mid", "mid", [], { metadata: { inside: "extract-0" } });
    trace.operation("inner", "insert", [["u0@1", made]], { metadata: { inside: "mid" } });
    const behind = promptsBehind(trace.build(), "inner");
    expect(behind.map(({ name }) => name)).toEqual(["extract-prompt"]);
  });

  test("F4 the search for prompts ends if operations claim to be inside each other", () => {
    const trace = new Trace();
    trace.operation("a", "a", [], { metadata: { inside: "b" } });
    trace.operation("b", "b", [], { metadata: { inside: "a" } });
    expect(promptsBehind(trace.build(), "a")).toEqual([]);
  });
});

test("F7 in any graph, each found prompt exists and belongs to every operation that it instructs", () => {
  fc.assert(
    fc.property(anyGraph, (graph) => {
      for (const { variable, uses } of findPrompts(graph)) {
        expect(graph.variables.has(variable)).toBe(true);
        for (const { op } of uses) {
          expect(promptsBehind(graph, op).some((found) => found.variable === variable)).toBe(true);
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("F12 an answer counts for the version of each prompt that was last used before it", () => {
  const used = (text: string, ...at: number[]) => ({
    ...{ name: "p", variable: text, text, version: undefined },
    uses: at.map((time) => ({ op: `${time}`, opName: "answer", at: time })),
  });
  const [old, fresh] = [used("old", 10, 20), used("new", 30)];
  const answers = [5, 15, 25, 30, 7_200_000].map((at, place) => ({ at, isWrong: place % 2 === 0 }));
  expect(promptOutcomes([old, fresh], answers)).toEqual([
    { prompt: old, hour: 0, answered: 2, wrong: 1 },
    { prompt: fresh, hour: 0, answered: 1, wrong: 0 },
    { prompt: fresh, hour: 7_200_000, answered: 1, wrong: 1 },
  ]);
});

test("F8 the search follows a limited number of links between prompts and readers, and returns only complete prompts", () => {
  const heavy = HEAVY_GRAPHS.find(({ name }) => name === "prompts");
  const graph = buildGraph("g", [...(heavy?.events("g", 10_000) ?? [])]);
  const found = findPrompts(graph);
  expect(found.length).toBeGreaterThan(10);
  for (const { uses } of found) expect(uses.length).toBe(2_000);
  const followed = found.reduce((sum, { uses }) => sum + uses.length, 0);
  expect(followed).toBeLessThan(100_000 + 10 * graph.links.size);
});
