import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Trace } from "./support/trace.ts";

const SAID = "By the way, the spare key is kept under the blue flowerpot.";
const FACT = "The spare key is kept under the blue flowerpot.";
const QUESTION = "Under what is the spare key kept?";
const NOTHING = "I do not know that.";
const OTHER = "The garage code was changed to 4417.";

/**
 * Records a memory with the fact and another fact. Inside each step that adds a fact, a model
 * extracts this fact from the message.
 */
function remember(): Trace {
  const trace = new Trace();
  for (const [index, text] of [SAID, OTHER].entries()) {
    const message = trace.message(`m${index}`, "Ada", text);
    const prompt = trace.variable(`prompt${index}`, `New message: ${text}`, { category: "prompt" });
    const reply = trace.variable(`reply${index}`, JSON.stringify({ memory: [factOf(text)] }), {
      category: "llm_response",
    });
    const unit = trace.variable(`unit${index}`, factOf(text), { category: "memory_entry" });
    const add = trace.operation(
      `add${index}`,
      "add",
      [
        [message, prompt],
        [reply, unit],
      ],
      { category: "extraction" },
    );
    trace.operation(`model${index}`, "model", [[prompt, reply]], inside(add));
  }
  return trace;
}

function factOf(text: string): string {
  return text === SAID ? FACT : text;
}

function inside(op: string, category?: string) {
  return { metadata: { inside: op }, ...(category === undefined ? {} : { category }) };
}

/** Returns the verdict on the wrong answer, with the message as evidence. */
function verdict(trace: Trace) {
  const failed = {
    query: QUESTION,
    queryId: "query:q@1",
    prediction: NOTHING,
    predictionId: "prediction:a@1",
    expected: ["the blue flowerpot"],
    evidence: ["m0@1"],
  };
  const { errorType, op } = attribute(trace.build(), failed);
  return { errorType, op };
}

function question(trace: Trace): { query: string; answer: string } {
  return {
    query: trace.variable("q", QUESTION, { class: "query" }),
    answer: trace.variable("a", NOTHING, { class: "prediction" }),
  };
}

describe("steps within steps", () => {
  it("A50 a retrieval inside the answering step is blamed for the missed unit", () => {
    const trace = remember();
    const { query, answer } = question(trace);
    const turn = trace.operation("turn", "turn", [
      [query, answer],
      ["unit1@1", answer],
    ]);
    trace.operation("search", "search", [[query, "unit1@1"]], inside(turn, "retrieval"));
    expect(verdict(trace)).toEqual({ errorType: "RetrievalError", op: "search" });
  });

  it("A50 the tracer follows an inner model's output into the unit that the outer step wrote", () => {
    const trace = remember();
    const mark = trace.variable("gone", "deleted", { class: "delete_marker" });
    trace.operation("forget", "forget", [["unit0@1", mark]], { category: "deletion" });
    ask(trace, ["unit1@1"]);
    expect(verdict(trace)).toEqual({ errorType: "DeletionError", op: "forget" });
  });

  it("A51 a later extraction that reads the message and its unit again loses neither", () => {
    const trace = remember();
    const said = trace.message("m9", "Ada", "I feed the cat at seven.");
    const prompt = trace.variable(
      "prompt9",
      `Last: ${SAID}\nKnown: ${FACT}\nNew: the cat at seven`,
      {
        category: "prompt",
      },
    );
    const reply = trace.variable("reply9", "The cat is fed at seven.", {
      category: "llm_response",
    });
    const unit = trace.variable("unit9", "The cat is fed at seven.", { category: "memory_entry" });
    const add = trace.operation(
      "add9",
      "add",
      [
        [said, prompt],
        ["m0@1", prompt],
        ["unit0@1", prompt],
        [reply, unit],
      ],
      { category: "extraction" },
    );
    trace.operation("model9", "model", [[prompt, reply]], inside(add));
    const mark = trace.variable("gone", "deleted", { class: "delete_marker" });
    trace.operation("forget", "forget", [["unit0@1", mark]], { category: "deletion" });
    ask(trace, ["unit1@1", unit]);
    expect(verdict(trace)).toEqual({ errorType: "DeletionError", op: "forget" });
  });

  it("A52 the step that searched with a rewritten question is blamed for the missed unit", () => {
    const trace = remember();
    const { query, answer } = question(trace);
    const call = trace.variable("call", "location of the key", { category: "llm_response" });
    trace.operation("plan", "answer", [[query, call]], { category: "generation" });
    trace.operation("search", "lookup", [[call, "unit1@1"]], { category: "retrieval" });
    trace.operation("say", "answer", [
      [query, answer],
      ["unit1@1", answer],
    ]);
    expect(verdict(trace)).toEqual({ errorType: "RetrievalError", op: "search" });
  });

  it("A54 a step counts as the retrieval even if no link leads from the question to it", () => {
    const trace = remember();
    const { query, answer } = question(trace);
    const context = trace.variable("context", OTHER, { category: "context" });
    trace.operation("recall", "recall", [["unit1@1", context]], { category: "retrieval" });
    trace.operation("say", "answer", [
      [query, answer],
      [context, answer],
    ]);
    expect(verdict(trace)).toEqual({ errorType: "RetrievalError", op: "recall" });
  });

  it("A53 an answering step that got only a prompt ignored the fact that the prompt states", () => {
    const trace = remember();
    const { query, answer } = question(trace);
    const prompt = trace.variable("asking", `Known: ${FACT}\n${QUESTION}`, { category: "prompt" });
    const node = trace.operation("respond", "respond", [
      [query, prompt],
      ["unit0@1", prompt],
    ]);
    trace.operation("search", "search", [[query, "unit0@1"]], inside(node, "retrieval"));
    trace.operation("say", "model", [[prompt, answer]], inside(node, "generation"));
    expect(verdict(trace)).toEqual({ errorType: "ResponseError", op: "say" });
  });
});

function ask(trace: Trace, found: readonly string[]): void {
  const { query, answer } = question(trace);
  const results = found.map((unit) => [query, unit] as const);
  trace.operation("search", "search", results, { category: "retrieval" });
  const read = found.map((unit) => [unit, answer] as const);
  trace.operation("say", "answer", [[query, answer], ...read]);
}
