import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { saysItRemoves, stepKindOf } from "../../src/graph/memory/record-categories.ts";
import type { Described } from "./support/conventions.ts";
import { graphOf, linksOf, mapped, step } from "./support/mapped.ts";
import type { JsonSpan } from "./support/otlp-request.ts";

type Attributes = Described["attributes"];

/** Returns the operation's category and the links that a single span produces. */
const recorded = (name: string, attributes: Attributes) => {
  const graph = graphOf([step(name, attributes)]);
  const [operation] = graph.operations.values();
  return [operation?.category, ...linksOf(graph)];
};
const FACT = "The key is under the mat";

test("B21 OpenLLMetry: indexed prompts, entities with their input and output, rows of a vector store", () => {
  for (const [prompt, completion] of [
    ["gen_ai.prompt", "gen_ai.completion"],
    ["llm.prompts", "llm.completions"],
  ] as const) {
    const chat: Attributes = {
      "llm.request.type": "chat",
      [`${prompt}.0.role`]: "system",
      [`${prompt}.0.content`]: "Be brief.",
      [`${prompt}.1.role`]: "user",
      [`${prompt}.1.content`]: "Where is the key?",
      [`${completion}.0.role`]: "assistant",
      [`${completion}.0.content`]: FACT,
    };
    expect(recorded("openai.chat", chat)).toEqual([
      "chat",
      "Be brief. → Be brief.⏎⏎Where is the key? (content)",
      "Where is the key? → Be brief.⏎⏎Where is the key? (content)",
      `Be brief.⏎⏎Where is the key? → ${FACT} (declared)`,
    ]);
  }
  const entity = {
    "traceloop.span.kind": "tool",
    "traceloop.entity.input": '{"args":[],"kwargs":{"query":"Where is the key?"}}',
    "traceloop.entity.output": `[{"id":"m1","memory":"${FACT}"}]`,
  };
  expect(recorded("search_memory.tool", entity)).toContain(`${FACT} → ${FACT} (id)`);
  const row = {
    name: "db.query.result",
    timeUnixNano: "1772600768000000000",
    attributes: [
      { key: "db.query.result.id", value: { stringValue: "d1" } },
      { key: "db.query.result.document", value: { stringValue: FACT } },
    ],
  };
  const query = step("chroma.query", { "traceloop.span.kind": "tool" }, { events: [row] });
  const { events } = mapped([query], "opentelemetry.instrumentation.chromadb");
  expect(events).toContainEqual(expect.objectContaining({ name: "d1", value: FACT }));
});

test("B21 Langfuse: observations with their type, input and output", () => {
  const generation = {
    "langfuse.observation.type": "generation",
    "langfuse.observation.input": '[{"role":"user","content":"Where is the key?"}]',
    "langfuse.observation.output": `{"role":"assistant","content":"${FACT}"}`,
  };
  expect(recorded("answer", generation)).toEqual(["chat", `Where is the key? → ${FACT} (content)`]);
  const retriever = {
    "langfuse.observation.type": "retriever",
    "langfuse.observation.input": "Where is the key?",
    "langfuse.observation.output": `{"documents":[{"id":"d1","content":"${FACT}"}]}`,
  };
  expect(recorded("look", retriever)).toEqual([
    "retrieval",
    `Where is the key? → ${FACT} (content)`,
    `${FACT} → ${FACT} (id)`,
  ]);
});

test("B21 Mastra: the parts of a generation are frames, and names identify memory operations", () => {
  const of = (type: string, attributes: Attributes = {}): Attributes => ({
    "mastra.span.type": type,
    "gen_ai.operation.name": type,
    [`mastra.${type}.input`]: "Where is the key?",
    [`mastra.${type}.output`]: `[{"id":"m1","content":"${FACT}"}]`,
    ...attributes,
  });
  expect(recorded("model_step scripted", of("model_step"))).toEqual(["model_step"]);
  expect(recorded("memory: recall", of("memory_operation"))).toEqual([
    "search_memory",
    `Where is the key? → ${FACT} (content)`,
    `${FACT} → ${FACT} (id)`,
  ]);
});

/** Spans of a write and a search of EverOS 1.4, with all content that it captures. */
function everos(): JsonSpan[] {
  const observed = (type: string, input?: unknown, output?: unknown): Attributes => ({
    "langfuse.observation.type": type,
    ...(input === undefined ? {} : { "langfuse.observation.input": JSON.stringify(input) }),
    ...(output === undefined ? {} : { "langfuse.observation.output": String(output) }),
  });
  const asked = { query: "Where is the key?", top_k: 5, method: "hybrid" };
  const all: [string, Attributes][] = [
    ["everos.memory.add", observed("span")],
    ["everos.memory.flush", observed("span")],
    ["everos.memcell.boundary", observed("generation")],
    ["everos.extract", observed("generation", undefined, FACT)],
    ["everos.persist.markdown", observed("span", undefined, "users/ada/episodes/2026-05.md")],
    ["everos.memory.search", observed("retriever", asked, '["ep_20260517_0001"]')],
    ["everos.search.recall", observed("retriever")],
    ["everos.search.rank", observed("span")],
    ["everos.embedding", observed("embedding")],
    ["everos.ome.extract_atomic_facts", observed("agent")],
    ["everos.reflect.consolidate", observed("span")],
  ];
  return all.map(([name, attributes], index) =>
    step(name, attributes, { spanId: `${index + 1}`.padStart(16, "0") }),
  );
}

test("B21 EverOS: names identify spans, and missing content is reported", () => {
  const graph = graphOf(everos());
  const operations = [...graph.operations.values()];
  expect(Object.fromEntries(operations.map(({ name, category }) => [name, category]))).toEqual({
    "everos.memory.add": "upsert_memory",
    "everos.memory.flush": "invoke_workflow",
    "everos.memcell.boundary": "chat",
    "everos.extract": "chat",
    "everos.persist.markdown": "upsert_memory",
    "everos.memory.search": "retrieval",
    "everos.search.recall": "retrieval",
    "everos.search.rank": "rerank",
    "everos.embedding": "embeddings",
    "everos.ome.extract_atomic_facts": "extraction",
    "everos.reflect.consolidate": "update_memory",
  });
  const search = operations.find(({ name }) => name === "everos.memory.search");
  expect(search?.comment).toMatch(/^Only ids of units/);
  const values = [...graph.variables.values()].map(({ value, category }) => [category, value]);
  expect(values).toContainEqual(["query", "Where is the key?"]);
  expect(values).toContainEqual(["llm_response", FACT]);
  expect(values.join()).not.toContain("ep_20260517_0001");
});

test("B21 EverOS: writes for an owner and searches by a user share one graph", () => {
  const scopes: Attributes[] = [
    { "langfuse.session.id": "s1", "langfuse.trace.metadata.owner_id": "ada" },
    { "langfuse.user.id": "ada" },
  ];
  const [written, searched] = scopes.map((scope) => {
    const span = step("everos.persist.markdown", scope);
    const attributes = Object(span.attributes).filter(
      ({ key }: { key: string }) => key !== "user.id",
    );
    return mapped([{ ...span, attributes }]).events[0]?.graph;
  });
  expect([written, searched]).toEqual(["user:ada", "user:ada"]);
});

test("B21 memory.*: the service identifies a span by its name first, then by its operation attribute", () => {
  const spans: Record<string, string | undefined> = {
    "memory.add": "upsert_memory",
    "memory.embed": "embeddings",
    "memory.llm.generate": "chat",
    "memory.vector_store.search": "search_memory",
    "memory.vector_store.insert": "upsert_memory",
    "memory.read": "search_memory",
    "memory.write": "upsert_memory",
    "memory.invalidate": "delete_memory",
    "memory.expire": "delete_memory",
    "memory.deletion": "delete_memory",
    "memory.consolidate": "update_memory",
    "memory.process": "upsert_memory",
  };
  for (const [name, category] of Object.entries(spans)) {
    expect([name, recorded(name, { "memory.operation": "add" })[0]]).toEqual([name, category]);
  }
  const searched = step("memory.search", {
    "memory.sut.name": "mem0",
    "memory.scope.user_id": "ada",
    "memory.query.text": "Where is the key?",
    "memory.result.count": 2,
  });
  const graph = graphOf([searched]);
  expect(graph.header).toMatchObject({ user: "ada", system: "mem0" });
  expect([...graph.variables.values()]).toMatchObject([{ value: "Where is the key?" }]);
});

test.each([
  ["forgetFact", true],
  ["clear_memories", true],
  ["purgeMemory", true],
  ["erase_memory", true],
  ["search_removed_memories", false],
  ["saveMemory", false],
])(
  "Q56 the tool %s gets the same removal decision in spans as in a recording: %s",
  (name, removes) => {
    const graph = graphOf([step("execute_tool", { "gen_ai.tool.name": name })]);
    const [operation] = graph.operations.values();
    expect(stepKindOf(operation) === "deletion").toBe(removes);
    expect(saysItRemoves(name) === true).toBe(removes);
  },
);

test("B42 the agent span of the Claude Agent SDK is the answering step; other agent spans only enclose it", () => {
  const spans = {
    "openinference.instrumentation.claude_agent_sdk": {
      "openinference.span.kind": "AGENT",
      "input.value": "Where is the key?",
      "output.value": FACT,
    },
    "opentelemetry.instrumentation.claude_agent_sdk": {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.input.messages":
        '[{"role":"user","parts":[{"type":"text","content":"Where is the key?"}]}]',
      "gen_ai.output.messages": `[{"role":"assistant","parts":[{"type":"text","content":"${FACT}"}]}]`,
    },
  };
  const linksBy = (attributes: Attributes, scope: string) => {
    const { events } = mapped([step("invoke_agent", attributes)], scope);
    return linksOf(buildGraph("user:ada", events));
  };
  for (const [scope, attributes] of Object.entries(spans)) {
    expect(linksBy(attributes, scope)).toEqual([`Where is the key? → ${FACT} (content)`]);
    expect(linksBy(attributes, "openinference.instrumentation.agno")).toEqual([]);
  }
});

test("B21 an OpenLLMetry workflow and the formatting of a prompt are frames, not steps", () => {
  const value = '{"lc":1,"id":["langchain_core","prompt_values"]}';
  const prompt = {
    "openinference.span.kind": "PROMPT",
    "input.value": FACT,
    "output.value": value,
  };
  expect(recorded("ChatPromptTemplate", prompt)).toEqual(["invoke_workflow"]);
  const workflow = {
    ...{ "gen_ai.operation.name": "workflow", "traceloop.span.kind": "workflow" },
    ...{ "traceloop.entity.input": FACT, "traceloop.entity.output": value },
  };
  expect(recorded("workflow RunnableMap", workflow)).toEqual(["workflow"]);
});
