/** Reads OpenInference's flattened lists: `llm.input_messages.0.message.content`. */
import { type Attributes, indexedList, scalarTextOf, textOf } from "../encoding/attributes.ts";
import { recordsIn } from "../events/records.ts";
import { contentOf, roleOf } from "./chat-messages.ts";
import type { Content, SpanContent } from "./content.ts";
import { joinLists } from "./genai.ts";

export function openinferenceContent(attributes: Attributes): SpanContent {
  const query = textOf(attributes, "reranker.query");
  const parameters = scalarTextOf(attributes, "tool.parameters", "tool_call.function.arguments");
  return {
    inputs: joinLists(
      messages(attributes, "llm.input_messages"),
      query === undefined ? undefined : [{ role: "query", text: query }],
      documents(attributes, "reranker.input_documents"),
      embedded(attributes),
      parameters === undefined ? undefined : [{ role: "text", text: parameters }],
    ),
    outputs: joinLists(
      messages(attributes, "llm.output_messages"),
      documents(attributes, "retrieval.documents"),
      documents(attributes, "reranker.output_documents"),
    ),
  };
}

function messages(attributes: Attributes, prefix: string): Content[] | undefined {
  const listed = indexedList(attributes, prefix);
  if (listed.length === 0) return undefined;
  return listed.flatMap((message) => {
    const parts = indexedList(message, "message.contents");
    const calls = indexedList(message, "message.tool_calls");
    return contentOf(roleOf(message.get("message.role")), [
      textOf(message, "message.content") ?? "",
      ...parts.map((part) => textOf(part, "message_content.text") ?? ""),
      ...calls.map((call) => scalarTextOf(call, "tool_call.function.arguments") ?? ""),
    ]);
  });
}

function documents(attributes: Attributes, prefix: string): Content[] | undefined {
  const listed = indexedList(attributes, prefix);
  if (listed.length === 0) return undefined;
  return listed.flatMap((document) => {
    const id = textOf(document, "document.id");
    const text = scalarTextOf(document, "document.content");
    return recordsIn([{ id, text }]) ?? [];
  });
}

function embedded(attributes: Attributes): Content[] | undefined {
  const listed = indexedList(attributes, "embedding.embeddings");
  if (listed.length === 0) return undefined;
  return listed.flatMap((item) => contentOf("text", [textOf(item, "embedding.text") ?? ""]));
}
