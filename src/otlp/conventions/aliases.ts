/**
 * Reads conventions with other attribute names: the AI SDK up to version 6, OpenLLMetry, Langfuse
 * and Mastra. Also reads any span that has its whole input in one attribute and its whole output in
 * another.
 */
import {
  type Attributes,
  dataOf,
  indexedList,
  scalarTextOf,
  textOf,
  writtenText,
} from "../encoding/attributes.ts";
import { contentOf, messagesIn, roleOf } from "./chat-messages.ts";
import type { Content, SpanContent } from "./content.ts";
import { joinLists } from "./genai.ts";

export function aiSdkContent(attributes: Attributes): SpanContent {
  const prompt: Readonly<Record<string, unknown>> = { ...Object(dataOf(attributes, "ai.prompt")) };
  const texts = (...keys: string[]) => {
    const text = scalarTextOf(attributes, ...keys);
    return text === undefined ? undefined : contentOf("text", [text]);
  };
  const values = attributes.get("ai.values");
  const said = textOf(attributes, "ai.response.text", "ai.result.text");
  return {
    inputs: joinLists(
      typeof prompt.system === "string" ? contentOf("prompt", [prompt.system]) : undefined,
      messagesIn(dataOf(attributes, "ai.prompt.messages")) ?? messagesIn(prompt.messages),
      typeof prompt.prompt === "string" ? contentOf("message", [prompt.prompt]) : undefined,
      texts("ai.toolCall.args", "ai.toolCall.input"),
      texts("ai.value"),
      Array.isArray(values)
        ? values.flatMap((value) => contentOf("text", [writtenText(value)]))
        : undefined,
    ),
    outputs: joinLists(
      said === undefined ? undefined : contentOf("reply", [said]),
      texts("ai.response.object", "ai.result.object"),
      texts("ai.response.toolCalls", "ai.result.toolCalls"),
      texts("ai.toolCall.result", "ai.toolCall.output"),
    ),
  };
}

/** Reads `gen_ai.prompt.0.content` and the older form `llm.prompts.0.content`. */
export function openllmetryContent(attributes: Attributes): SpanContent {
  const listed = (...prefixes: string[]): Content[] | undefined => {
    const items = prefixes.flatMap((prefix) => indexedList(attributes, prefix));
    if (items.length === 0) return undefined;
    return items.flatMap((item) =>
      contentOf(roleOf(item.get("role")), [
        scalarTextOf(item, "content", "prompt.text", "completion.text") ?? "",
        ...indexedList(item, "tool_calls").map((call) => scalarTextOf(call, "arguments") ?? ""),
      ]),
    );
  };
  return {
    inputs:
      listed("gen_ai.prompt", "llm.prompts") ?? messagesIn(dataOf(attributes, "gen_ai.prompt")),
    outputs:
      listed("gen_ai.completion", "llm.completions", "llm.choices") ??
      messagesIn(dataOf(attributes, "gen_ai.completion")),
  };
}

const INPUT_KEYS = [
  "input.value",
  "traceloop.entity.input",
  "langfuse.observation.input",
  "tool_arguments",
];
const OUTPUT_KEYS = [
  "output.value",
  "traceloop.entity.output",
  "langfuse.observation.output",
  "tool_response",
];
const VENDOR_INPUT =
  /^(?:mastra|everos|memory|gen_ai|llm)\.(?:[\w.]+\.)?(?:input|query|query\.text|prompt)$/;
const VENDOR_OUTPUT =
  /^(?!gen_ai\.event\.)(?:mastra|everos|memory|gen_ai|llm)\.(?:[\w.]+\.)?(?:output|result|results|content|completion)$/;

/**
 * Reads spans that have all input in one attribute and all output in another. The caller uses the
 * input only if no other convention has found an input. The same applies to the output.
 */
export function plainContent(attributes: Attributes): SpanContent {
  return {
    inputs: plain(attributes, INPUT_KEYS, VENDOR_INPUT),
    outputs: plain(attributes, OUTPUT_KEYS, VENDOR_OUTPUT),
  };
}

function plain(attributes: Attributes, keys: readonly string[], vendor: RegExp) {
  const key = [...keys, ...[...attributes.keys()].filter((name) => vendor.test(name))].find(
    (name) => scalarTextOf(attributes, name) !== undefined,
  );
  if (key === undefined) return undefined;
  return (
    spokenIn(dataOf(attributes, key)) ?? contentOf("text", [scalarTextOf(attributes, key) ?? ""])
  );
}

/**
 * Reads a list of messages, one message, or an object with messages. Returns undefined for other
 * data. The caller treats other data as text.
 */
function spokenIn(data: unknown): Content[] | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  const { messages, role } = Object(data);
  const listed: unknown[] = Array.isArray(data) ? data : role === undefined ? [] : [data];
  if (Array.isArray(messages)) return messagesIn(messages);
  const isSpoken = listed.length > 0 && listed.every((item) => "role" in Object(item));
  return isSpoken ? messagesIn(listed) : undefined;
}
