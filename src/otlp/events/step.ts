/**
 * Finds the kind of a step and the category of its operation. Categories are operation names of the
 * GenAI conventions, even if the span follows another convention.
 */
import { saysItRemoves, UNIT_NOUNS, wordsOf } from "../../graph/memory/record-categories.ts";
import { ADK_MODEL_REQUEST } from "../conventions/agent-development-kit.ts";
import type { SpanStepKind } from "../conventions/content.ts";
import { type Attributes, textOf } from "../encoding/attributes.ts";
import type { Span } from "../encoding/spans.ts";

export interface SpanStep {
  readonly kind: SpanStepKind;
  readonly category: string | undefined;
  readonly name: string;
}

/*
 * A `Map`, because a span's operation could be called `constructor`, which is a key of every plain
 * object.
 */
const KIND_OF_OPERATION: ReadonlyMap<string, SpanStepKind> = new Map(
  Object.entries({
    search_memory: "search",
    retrieval: "search",
    rerank: "rerank",
    create_memory: "write",
    update_memory: "write",
    upsert_memory: "write",
    delete_memory: "delete",
    chat: "model",
    text_completion: "model",
    generate_content: "model",
    embeddings: "embed",
    execute_tool: "tool",
    invoke_agent: "frame",
    create_agent: "frame",
    invoke_workflow: "frame",
    workflow: "frame",
    // In Mastra's traces, spans with these names have no content of their own. The content is in
    // the span of a generation. That span contains them or is inside them.
    model_step: "frame",
    model_inference: "frame",
    model_chunk: "frame",
    workflow_step: "frame",
  } as const),
);

/**
 * Attribute keys of other conventions, each with a map from values of the attribute to GenAI
 * operation names.
 */
const ALIASES = aliases([
  [
    "openinference.span.kind",
    {
      llm: "chat",
      embedding: "embeddings",
      retriever: "retrieval",
      reranker: "rerank",
      tool: "execute_tool",
      agent: "invoke_agent",
      chain: "invoke_workflow",
      prompt: "invoke_workflow",
    },
  ],
  ["ai.operationId", { "ai.toolcall": "execute_tool" }],
  ["llm.request.type", { chat: "chat", completion: "text_completion", rerank: "rerank" }],
  [
    "langfuse.observation.type",
    {
      generation: "chat",
      embedding: "embeddings",
      retriever: "retrieval",
      tool: "execute_tool",
      agent: "invoke_agent",
      chain: "invoke_workflow",
      span: "invoke_workflow",
    },
  ],
  [
    "traceloop.span.kind",
    {
      workflow: "invoke_workflow",
      task: "invoke_workflow",
      agent: "invoke_agent",
      tool: "execute_tool",
    },
  ],
]);

function aliases(named: readonly (readonly [string, Readonly<Record<string, string>>])[]) {
  return named.map(([key, names]) => [key, new Map(Object.entries(names))] as const);
}
const TOOL_NAMES = ["gen_ai.tool.name", "ai.toolCall.name", "tool.name", "tool_call.function.name"];
/**
 * Matches instrumentations that record an agent's whole run as one span, without a span for the
 * model.
 */
const ONE_SPAN_AGENTS = /claude[-_.]agent[-_.]sdk/i;

export function stepOf({ name, attributes, scope }: Span): SpanStep {
  const called = textOf(attributes, ...TOOL_NAMES) ?? (name === "" ? "step" : name);
  const stated = textOf(attributes, "gen_ai.operation.name") ?? operationOf(attributes);
  const kind = stated === undefined ? undefined : KIND_OF_OPERATION.get(stated);
  // The name decides whether a tool, a chain or a span of an unknown kind is a memory step.
  const isOpen = kind === undefined || kind === "tool" || kind === "frame";
  const isAgent = stated === "invoke_agent" && !/^(?:everos|memory)\./.test(name);
  const worded = isOpen && !isAgent ? memoryOperation(called) : undefined;
  const memory =
    isOpen && worded === undefined ? textOf(attributes, "memory.operation") : undefined;
  const category = worded ?? (memory === undefined ? undefined : verbIn(memory)) ?? stated;
  const isWholeRun = category === "invoke_agent" && ONE_SPAN_AGENTS.test(scope);
  const ofCategory = category === undefined ? undefined : KIND_OF_OPERATION.get(category);
  return {
    kind: isWholeRun ? "model" : (ofCategory ?? "step"),
    category,
    name: called,
  };
}

function operationOf(attributes: Attributes): string | undefined {
  for (const [key, names] of ALIASES) {
    const value = textOf(attributes, key)?.toLowerCase();
    if (value === undefined) continue;
    const operation = names.get(value);
    if (operation !== undefined) return operation;
    if (/^ai\..*\.do(?:generate|stream)$/.test(value)) return "chat";
    if (/^ai\.embed/.test(value))
      return /\.doembed$/.test(value) ? "embeddings" : "invoke_workflow";
    if (/^ai\./.test(value)) return "invoke_workflow";
  }
  if (attributes.has(ADK_MODEL_REQUEST)) return "chat";
  return attributes.has("ai.toolCall.name") ? "execute_tool" : undefined;
}

const VERBS: readonly (readonly [RegExp, string])[] = [
  [/^(?:embed|embedding|embeddings)$/, "embeddings"],
  [/^(?:llm|generate|generation)$/, "chat"],
  [/^(?:rerank|reranker|rank)$/, "rerank"],
  [/^(?:search|retrieve|retrieval|recall|lookup|query|find|get|read|prefetch)$/, "search_memory"],
  [/^(?:extract|extraction|summarize|distill?)$/, "extraction"],
  [/^(?:update|edit|replace|merge|consolidate|reflect)$/, "update_memory"],
  [
    /^(?:add|save|store|insert|create|write|upsert|put|remember|memorize|retain|persist|observe)$/,
    "upsert_memory",
  ],
];
/** Verbs that are used only for memories, so they need no noun. */
const SAID_OF_MEMORY = /^(?:remember|memorize|recall|forget|forgot)$/;
/** Nouns for a memory, in addition to the nouns for a unit. */
const MEMORY = /^(?:note|notes|knowledge|profile|mem|everos)$/;

/** Finds the memory operation in a name such as `searchMemory`, `add_fact` or `recall`. */
function memoryOperation(name: string): string | undefined {
  const words = wordsOf(name);
  const isOfMemory = words.some(
    (word) => UNIT_NOUNS.has(word) || MEMORY.test(word) || SAID_OF_MEMORY.test(word),
  );
  return isOfMemory ? verbIn(name) : undefined;
}

function verbIn(name: string): string | undefined {
  if (saysItRemoves(name) === true) return "delete_memory";
  const words = wordsOf(name);
  return VERBS.find(([verb]) => words.some((word) => verb.test(word)))?.[1];
}
