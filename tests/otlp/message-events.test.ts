/**
 * Conventions that record messages as events, or as whole requests, and content under non-standard
 * names.
 */
import { expect, test } from "vitest";
import type { Described } from "./support/conventions.ts";
import { graphOf, linksOf, mapped, step } from "./support/mapped.ts";
import { attributesOf, type JsonSpan } from "./support/otlp-request.ts";

const SYSTEM = "Answer from facts only.";
const QUESTION = "Where is the spare key?";
const ANSWER = "Under the blue flowerpot.";
const TOOL = "The spare key is under the blue flowerpot.";
const CHAT = { "gen_ai.operation.name": "chat", "gen_ai.request.model": "scripted" };

type Attributes = Described["attributes"];
const event = (name: string, attributes: Attributes) => ({
  name,
  timeUnixNano: "1772600767100000000",
  attributes: attributesOf(attributes),
});
/**
 * Returns the inputs and outputs of a chat as roles and texts in order, and the notes to the
 * sender.
 */
function heard(span: JsonSpan) {
  const graph = graphOf([span]);
  const { notes } = mapped([span]);
  const [operation] = graph.operations.values();
  const values = [...graph.variables.values()]
    .filter(({ category }) => category !== "context")
    .map(({ category, value }) => `${category}: ${value}`);
  return { values, notes, comment: operation?.comment, category: operation?.category, graph };
}
const EXPECTED = [
  `prompt: ${SYSTEM}`,
  `message: ${QUESTION}`,
  `text: ${TOOL}`,
  `llm_response: ${ANSWER}`,
];

const content = (body: unknown) => ({ "gen_ai.event.content": JSON.stringify(body) });
const SHAPES: Readonly<Record<string, JsonSpan>> = {
  "events with gen_ai.event.content": step("chat", CHAT, {
    events: [
      event("gen_ai.system.message", content({ role: "system", content: SYSTEM })),
      event("gen_ai.user.message", content({ role: "user", content: QUESTION })),
      event("gen_ai.tool.message", content({ id: "call-1", content: TOOL })),
      event(
        "gen_ai.choice",
        content({ index: 0, message: { role: "assistant", content: ANSWER } }),
      ),
    ],
  }),
  "events with attributes of their own": step("chat", CHAT, {
    events: [
      event("gen_ai.system.message", { content: SYSTEM }),
      event("gen_ai.user.message", { role: "user", content: QUESTION }),
      event("gen_ai.tool.message", { content: TOOL, id: "call-1" }),
      event("gen_ai.choice", { message: JSON.stringify({ content: ANSWER }), index: 0 }),
    ],
  }),
  "a list of events in one attribute": step("chat", {
    ...CHAT,
    events: JSON.stringify([
      { "event.name": "gen_ai.system.message", role: "system", content: SYSTEM },
      { "event.name": "gen_ai.user.message", role: "user", content: QUESTION },
      { "event.name": "gen_ai.tool.message", role: "tool", content: TOOL },
      { "event.name": "gen_ai.choice", index: 0, message: { role: "assistant", content: ANSWER } },
    ]),
  }),
};

test.each(Object.entries(SHAPES))(
  "B24 the service reads messages in their order: %s",
  (_, span) => {
    const { values, notes, comment, category } = heard(span);
    expect(values).toEqual(EXPECTED);
    expect([notes, comment, category]).toEqual([[], undefined, "chat"]);
  },
);

test("B24 the answer of the model is separate from its earlier replies and tool calls", () => {
  const call = {
    id: "c",
    type: "function",
    function: { name: "search", arguments: '{"query":"spare key"}' },
  };
  const { values } = heard(
    step("chat", CHAT, {
      events: [
        event("gen_ai.user.message", content({ content: "Hello, who are you?" })),
        event("gen_ai.assistant.message", content({ content: "I am your assistant." })),
        event("gen_ai.user.message", content({ content: QUESTION })),
        event("gen_ai.choice", content({ message: { tool_calls: [call] } })),
      ],
    }),
  );
  expect(values.slice(0, 4)).toEqual([
    "message: Hello, who are you?",
    "message: I am your assistant.",
    `message: ${QUESTION}`,
    'llm_response: {"query":"spare key"}',
  ]);
});

test("B24 requests and answers of Google's ADK are read into the graph of their session", () => {
  const request = {
    model: "gemini",
    config: { system_instruction: SYSTEM },
    contents: [
      { role: "user", parts: [{ text: QUESTION }] },
      { role: "model", parts: [{ function_call: { name: "search", args: { query: "key" } } }] },
      {
        role: "user",
        parts: [{ function_response: { name: "search", response: { found: TOOL } } }],
      },
    ],
  };
  const answer = { content: { role: "model", parts: [{ text: ANSWER }] } };
  const adk: Attributes = {
    "gen_ai.system": "gcp.vertex.agent",
    "gcp.vertex.agent.llm_request": JSON.stringify(request),
    "gcp.vertex.agent.llm_response": JSON.stringify(answer),
  };
  const { values, notes, category } = heard(step("call_llm", adk));
  expect(values).toEqual(
    expect.arrayContaining([
      `prompt: ${SYSTEM}`,
      `message: ${QUESTION}`,
      `llm_response: ${ANSWER}`,
    ]),
  );
  expect(values.join("\n")).toContain(TOOL);
  expect([category, notes]).toEqual(["chat", []]);
  const tool: Attributes = {
    "gen_ai.operation.name": "execute_tool",
    "gen_ai.tool.name": "search_memory",
    "gcp.vertex.agent.tool_call_args": '{"query":"spare key"}',
    "gcp.vertex.agent.tool_response": `{"results":[{"id":"m1","memory":"${TOOL}"}]}`,
  };
  expect(linksOf(graphOf([step("execute_tool search_memory", tool)]))).toContain(
    `spare key → ${TOOL.slice(0, 40)} (content)`,
  );
  const off = step("call_llm", {
    ...adk,
    "gcp.vertex.agent.llm_request": "{}",
    "gcp.vertex.agent.llm_response": "{}",
  });
  expect(heard(off).comment).toMatch(/^No content of this step was captured/);
  const span = step("call_llm", { ...adk, "gcp.vertex.agent.session_id": "session-9" });
  const { attributes } = span as unknown as { attributes: { key: string }[] };
  const own = { ...span, attributes: attributes.filter(({ key }) => key !== "user.id") };
  expect(mapped([own]).events.map(({ graph }) => graph)).toContain("conversation:session-9");
});

test("B25 content under an unknown attribute name is omitted and reported", () => {
  const unknown: [JsonSpan, string][] = [
    [
      step("chat", { ...CHAT, "acme.llm_prompt": QUESTION, "acme.llm_answer": ANSWER }),
      "acme.llm_prompt",
    ],
    [
      step("chat", CHAT, { events: [event("acme.said", content({ text: ANSWER }))] }),
      "gen_ai.event.content",
    ],
    [
      step("chat", {
        ...CHAT,
        "gen_ai.input.messages": `[{"role":"user","content":"${QUESTION}"}]`,
        "acme.output": ANSWER,
      }),
      "acme.output",
    ],
  ];
  for (const [span, name] of unknown) {
    const { comment, notes, values } = heard(span);
    expect(comment).toContain(`Content in the attribute ${name} is not read`);
    expect(notes).toEqual([
      expect.stringMatching(`^1 of 1 steps have content that is not read, in ${name}:`),
    ]);
    expect(values.join()).not.toContain(ANSWER);
  }
});

test("B25 settings, figures, errors and ids do not count as content", () => {
  const attributes: Attributes = {
    ...CHAT,
    "gen_ai.response.id": "chatcmpl-1234567890",
    "gen_ai.response.model": "a model with a long name",
    "gen_ai.request.max_tokens": 100,
    "http.request.body.size": 1_000,
    "error.message": "the request was not understood by the server",
    "gen_ai.tool.definitions": '[{"name":"search","description":"searches the memory"}]',
  };
  const failed = event("exception", {
    "exception.message": "the response was not a response at all",
  });
  const { comment, notes } = heard(step("chat", attributes, { events: [failed] }));
  expect(comment).toMatch(/^No content of this step was captured/);
  expect(notes).toEqual([expect.stringMatching(/^1 of 1 steps have no content/)]);
});

test("B26 a span that is sent before its end and again after it is recorded in its final state", () => {
  const ended = step("chat", {
    ...CHAT,
    "gen_ai.output.messages": `[{"role":"assistant","content":"${ANSWER}"}]`,
  });
  const open = { ...step("chat", CHAT), endTimeUnixNano: "0" };
  for (const spans of [
    [open, ended],
    [ended, open],
  ]) {
    const graph = graphOf(spans);
    const [operation] = graph.operations.values();
    expect([graph.operations.size, operation?.comment]).toEqual([1, undefined]);
    expect((operation?.endedAt ?? 0) - (operation?.startedAt ?? 0)).toBe(100);
  }
  expect(mapped([open]).notes).toEqual([]);
  const pending = step("chat", { ...CHAT, "logfire.span_type": "pending_span" });
  expect(mapped([pending]).events).toEqual([]);
});

test("B27 a link guessed from nesting causes no warning if the enclosing span never arrives", () => {
  const found = {
    "gen_ai.operation.name": "search_memory",
    "gen_ai.memory.records": `[{"id":"u1","content":"${TOOL}"}]`,
  };
  const inner = { ...step("search_memory", found), spanId: "000000000000000b" };
  const search = { ...inner, parentSpanId: "0000000000000001" };
  const alone = graphOf([search]);
  expect([alone.pending, alone.warnings]).toEqual([[], []]);
  const agent = step("agent", { "openinference.span.kind": "AGENT", "input.value": QUESTION });
  for (const spans of [
    [agent, search],
    [search, agent],
  ]) {
    const guessed = linksOf(graphOf(spans)).filter((link) => link.endsWith("(nesting)"));
    expect(guessed).toEqual([`${QUESTION} → ${TOOL.slice(0, 40)} (nesting)`]);
  }
});
