/**
 * Reads the content of Google's Agent Development Kit: whole Vertex AI requests and answers, each
 * in one attribute.
 */
import { type Attributes, dataOf } from "../encoding/attributes.ts";
import { contentOf, messagesIn, textsIn } from "./chat-messages.ts";
import type { Content, SpanContent } from "./content.ts";
import { joinLists } from "./genai.ts";

const PREFIX = "gcp.vertex.agent";
export const ADK_MODEL_REQUEST = `${PREFIX}.llm_request`;

export function agentDevelopmentKitContent(attributes: Attributes): SpanContent {
  const request = fieldsOf(attributes, "llm_request");
  const config = { ...Object(request.config) };
  const instructions = config.system_instruction ?? config.systemInstruction;
  const { content: answer } = fieldsOf(attributes, "llm_response");
  return {
    inputs: joinLists(
      instructions === undefined
        ? undefined
        : contentOf("prompt", textsIn(Object(instructions).parts ?? instructions)),
      messagesIn(request.contents),
      written(attributes, "tool_call_args"),
    ),
    outputs: joinLists(
      answer === undefined ? undefined : messagesIn([answer]),
      written(attributes, "tool_response"),
    ),
  };
}

/** Returns no fields if content capture is off. */
function fieldsOf(attributes: Attributes, name: string): Readonly<Record<string, unknown>> {
  return { ...Object(dataOf(attributes, `${PREFIX}.${name}`)) };
}

function written(attributes: Attributes, name: string): Content[] | undefined {
  const fields = fieldsOf(attributes, name);
  return Object.keys(fields).length === 0 ? undefined : contentOf("text", [JSON.stringify(fields)]);
}
