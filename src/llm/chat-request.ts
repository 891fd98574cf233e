/** Builds a chat completions request without the fields that the endpoint refuses. */
import type { OpenAI } from "openai";
import * as z from "zod/mini";
import type { ModelMessage, ModelRequest } from "../protocol/model.ts";
import type { Fault } from "./fault.ts";

/** Optional fields that some endpoints refuse. */
const CONCESSIONS = [
  "response_format",
  "stream_options",
  "max_completion_tokens",
  "temperature",
] as const;
export type Concession = (typeof CONCESSIONS)[number];

/**
 * If the endpoint refused a request because of an optional field, its message usually names the
 * field. Returns this field, which the next request should leave out.
 */
export function concessionAfter(fault: Fault): Concession | undefined {
  if (fault.reason !== "refused") return undefined;
  return CONCESSIONS.find((field) => fault.message.includes(field));
}

export function chatRequest(
  model: string,
  { messages, tools, schema, maxTokens }: ModelRequest,
  conceded: ReadonlySet<Concession>,
): OpenAI.ChatCompletionCreateParamsStreaming {
  const jsonSchema = schema === undefined ? undefined : z.toJSONSchema(schema);
  const takes = (field: Concession) => !conceded.has(field);
  const spelled =
    jsonSchema !== undefined && !takes("response_format") ? [inWords(jsonSchema)] : [];
  return {
    model,
    stream: true,
    messages: [...messages, ...spelled].map(toWire),
    ...(takes("temperature") ? { temperature: 0 } : {}),
    ...(takes("stream_options") ? { stream_options: { include_usage: true } } : {}),
    ...(takes("max_completion_tokens")
      ? { max_completion_tokens: maxTokens }
      : { max_tokens: maxTokens }),
    ...(jsonSchema === undefined || !takes("response_format")
      ? {}
      : {
          response_format: {
            type: "json_schema",
            json_schema: { name: "answer", strict: true, schema: jsonSchema },
          },
        }),
    ...(tools === undefined || tools.length === 0
      ? {}
      : {
          tools: tools.map(({ name, description, parameters }) => ({
            type: "function",
            function: {
              name,
              description,
              parameters: z.toJSONSchema(parameters, { io: "input" }),
            },
          })),
        }),
  };
}

function inWords(jsonSchema: object): ModelMessage {
  return {
    role: "user",
    text: `Answer with one JSON object of this JSON schema and nothing else: ${JSON.stringify(jsonSchema)}`,
  };
}

function toWire(message: ModelMessage): OpenAI.ChatCompletionMessageParam {
  switch (message.role) {
    case "tool":
      return { role: "tool", tool_call_id: message.call, content: message.text };
    case "assistant": {
      const calls = message.calls.map((call) => ({
        id: call.id,
        type: "function" as const,
        function: { name: call.name, arguments: call.arguments },
      }));
      return {
        role: "assistant",
        content: message.text,
        ...(calls.length > 0 ? { tool_calls: calls } : {}),
      };
    }
    default:
      return { role: message.role, content: message.text };
  }
}
