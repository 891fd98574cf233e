import { isObject } from "../../core/encode.ts";

/** The fields that this integration reads from events, messages and parts. */
export interface AiSdkEvent {
  callId?: unknown;
  embedCallId?: unknown;
  operationId?: unknown;
  functionId?: unknown;
  recordInputs?: unknown;
  recordOutputs?: unknown;
  modelId?: unknown;
  instructions?: unknown;
  messages?: unknown;
  promptMessages?: unknown;
  content?: unknown;
  objectText?: unknown;
  toolCall?: unknown;
  toolCallId?: unknown;
  toolName?: unknown;
  toolOutput?: unknown;
  input?: unknown;
  output?: unknown;
  type?: unknown;
  role?: unknown;
  text?: unknown;
  value?: unknown;
  values?: unknown;
  embeddings?: unknown;
  query?: unknown;
  documents?: unknown;
  ranking?: unknown;
  error?: unknown;
  usage?: unknown;
}

/**
 * A tool call. The call's id is the name of a variable. The model's request for the call and the
 * execution of the tool both use this variable.
 */
export class AiSdkToolCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;

  constructor({ toolCallId, toolName, input }: AiSdkEvent) {
    this.id = `${toolCallId}`;
    this.name = `${toolName}`;
    this.input = input;
  }
}

/** Returns a prompt's texts, tool calls and tool results. */
export function promptParts(prompt: unknown, instruct: (text: string) => unknown): unknown[] {
  if (typeof prompt === "string") return prompt ? [prompt] : [];
  if (Array.isArray(prompt)) return prompt.flatMap((part) => promptParts(part, instruct));
  if (!isObject(prompt)) return [];
  const { role, type, content, text, output }: AiSdkEvent = prompt;
  if (type === "tool-call") return [new AiSdkToolCall(prompt)];
  if (type === "tool-result") {
    const { type: kind, value }: AiSdkEvent = Object(output);
    return kind === "content" ? promptParts(value, instruct) : [value];
  }
  const parts = promptParts(content ?? text, instruct);
  return role === "system"
    ? parts.map((part) => (typeof part === "string" ? instruct(part) : part))
    : parts;
}

/** Returns the text and the tool calls of a model's answer. */
export function answerOf(content: unknown): unknown {
  const parts: AiSdkEvent[] = Array.isArray(content) ? content : [];
  const calls = parts
    .filter(({ type }) => type === "tool-call")
    .map((part) => new AiSdkToolCall(part));
  const said = parts.map(({ type, text }) => (type === "text" ? text : "")).join("");
  return calls.length > 0 ? [said, ...calls].filter(Boolean) : said || undefined;
}
