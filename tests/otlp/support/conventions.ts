/** Describes one step of the agent in each convention, as a span name with attributes. */
import type { AgentStep, Call, Said, Turn, Unit } from "./memory-agent.ts";

export type Attributes = Readonly<Record<string, string | number | boolean | string[]>>;

export interface Described {
  readonly name: string;
  readonly attributes: Attributes;
}

export interface Convention {
  readonly turn: (turn: Turn) => Described;
  readonly step: (step: AgentStep) => Described;
}

/** A model's output as a message. */
const answered = (answer: string | Call): Said =>
  typeof answer === "string"
    ? { role: "assistant", content: answer }
    : { role: "assistant", content: "", call: answer };

const part = ({ role, content, call }: Said) => {
  if (call !== undefined) return { type: "tool_call", id: "c", name: "search", arguments: call };
  if (role === "tool")
    return { type: "tool_call_response", id: "c", response: JSON.parse(content) };
  return { type: "text", content };
};
const parts = (messages: readonly Said[]) =>
  JSON.stringify(messages.map((message) => ({ role: message.role, parts: [part(message)] })));
const records = (units: readonly Unit[]) =>
  JSON.stringify(units.map(({ id, text }) => ({ id, content: text, score: 0.8 })));

const genai: Convention = {
  turn: ({ said, reply }) => ({
    name: "invoke_agent assistant",
    attributes: {
      "gen_ai.operation.name": "invoke_agent",
      "gen_ai.input.messages": parts([{ role: "user", content: said }]),
      "gen_ai.output.messages": parts([{ role: "assistant", content: reply }]),
    },
  }),
  step: (step): Described => {
    const memory = { "gen_ai.memory.store.id": "facts" };
    switch (step.kind) {
      case "model":
        return {
          name: "chat scripted",
          attributes: {
            "gen_ai.operation.name": "chat",
            "gen_ai.request.model": "scripted",
            "gen_ai.input.messages": parts(step.prompt),
            "gen_ai.output.messages": parts([answered(step.answer)]),
          },
        };
      case "search":
        return {
          name: "search_memory",
          attributes: {
            "gen_ai.operation.name": "search_memory",
            ...memory,
            "gen_ai.memory.query.text": step.query,
            "gen_ai.memory.records": records(step.found),
          },
        };
      default: {
        const name = step.kind === "delete" ? "delete_memory" : `${step.as}_memory`;
        const { id } = step.unit;
        const content: Attributes =
          step.kind === "delete" ? {} : { "gen_ai.memory.records": records([step.unit]) };
        return {
          name,
          attributes: {
            "gen_ai.operation.name": name,
            ...memory,
            "gen_ai.memory.record.id": id,
            ...content,
          },
        };
      }
    }
  },
};

const flattened = (prefix: string, messages: readonly Said[]): Attributes =>
  Object.fromEntries(
    messages.flatMap(({ role, content, call }, index) => [
      [`${prefix}.${index}.message.role`, role],
      call === undefined
        ? [`${prefix}.${index}.message.content`, content]
        : [
            `${prefix}.${index}.message.tool_calls.0.tool_call.function.arguments`,
            JSON.stringify(call),
          ],
    ]),
  );

const openinference: Convention = {
  turn: ({ said, reply }) => ({
    name: "agent",
    attributes: {
      "openinference.span.kind": "AGENT",
      "input.value": said,
      "output.value": reply,
    },
  }),
  step: (step): Described => {
    switch (step.kind) {
      case "model":
        return {
          name: "ChatCompletion",
          attributes: {
            "openinference.span.kind": "LLM",
            "llm.model_name": "scripted",
            ...flattened("llm.input_messages", step.prompt),
            ...flattened("llm.output_messages", [answered(step.answer)]),
          },
        };
      case "search":
        return {
          name: "search_memory",
          attributes: {
            "openinference.span.kind": "RETRIEVER",
            "input.value": step.query,
            ...Object.fromEntries(
              step.found.flatMap(({ id, text }, index) => [
                [`retrieval.documents.${index}.document.id`, id],
                [`retrieval.documents.${index}.document.content`, text],
                [`retrieval.documents.${index}.document.score`, 0.8],
              ]),
            ),
          },
        };
      default: {
        const { id, text } = step.unit;
        const name = step.kind === "delete" ? "delete_memory" : `${step.as}_memory`;
        return {
          name,
          attributes: {
            "openinference.span.kind": "TOOL",
            "tool.name": name,
            "input.value": JSON.stringify(step.kind === "delete" ? { id } : { memory: text }),
            "output.value": JSON.stringify(step.kind === "delete" ? { ok: true } : { id }),
          },
        };
      }
    }
  },
};

const aiPart = ({ role, content, call }: Said) => {
  if (call !== undefined) return { type: "tool-call", toolCallId: "c", args: call };
  if (role === "tool") return { type: "tool-result", toolCallId: "c", result: JSON.parse(content) };
  return { type: "text", text: content };
};

const aiSdk: Convention = {
  turn: ({ said, reply }) => ({
    name: "ai.generateText",
    attributes: {
      "ai.operationId": "ai.generateText",
      "ai.prompt": JSON.stringify({ prompt: said }),
      "ai.response.text": reply,
    },
  }),
  step: (step): Described => {
    const tool = (name: string, args: unknown, result: unknown): Described => ({
      name: "ai.toolCall",
      attributes: {
        "ai.operationId": "ai.toolCall",
        "ai.toolCall.name": name,
        "ai.toolCall.id": "call",
        "ai.toolCall.args": JSON.stringify(args),
        "ai.toolCall.result": JSON.stringify(result),
      },
    });
    switch (step.kind) {
      case "model":
        return {
          name: "ai.generateText.doGenerate",
          attributes: {
            "ai.operationId": "ai.generateText.doGenerate",
            "ai.model.id": "scripted",
            "ai.prompt.messages": JSON.stringify(
              step.prompt.map((said) => ({
                role: said.role,
                content: said.role === "system" ? said.content : [aiPart(said)],
              })),
            ),
            ...(typeof step.answer === "string"
              ? { "ai.response.text": step.answer }
              : {
                  "ai.response.toolCalls": JSON.stringify([
                    { toolName: "searchMemory", args: step.answer },
                  ]),
                }),
          },
        };
      case "search":
        return tool(
          "searchMemory",
          { query: step.query },
          step.found.map(({ id, text }) => ({ id, memory: text })),
        );
      case "delete":
        return tool("deleteMemory", { id: step.unit.id }, { ok: true });
      case "write":
        return tool(
          step.as === "create" ? "addMemory" : "updateMemory",
          step.as === "create"
            ? { content: step.unit.text }
            : { id: step.unit.id, content: step.unit.text },
          { id: step.unit.id },
        );
    }
  },
};

export const CONVENTIONS = { genai, openinference, aiSdk };
