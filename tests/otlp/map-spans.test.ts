import fc from "fast-check";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { readBatch } from "../../src/protocol/events/batch.ts";
import { describeGraph } from "../graph/support/describe-graph.ts";
import type { CONVENTIONS } from "./support/conventions.ts";
import { graphOf, linksOf, mapped, step, verdictOn } from "./support/mapped.ts";
import { bySearchTool, converse, type Fault, QUESTION, type Unit } from "./support/memory-agent.ts";
import { attributesOf, type JsonSpan, spansOf } from "./support/otlp-request.ts";
import { PROMPT_SHAPES, reshaped } from "./support/prompt-shapes.ts";

type Name = keyof typeof CONVENTIONS;
const NAMES: readonly Name[] = ["genai", "openinference", "aiSdk"];
const WRITES = { genai: "_memory", openinference: "_memory", aiSdk: "Memory" };
const MODELS = {
  genai: "chat scripted",
  openinference: "ChatCompletion",
  aiSdk: "ai.generateText.doGenerate",
};

const FAULTS: readonly Fault[] = ["extraction", "update", "deletion", "retrieval", "response"];
const expectedIn = (name: Name): Record<Fault, string> => ({
  extraction: `ExtractionError at ${MODELS[name]}`,
  update: `UpdateError at update${WRITES[name]}`,
  deletion: `DeletionError at delete${WRITES[name]}`,
  retrieval: `RetrievalError at search${WRITES[name]}`,
  response: `ResponseError at ${MODELS[name]}`,
});

test.each(NAMES)(
  "B10 in %s the tracer finds every planted fault of an agent at its operation",
  (name) => {
    for (const fault of FAULTS) {
      const turns = converse(fault);
      expect(verdictOn(graphOf(spansOf(turns, name)), turns)).toBe(expectedIn(name)[fault]);
    }
  },
);

test.each(Object.entries(PROMPT_SHAPES))(
  "B10 the tracer also finds each fault if the prompt holds its contents %s",
  (_, reshape) => {
    for (const name of NAMES) {
      for (const fault of FAULTS) {
        const turns = converse(fault).map((turn) => reshaped(turn, reshape));
        const graph = graphOf(spansOf(turns, name));
        expect([name, verdictOn(graph, turns)]).toEqual([name, expectedIn(name)[fault]]);
      }
    }
  },
);

test.each(NAMES)(
  "B10 the tracer also finds each fault if the model in %s calls the search with its own query",
  (name) => {
    for (const fault of FAULTS) {
      const turns = bySearchTool(converse(fault));
      expect(verdictOn(graphOf(spansOf(turns, name)), turns)).toBe(expectedIn(name)[fault]);
    }
  },
);

test("B10 the tracer blames a reranker that drops the unit although the search returned it", () => {
  const [whole, turns] = [converse().at(-1), converse("retrieval")];
  const [search, found] = [whole?.steps[0], turns.at(-1)?.steps[0]];
  if (search?.kind !== "search" || found?.kind !== "search") throw new Error("no search");
  const documents = (side: string, units: readonly Unit[]) =>
    Object.fromEntries(
      units.flatMap(({ id, text }, index) => [
        [`reranker.${side}_documents.${index}.document.id`, id],
        [`reranker.${side}_documents.${index}.document.content`, text],
      ]),
    );
  const last = {
    said: "",
    reply: "",
    ...turns.at(-1),
    steps: [search, ...(turns.at(-1)?.steps ?? [])],
  };
  const spans = spansOf([...turns.slice(0, -1), last], "openinference").map((span) => {
    const ranks = span.spanId === (turns.length * 100 + 2).toString(16).padStart(16, "0");
    const attributes = {
      ...{ "user.id": "ada", "openinference.span.kind": "RERANKER", "reranker.query": QUESTION },
      ...documents("input", search.found),
      ...documents("output", found.found),
    };
    return ranks ? { ...span, name: "rerank", attributes: attributesOf(attributes) } : span;
  });
  expect(verdictOn(graphOf(spans), turns)).toBe("RetrievalError at rerank");
});

test("B10 the tracer also finds each fault if no span encloses the steps", () => {
  for (const fault of FAULTS) {
    const turns = converse(fault);
    const inner = spansOf(turns, "genai").filter((span) => "parentSpanId" in span);
    expect(verdictOn(graphOf(inner), turns)).toBe(expectedIn("genai")[fault]);
  }
});

test("B11 a span is one operation with its times, state and settings", () => {
  const failed = step(
    "chat scripted",
    { "gen_ai.operation.name": "chat", "gen_ai.request.model": "scripted" },
    { status: { code: 2, message: "the model is down" }, parentSpanId: "00000000000000ff" },
  );
  const [operation] = graphOf([failed]).operations.values();
  expect(operation).toMatchObject({
    ...{ name: "chat scripted", category: "chat", status: "error", error: "the model is down" },
    metadata: {
      ...{ "gen_ai.request.model": "scripted", traceId: "1".padStart(32, "0") },
      inside: `${"1".padStart(32, "0")}:00000000000000ff`,
    },
    ...{ startedAt: 1772600767000, endedAt: 1772600767100 },
  });
});

test("B12 the service skips spans that are no agent step", () => {
  const noise = [
    step("GET /health", { "http.request.method": "GET" }),
    step("SELECT", { "db.system.name": "postgresql", "memtrace.graph": "ada" }),
    step("POST", { "url.full": "https://api.example", "gen_ai.conversation.id": "c" }),
  ];
  expect(mapped(noise).events).toEqual([]);
  expect(
    mapped([step("anything", {})], "openinference.instrumentation.langchain").events,
  ).not.toEqual([]);
});

const conversation = spansOf(converse("retrieval"), "genai");
const described = describeGraph(graphOf(conversation));

test("B13 the order, the batches and the repetition of spans do not change the graph", () => {
  fc.assert(
    fc.property(
      fc.shuffledSubarray(conversation, { minLength: conversation.length }),
      fc.integer({ min: 1, max: 7 }),
      fc.subarray(conversation),
      (spans, size, again) => {
        const parts = [...spans, ...again].flatMap((_, index, all) =>
          index % size === 0 ? [all.slice(index, index + size)] : [],
        );
        const events = parts.flatMap((part) => mapped(part).events);
        expect(describeGraph(buildGraph("user:ada", events))).toEqual(described);
      },
    ),
    { numRuns: 30 },
  );
});

test("B14 the graph comes from the graph attribute, else the user, the conversation, or the trace", () => {
  const graphs = (attributes: Record<string, string>) => {
    const [span] = spansOf(converse().slice(0, 1), "genai", attributes);
    return [...new Set(mapped(span === undefined ? [] : [span]).events.map(({ graph }) => graph))];
  };
  const [conversation, user] = [{ "gen_ai.conversation.id": "c1" }, { "user.id": "ada" }];
  expect(graphs({})).toEqual([`trace:${"1".padStart(32, "0")}`]);
  expect(graphs(conversation)).toEqual(["conversation:c1"]);
  expect(graphs({ ...conversation, ...user })).toEqual(["user:ada"]);
  expect(graphs({ ...conversation, ...user, "memtrace.graph": "g" })).toEqual(["g"]);
  expect(graphs({ "langfuse.session.id": "c2" })).toEqual(["conversation:c2"]);
  expect(graphs({ "memtrace.graph": ".." })[0]).toMatch(/^\.\.#[\da-f]{16}$/);
  expect(graphs({ "memtrace.graph": `${"x".repeat(300)}\n` })[0]).toMatch(/^x{200}#[\da-f]{16}$/);
});

test("B14 a span inherits the graph from its nearest ancestor or its trace, within one request", () => {
  const spans = spansOf(converse().slice(0, 1), "genai", {});
  const root = spans.at(-1);
  const named = { key: "user.id", value: { stringValue: "ada" } };
  const { events, notes } = mapped([
    ...spans.slice(0, -1),
    { ...root, attributes: [...Object(root).attributes, named] } as JsonSpan,
  ]);
  expect(new Set(events.map(({ graph }) => graph))).toEqual(new Set(["user:ada"]));
  expect(notes).toEqual([]);
  expect(mapped(spans).notes.join()).toContain("name neither a user nor a conversation");
});

test("B15 memory that is written and read in different traces is one unit, by store and id", () => {
  const graph = graphOf(conversation);
  const unit = graph.variables.get("facts/m2@1");
  expect(unit).toMatchObject({ value: "The spare key is kept in the blue flowerpot" });
  const traces = (spans: readonly JsonSpan[]) => new Set(spans.map(({ traceId }) => traceId)).size;
  expect(traces(conversation)).toBe(7);
  const found = graphOf(spansOf(converse(), "genai"));
  const readers = found.linksFrom("facts/m2@1").map(({ op }) => found.operations.get(op)?.name);
  const writers = found.linksTo("facts/m2@1").map(({ op }) => found.operations.get(op)?.name);
  expect(new Set(readers)).toEqual(new Set(["search_memory"]));
  expect(new Set(writers)).toEqual(new Set(["create_memory", "search_memory"]));
  const query = { "gen_ai.memory.query.text": "What is kept where?" };
  const records = { "gen_ai.memory.records": '[{"id":"m2","content":"Another store\'s unit"}]' };
  const other = step("search_memory", { ...query, ...records, "gen_ai.memory.store.id": "other" });
  expect([...graphOf([other]).variables.keys()]).toContain("other/m2@1");
});

test("B16 the category of a link says how the service recognised its source", () => {
  const links = linksOf(graphOf(spansOf(converse(), "genai")));
  expect(links).toContain(
    "By the way, the spare key is kept in the → Extract the facts from what the user say (content)",
  );
  const one = "The spare key is kept in the blue flower";
  expect(links).toContain(`${one} → ${one} (id)`);
  expect(links).toContain(`${one} → You answer from the memories below.⏎Memo (containment)`);
  const [from, to] = [{ spanId: "000000000000000a" }, { spanId: "000000000000000b" }];
  const asked = step("chat", {
    "gen_ai.input.messages": '[{"role":"user","content":"What should I cook tonight?"}]',
    "gen_ai.output.messages": '[{"role":"assistant","content":"A soup of leeks and potatoes"}]',
    "gen_ai.operation.name": "chat",
  });
  const tool = { "gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "clock" };
  const result = step(
    "execute_tool clock",
    { ...tool, "gen_ai.tool.call.result": "It is half past six" },
    { ...to, parentSpanId: from.spanId },
  );
  const child = graphOf([{ ...asked, ...from }, result]);
  expect(linksOf(child)).toContain("What should I cook tonight? → It is half past six (nesting)");
  const linked = { traceId: asked.traceId, ...from, attributes: attributesOf({ from: "output" }) };
  const declared = step("execute_tool clock", tool, {
    ...to,
    links: [linked],
    attributes: attributesOf({
      ...tool,
      "user.id": "ada",
      "gen_ai.tool.call.result": "Half past six",
    }),
  });
  expect(linksOf(graphOf([declared, { ...asked, ...from }]))).toContain(
    "A soup of leeks and potatoes → Half past six (declared)",
  );
});

test("B17 a step without content gets a mark, and the answer reports it", () => {
  const silent = [
    step("chat", { "gen_ai.operation.name": "chat", "gen_ai.request.model": "m" }),
    step(
      "search_memory",
      { "gen_ai.operation.name": "search_memory", "gen_ai.memory.record.count": 3 },
      { spanId: "000000000000000b" },
    ),
  ];
  const graph = graphOf(silent);
  expect([...graph.links.values()]).toEqual([]);
  for (const { comment } of graph.operations.values()) {
    expect(comment).toMatch(/^No content of this step was captured/);
  }
  expect(mapped(silent).notes).toEqual([
    expect.stringMatching(/^2 of 2 steps have no content.*CAPTURE_MESSAGE_CONTENT/),
  ]);
  const ids = { "gen_ai.retrieval.documents": '[{"id":"d1","score":0.9}]' };
  const [named] = graphOf([step("retrieval", ids)]).operations.values();
  expect(named?.comment).toMatch(/^Only ids of units/);
});

test("B18 a search without results gets a mark that says so", () => {
  const query = { "gen_ai.memory.query.text": "What is kept where?" };
  const none = {
    "gen_ai.operation.name": "search_memory",
    ...query,
    "gen_ai.memory.records": "[]",
  };
  expect(linksOf(graphOf([step("search_memory", none)]))).toEqual([
    "What is kept where? → [] (content)",
  ]);
});

test.each([
  ['{"toString":"x"}', ['{"toString":"x"}']],
  [
    '["mat", {"valueOf": 1, "toString": 2}, ["a", "b"], 7, null]',
    ["mat", '{"valueOf":1,"toString":2}', '["a","b"]', "7", "null"],
  ],
])("B19 the service stores the expected answers %s as text", (written, expected) => {
  const { verdicts } = graphOf([
    step("evaluate", {
      ...{ "memtrace.query": "Where is the key?", "memtrace.prediction": "I do not know" },
      ...{ "gen_ai.evaluation.name": "correctness", "gen_ai.evaluation.score.label": "fail" },
      "memtrace.expected": written,
    }),
  ]);
  expect(verdicts).toMatchObject([{ score: 0, expected }]);
});

test("B19 an evaluation of an answer is a verdict; other scores are not", () => {
  const chat = {
    "gen_ai.operation.name": "chat",
    "gen_ai.input.messages": '[{"role":"user","content":"Where is the key?"}]',
    "gen_ai.output.messages": '[{"role":"assistant","content":"I do not know"}]',
    "memtrace.expected": ["under the mat"],
  };
  const event = (attributes: Record<string, string | number>) => ({
    name: "gen_ai.evaluation.result",
    timeUnixNano: "1772600768000000000",
    attributes: attributesOf(attributes),
  });
  const judged = (attributes: Record<string, string | number>) =>
    graphOf([step("chat", chat, { events: [event(attributes)] })]).verdicts;
  const name = "gen_ai.evaluation.name";
  const value = "gen_ai.evaluation.score.value";
  expect(
    judged({ [name]: "answer_correctness", [value]: 0.1, "gen_ai.evaluation.explanation": "no" }),
  ).toMatchObject([
    {
      ...{ query: "Where is the key?", prediction: "I do not know", score: 0.1, reason: "no" },
      expected: ["under the mat"],
    },
  ]);
  expect(judged({ [name]: "correctness", "gen_ai.evaluation.score.label": "fail" })).toMatchObject([
    { score: 0 },
  ]);
  expect(judged({ [name]: "toxicity", [value]: 0.1 })).toEqual([]);
  for (const other of [
    ...["answer_relevance", "context_recall", "memory_usage", "string_match", "hallucination"],
    ...["tool_call_accuracy", "json_correctness", "incorrectness"],
  ]) {
    expect([other, judged({ [name]: other, [value]: 0.3 })]).toEqual([other, []]);
  }
  for (const own of ["Answer Correctness", "accuracy", "exact_match", "Factuality", "qa"]) {
    expect([own, judged({ [name]: own, [value]: 0.3 })]).toMatchObject([own, [{ score: 0.3 }]]);
  }
});

test("B20 the events of any spans are valid, and the graph accepts them", () => {
  const words = [
    ...["gen_ai.input.messages", "gen_ai.output.messages", "gen_ai.memory.records"],
    ...["gen_ai.memory.record.id", "gen_ai.operation.name", "openinference.span.kind"],
    ...["llm.input_messages.0.message.content", "retrieval.documents.0.document.id"],
    ...["input.value", "output.value", "ai.prompt", "ai.prompt.messages", "ai.toolCall.args"],
    ...["ai.toolCall.result", "gen_ai.prompt.0.content", "traceloop.entity.input", "__proto__"],
    ...["memtrace.graph", "user.id", "gen_ai.evaluation.name", "memory.operation", "tool.name"],
  ];
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.json(),
    fc.constantFrom(
      ".",
      "..",
      "search_memory",
      "delete_memory",
      "upsert_memory",
      "chat",
      "TOOL",
      "RERANKER",
    ),
    fc.constantFrom(
      '{"results":[{"id":"1","memory":"x","event":"DELETE"}]}',
      "- a\n- b",
      "```json\n[]\n```",
    ),
  );
  const attributes = fc.dictionary(fc.constantFrom(...words), text);
  fc.assert(
    fc.property(
      fc.array(attributes, { minLength: 1, maxLength: 4 }),
      fc.string(),
      (spans, name) => {
        const { events } = mapped(
          spans.map((own, index) => step(name, own, { spanId: `${index + 1}`.padStart(16, "0") })),
        );
        const read = readBatch(JSON.stringify(events));
        expect(read.ok && read.value.events.map(({ event }) => event)).toEqual(events);
        expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
        for (const graph of new Set(events.map((event) => event.graph))) {
          expect(
            buildGraph(
              graph,
              events.filter((event) => event.graph === graph),
            ).warnings,
          ).toEqual([]);
        }
      },
    ),
    { numRuns: 300 },
  );
});
