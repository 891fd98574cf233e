/** Selects the spans that are steps of an agent. Spans of web frameworks and drivers are not. */
import type { Span } from "./encoding/spans.ts";

const KEYS =
  /^(?:gen_ai|openinference|llm|ai|traceloop|langfuse|mastra|everos|memory|retrieval|reranker|embedding|tool|tool_call)\.|^(?:input|output)\.value$/;
/** Keys that processors add to every span. */
const ON_EVERY_SPAN =
  /^(?:gen_ai\.(?:conversation|agent)\.|langfuse\.(?:user|session|trace|environment|release|version)|traceloop\.association\.|memory\.scope\.)/;
const SCOPES =
  /^(?:ai|langsmith|openinference|litellm|haystack|vllm|mastra|everos|cognee|voltagent|memtrace|langfuse-sdk)\b|^opentelemetry\.instrumentation\.(?:openai|anthropic|bedrock|cohere|mistral|groq|ollama|vertex|google|llama|langchain|crewai|haystack|chroma|pinecone|qdrant|weaviate|milvus|mcp|mem)|openinference|traceloop|openllmetry/i;

export function isTraced({ scope, name, attributes }: Span): boolean {
  // Logfire announces a span by another span with its own id.
  if (attributes.get("logfire.span_type") === "pending_span") return false;
  if (SCOPES.test(scope) || /^(?:everos|memory|gen_ai)\./.test(name)) return true;
  for (const key of attributes.keys()) if (KEYS.test(key) && !ON_EVERY_SPAN.test(key)) return true;
  return false;
}
