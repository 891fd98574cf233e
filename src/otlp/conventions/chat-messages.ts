/**
 * Reads the messages of a model's prompt and answer, in the formats of GenAI, the AI SDK and
 * OpenAI.
 */
import type { Content, ContentRole } from "./content.ts";

const ROLES: ReadonlyMap<string, ContentRole> = new Map(
  Object.entries({
    system: "prompt",
    developer: "prompt",
    tool: "text",
    function: "text",
    assistant: "reply",
    ai: "reply",
    model: "reply",
  } as const),
);

export function roleOf(role: unknown): ContentRole {
  return (typeof role === "string" ? ROLES.get(role.toLowerCase()) : undefined) ?? "message";
}

/** Returns undefined if `data` is no list. */
export function messagesIn(data: unknown): Content[] | undefined {
  if (!Array.isArray(data)) return undefined;
  return data.flatMap((message): Content[] => {
    if (typeof message === "string") return contentOf("message", [message]);
    const { role, parts, content, tool_calls: calls } = Object(message);
    return contentOf(roleOf(role), [
      ...textsIn(parts ?? content ?? (role === undefined ? message : undefined)),
      ...textsIn(calls),
    ]);
  });
}

/** Joins the texts into one content. Returns an empty list if all texts are blank. */
export function contentOf(role: ContentRole, texts: readonly string[]): Content[] {
  const text = texts.filter((said) => said.trim() !== "").join("\n");
  return text === "" ? [] : [{ role, text }];
}

/** Returns the texts of parts: text, arguments of calls, results of tools. */
export function textsIn(parts: unknown): string[] {
  if (typeof parts === "string") return [parts];
  if (Array.isArray(parts)) return parts.flatMap(textsIn);
  if (typeof parts !== "object" || parts === null) return [];
  const part: Readonly<Record<string, unknown>> = { ...parts };
  const { function: tool, function_call, functionCall, function_response, functionResponse } = part;
  const called: Readonly<Record<string, unknown>> = {
    ...Object(tool ?? function_call ?? functionCall ?? function_response ?? functionResponse),
  };
  const said =
    part.text ??
    part.content ??
    part.arguments ??
    called.arguments ??
    called.args ??
    called.response ??
    part.args ??
    part.input ??
    part.response ??
    part.result ??
    part.output;
  if (typeof said === "string") return [said];
  return typeof said === "object" && said !== null ? [JSON.stringify(said)] : [];
}
