import { describe, expect, it } from "vitest";
import { attribute } from "../../src/attribution/attribute.ts";
import { Attribution, type FailedCase } from "../../src/protocol/api/attribution.ts";
import { ask, converse, EXPECTED, UNIT } from "./support/store-agent.ts";
import { Trace } from "./support/trace.ts";

function retrievalMissed(change: Partial<FailedCase> = {}) {
  const agent = converse(UNIT);
  const failed = ask(agent, ["unit-1@1"], ["We repaired the roof of the barn."], "I do not know.");
  const attribution = attribute(agent.trace.build(), { ...failed, ...change });
  expect(Attribution.parse(attribution)).toEqual(attribution);
  return attribution;
}

describe("missing or wrong parts of a case", () => {
  it("A36 the notes report evidence of another graph, and the tracer searches the messages instead", () => {
    const { errorType, op, evidenceFound, notes } = retrievalMissed({ evidence: ["other@1"] });
    expect({ errorType, op, evidenceFound }).toEqual({
      errorType: "RetrievalError",
      op: "search",
      evidenceFound: true,
    });
    expect(notes.join(" ")).toContain("1 of the given evidence ids is not in the graph");
  });

  it("A36 without an expected answer, the tracer follows the messages closest to the question", () => {
    const { notes } = retrievalMissed({ expected: [], evidence: [] });
    expect(notes.join(" ")).toContain("No expected answer is known");
  });

  it("A36 without evidence, an expected answer that no message gives is a wrong annotation", () => {
    const { errorType, op, reason, confidence } = retrievalMissed({
      query: "Whom did the committee of astronomers elect?",
      expected: ["Professor Quillfeather"],
      evidence: [],
    });
    expect({ errorType, op }).toEqual({ errorType: "AnnotationError", op: null });
    expect(reason).toContain("The tracer found no message that answers the question");
    expect(confidence).toBeLessThan(0.9);
  });

  it("A6 without evidence, an expected answer to another question is a wrong annotation", () => {
    const { errorType, op } = retrievalMissed({
      prediction: "It was blue.",
      expected: ["the cello"],
      evidence: [],
    });
    expect({ errorType, op }).toEqual({ errorType: "AnnotationError", op: null });
  });

  it("A36 the notes say if an evidence message has no recorded value", () => {
    const trace = new Trace();
    const message = trace.variable("m1", "", { category: "message" });
    const unit = trace.variable("u1", "", { category: "memory" });
    trace.operation("store", "store", [[message, unit]]);
    const attribution = attribute(trace.build(), {
      query: "Which colour?",
      prediction: "red",
      expected: [EXPECTED],
      evidence: [message],
    });
    expect(attribution.notes.join(" ")).toContain("An evidence message has no recorded value");
  });

  it("A36 the notes say if the retrieval or the answering operation is missing", () => {
    const agent = converse(UNIT);
    const attribution = attribute(agent.trace.build(), {
      query: "Which colour is the vase?",
      prediction: "red",
      expected: [EXPECTED],
      evidence: [agent.evidence],
    });
    expect(attribution.notes.join(" ")).toContain("No operation of the graph wrote the answer");
  });
});

interface Conversation {
  readonly language: string;
  readonly messages: readonly string[];
  readonly detail: string;
  readonly without: string;
  readonly query: string;
}

const CONVERSATIONS: readonly Conversation[] = [
  {
    language: "Chinese",
    messages: [
      "昨天我们修好了谷仓的屋顶。",
      "我在波尔图的小作坊买了一个蓝色的花瓶。",
      "去里斯本的火车又晚点了。",
    ],
    detail: "蓝色",
    without: "我在波尔图的小作坊买了一个花瓶。",
    query: "我在波尔图买的花瓶是什么颜色?",
  },
  {
    language: "German",
    messages: [
      "Gestern haben wir das Dach der Scheune repariert.",
      "In Porto habe ich in einer kleinen Töpferei eine himmelblaue Vase gekauft.",
      "Der Zug nach Lissabon hatte schon wieder Verspätung.",
    ],
    detail: "himmelblaue",
    without: "In Porto habe ich in einer kleinen Töpferei eine Vase gekauft.",
    query: "Welche Farbe hat die Vase aus Porto?",
  },
  {
    language: "Mixed",
    messages: [
      "Wir haben Pizza gegessen。",
      "我在 Porto 买了一个 blue 花瓶 for Rita。",
      "The train was late。",
    ],
    detail: "blue",
    without: "我在 Porto 买了一个 花瓶 for Rita。",
    query: "What colour is the 花瓶 for Rita?",
  },
];

/**
 * Returns the verdict on a memory that stores the second message as `stored`, and whose search does
 * not return that unit.
 */
function storedAs(conversation: Conversation, stored: string, evidence: readonly string[]) {
  const trace = new Trace();
  const units = conversation.messages.map((text, index) => {
    const message = trace.message(`m${index}`, "Ana", text);
    const kept = index === 1 ? stored : text;
    const unit = trace.variable(`unit-${index}`, kept, { category: "memory" });
    trace.operation(`store-${index}`, "store", [[message, unit]], { category: "extraction" });
    return unit;
  });
  const { query: question, detail } = conversation;
  const query = trace.variable("question", question, { category: "query" });
  const results = trace.variable("results", conversation.messages[2] ?? "");
  trace.operation(
    "search",
    "search",
    [
      [query, results],
      [units[2] ?? "", results],
    ],
    { category: "retrieval" },
  );
  const reply = trace.variable("reply", "?", { category: "answer" });
  trace.operation("answer", "answer", [[results, reply]], { category: "answer" });
  const failed = {
    ...{ query: question, queryId: query, prediction: "?", predictionId: reply },
    ...{ expected: [detail], evidence },
  };
  const { errorType, op } = attribute(trace.build(), failed);
  return { errorType, op };
}

describe.each(CONVERSATIONS)("a conversation in $language", (conversation) => {
  it("A37 the tracer finds an omitted detail as ExtractionError and a missed one as RetrievalError", () => {
    const [, said = ""] = conversation.messages;
    for (const evidence of [["m1@1"], []]) {
      expect(storedAs(conversation, conversation.without, evidence)).toEqual({
        errorType: "ExtractionError",
        op: "store-1",
      });
      expect(storedAs(conversation, said, evidence)).toEqual({
        errorType: "RetrievalError",
        op: "search",
      });
    }
  });
});

const TIMES: readonly Conversation[] = [
  {
    language: "German",
    messages: [
      "Wir haben das Dach der Scheune repariert.",
      "Vorgestern habe ich in einer kleinen Töpferei eine Vase gekauft.",
      "Der Zug nach Lissabon hatte schon wieder Verspätung.",
    ],
    detail: "4. Mai 2024",
    without: "Ich habe in einer kleinen Töpferei eine Vase gekauft.",
    query: "Wann wurde die Vase in der Töpferei gekauft?",
  },
  {
    language: "Chinese",
    messages: [
      "我们修好了谷仓的屋顶。",
      "我前天在小作坊买了一个花瓶。",
      "去里斯本的火车又晚点了。",
    ],
    detail: "2024年5月4日",
    without: "我在小作坊买了一个花瓶。",
    query: "我什么时候在小作坊买了花瓶?",
  },
];

describe.each(TIMES)("a time in $language", (conversation) => {
  it("A37 the tracer resolves the time by the day on which it was said", () => {
    const verdict = storedAs(conversation, conversation.without, ["m1@1"]);
    expect(verdict).toEqual({ errorType: "ExtractionError", op: "store-1" });
    const dated = `2024-05-06: ${conversation.messages[1]}`;
    expect(storedAs(conversation, dated, ["m1@1"])).toEqual({
      errorType: "RetrievalError",
      op: "search",
    });
  });
});

describe("an incomplete graph", () => {
  const CASE: FailedCase = {
    query: "Which colour is the vase?",
    prediction: "red",
    expected: [EXPECTED],
    evidence: ["m1@1"],
  };

  it("A36 the verdict on a case whose events have not arrived names what is missing", () => {
    const attribution = attribute(new Trace().build(), CASE);
    expect(Attribution.parse(attribution)).toEqual(attribution);
    expect(attribution).toMatchObject({ outcome: "undecided", because: "nothing-recorded" });
    const notes = attribution.notes.join(" ");
    expect(notes).toContain("1 of the given evidence ids is not in the graph");
    expect(notes).toContain("records no messages");
  });

  it("A36 if only the end of a graph arrived, the tracer still reads the inputs of the answer", () => {
    const trace = new Trace();
    const query = trace.variable("question", CASE.query, { category: "query" });
    const context = trace.variable("context", `Ana bought a ${EXPECTED} vase in Porto.`);
    const reply = trace.variable("reply", "red", { category: "answer" });
    trace.operation(
      "answer",
      "answer",
      [
        [query, reply],
        [context, reply],
      ],
      { category: "answer" },
    );
    const given = { ...CASE, queryId: query, predictionId: reply };
    const attribution = attribute(trace.build(), given);
    expect(Attribution.parse(attribution)).toEqual(attribution);
    expect(attribution.notes.join(" ")).toContain("records no messages");
    expect(attribution.confidence ?? 0).toBeLessThan(0.9);
  });

  it("A36 evidence about another subject is a wrong annotation, and the reason quotes the evidence", () => {
    const wrong = retrievalMissed({ evidence: ["m1@1"], prediction: "No idea." });
    expect({ errorType: wrong.errorType, op: wrong.op }).toEqual({
      errorType: "AnnotationError",
      op: null,
    });
    expect(wrong.reason).toContain("The evidence says");
  });

  it("A36 a case is undecided if the recording lacks question, answer and message", () => {
    const trace = new Trace();
    const hello = trace.message("m1", "Ada", "Good morning to you all.");
    trace.operation("greet", "chat", [[hello, trace.variable("reply", "Good morning, Ada!")]]);
    const attribution = attribute(trace.build(), {
      ...{ query: "Where is the spare key kept?", prediction: "I do not know." },
      ...{ expected: ["under the blue flowerpot"], evidence: [] },
    });
    expect(attribution).toMatchObject({ outcome: "undecided", because: "question-not-recorded" });
    expect(attribution.notes.join(" ")).toContain("The question is not a variable of the graph");
  });
});

describe("undecided cases", () => {
  const NEVER = ["AnnotationError", "JudgeError"];
  const BLANK = [[], [""], ["  "], ["...", "?!"], ["—"], ["", " ", "\n"], ["\u200b"], ["(), []"]];

  it.each(BLANK)(
    "A77 no verdict makes a claim about the blank expected answer %j",
    (...expected) => {
      const wanted = expected.filter((each) => typeof each === "string");
      for (const prediction of ["It was green.", "blue", "", "   ", "I do not know."]) {
        for (const evidence of [[], ["m10@1"], ["m1@1"], ["nowhere@1"]]) {
          const verdict = retrievalMissed({ expected: wanted, prediction, evidence });
          expect(NEVER).not.toContain(verdict.errorType);
          expect(verdict.reason).not.toContain("expected “");
          expect(verdict.notes.join(" ")).toContain("No expected answer is known");
        }
      }
    },
  );

  it("A76 A77 without an expected answer, an answer that repeats a message leaves the case undecided", () => {
    const verdict = retrievalMissed({ expected: [""], prediction: UNIT });
    expect(verdict).toMatchObject({ outcome: "undecided", because: "no-expected-answer" });
  });

  it.each([
    ["nothing but question and answer", { expected: [EXPECTED] }],
    ["neither an expected answer", { expected: [] }],
    ["no prediction either", { expected: [EXPECTED], prediction: "" }],
  ])(
    "A76 a graph of %s leaves the case undecided, and the remedy says what to record",
    (_, change) => {
      const trace = new Trace();
      const query = trace.variable("question", "Which colour is the vase?", { category: "query" });
      const reply = trace.variable("reply", "red", { category: "answer" });
      trace.operation("answer", "answer", [[query, reply]], { category: "answer" });
      const failed = { query: "Which colour is the vase?", prediction: "red", evidence: [] };
      for (const ids of [{}, { queryId: query, predictionId: reply }]) {
        const verdict = attribute(trace.build(), { ...failed, ...ids, ...change });
        expect(Attribution.parse(verdict)).toEqual(verdict);
        expect(verdict).toMatchObject({
          outcome: "undecided",
          because: "nothing-recorded",
          remedy: expect.stringContaining("Record the messages"),
        });
        expect(verdict).not.toHaveProperty("chain");
      }
    },
  );

  it("A95 the reason never calls a recording with values but without messages empty", () => {
    const trace = new Trace();
    const query = trace.variable("question", "Which colour is the vase?", { category: "query" });
    const unit = trace.variable("unit", "Ana bought a vase.", { category: "memory" });
    const context = trace.variable("context", "Ana bought a vase.", { category: "context" });
    const reply = trace.variable("reply", "red", { category: "answer" });
    trace.operation("search", "search", [
      [query, context],
      [unit, context],
    ]);
    trace.operation("answer", "answer", [[context, reply]]);
    const failed = { query: "Which colour is the vase?", prediction: "red", evidence: [] };
    const verdict = attribute(trace.build(), { ...failed, expected: [EXPECTED] });
    expect(verdict).toMatchObject({ outcome: "undecided", because: "no-messages" });
    expect(verdict.reason).not.toContain("records nothing");
  });

  it("A76 the case is undecided if no link shows what the answering step read", () => {
    const agent = converse(UNIT);
    const failed = {
      ...{ query: "Which colour is the vase?", prediction: "red" },
      ...{ expected: [EXPECTED], evidence: [agent.evidence] },
    };
    expect(attribute(agent.trace.build(), failed)).toMatchObject({
      outcome: "undecided",
      because: "question-not-recorded",
    });
    const query = agent.trace.variable("question", failed.query, { category: "query" });
    const reply = agent.trace.variable("reply", "red", { category: "answer" });
    agent.trace.operation("answer", "answer", [[query, reply]], { category: "answer" });
    expect(attribute(agent.trace.build(), failed)).toMatchObject({
      outcome: "undecided",
      because: "reading-not-recorded",
      remedy: "Record the retrieval, and what the answering step read.",
    });
  });

  it("A76 the verdict reports a message that no recorded step read, and blames no step", () => {
    const trace = new Trace();
    const message = trace.message("m1", "Ana", "In Porto I bought a tall blue vase.");
    const query = trace.variable("question", "Which colour is the vase?", { category: "query" });
    const reply = trace.variable("reply", "red", { category: "answer" });
    trace.operation("answer", "answer", [[query, reply]], { category: "answer" });
    const verdict = attribute(trace.build(), {
      ...{ query: "Which colour is the vase?", prediction: "red" },
      ...{ expected: [EXPECTED], evidence: [message] },
    });
    expect(verdict).toMatchObject({ outcome: "undecided", because: "message-not-read", op: null });
    expect(verdict.reason).toContain("tall blue vase");
  });

  it("A76 the tracer follows the given evidence to the loss even if the question has no words", () => {
    const verdict = retrievalMissed({ query: " ", queryId: "question@1" });
    expect(verdict).toMatchObject({ outcome: "attributed", errorType: "RetrievalError" });
  });
});
