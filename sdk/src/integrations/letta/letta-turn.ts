/** Records a Letta agent's turn: messages, answer, and calls of memory tools. */
import type { MemTrace } from "../../core/client.ts";
import { isObject } from "../../core/encode.ts";
import { tryOrUndefined } from "../../core/try-or-undefined.ts";
import { begin } from "../client-methods.ts";
import { MemoryRecord, recordOf } from "../memory-record.ts";
import type { KnownBlocks } from "./letta-blocks.ts";

/**
 * The fields that this integration reads from messages. A piece of a stream is a message with a
 * part of the text.
 */
export interface LettaMessage {
  id?: string;
  message_type?: string;
  content?: unknown;
  text?: unknown;
  tool_call?: LettaToolCall;
  tool_call_id?: string;
  tool_return?: unknown;
}
interface LettaToolCall {
  name?: string | null;
  arguments?: string | null;
  tool_call_id?: string | null;
}
export interface LettaAnswer {
  messages: LettaMessage[];
}
type Arguments = Readonly<Record<string, string | undefined>>;

export function textParts(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (Array.isArray(content)) return content.flatMap(textParts);
  if (!isObject(content)) return [];
  const { content: inner, text } = content as LettaMessage;
  return textParts(inner ?? text);
}

export function repliesOf({ messages }: LettaAnswer): MemoryRecord[] {
  return messages
    .filter(({ message_type: type }) => type === "assistant_message")
    .flatMap(({ content }) => textParts(content))
    .map((text) => new MemoryRecord(text, { category: "llm_response" }));
}

export function wholeAnswer(pieces: readonly unknown[]): LettaAnswer {
  const whole = new Map<string, LettaMessage>();
  for (const piece of pieces as readonly LettaMessage[]) {
    const key = `${piece.message_type} ${piece.id}`;
    const before = whole.get(key);
    whole.set(key, before ? joined(before, piece) : piece);
  }
  return { messages: [...whole.values()] };
}

function joined(before: LettaMessage, piece: LettaMessage): LettaMessage {
  const call = (key: keyof LettaToolCall) => before.tool_call?.[key] ?? piece.tool_call?.[key];
  return {
    ...before,
    content: [before.content, piece.content].flatMap(textParts).join(""),
    tool_call: {
      name: call("name"),
      tool_call_id: call("tool_call_id"),
      arguments: (before.tool_call?.arguments ?? "") + (piece.tool_call?.arguments ?? ""),
    },
  };
}

/** Records each memory tool call as an operation. */
export function recordTools(
  memtrace: MemTrace,
  { messages }: LettaAnswer,
  agent: string,
  blocks: KnownBlocks,
): void {
  for (const { tool_call: call } of messages) {
    const name = call?.name;
    const args: Arguments | undefined = call && parsed(call.arguments);
    if (!name || !isObject(args)) continue;
    const returned = messages.find(
      (message) => message.tool_return && message.tool_call_id === call.tool_call_id,
    )?.tool_return;
    if (/_search$/.test(name)) {
      const query = new MemoryRecord(args.query);
      begin(memtrace, name, "retrieval", [query])?.end(found(returned));
    } else if (name === "archival_memory_insert") {
      const [id = args.content] = /passage-[\w-]+/.exec(String(returned)) ?? [];
      const unit = new MemoryRecord(args.content, { id });
      begin(memtrace, name, "extraction", [new MemoryRecord(args.content)])?.end([unit]);
    } else if (args.label) {
      const id = blocks.idOf(agent, args.label);
      const before = memtrace.find(id)?.text;
      const [added, after] = edited(before, args);
      if (after === undefined) continue;
      const inputs = [...(before ? [recordOf(id)] : []), new MemoryRecord(added)];
      begin(memtrace, name, "update", inputs)?.end([new MemoryRecord(after, { id })]);
    }
  }
}

/**
 * Returns the text that the edit added, and the block's text after the edit. If the text before the
 * edit is unknown, the second text is only the added text. Both are undefined if the edit added no
 * text.
 */
function edited(before = "", args: Arguments): [string?, string?] {
  const { new_memory: whole } = args;
  const added = args.new_str ?? args.new_string ?? args.new_content ?? whole ?? args.content;
  const old = args.old_str ?? args.old_string ?? args.old_content;
  if (added === undefined || added === whole || !before) return [added, added];
  return [added, old === undefined ? `${before}\n${added}` : before.replace(old, () => added)];
}

/** Returns the rows of a JSON search result. Any other result becomes one record. */
function found(returned: unknown): MemoryRecord[] {
  const rows = parsed(returned);
  const list = Array.isArray(rows) ? rows : Reflect.get(Object(rows), "results");
  if (!Array.isArray(list)) return returned ? [new MemoryRecord(returned)] : [];
  return list.map((row: unknown) => {
    const { content, text, id }: LettaMessage = Object(row);
    return new MemoryRecord(content ?? text ?? row, { id });
  });
}

function parsed(json: unknown): Arguments | undefined {
  return tryOrUndefined(() => JSON.parse(String(json)));
}
