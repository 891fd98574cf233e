/** Reads the messages of a Letta agent, and its calls of memory tools. */
import { asJson } from "../../local/client/requests.ts";
import type { MemoryEvent } from "../memory-files/unit-history.ts";
import { idOf, timeOf, type VendorEvents } from "./vendor-events.ts";

export interface LettaRow {
  readonly id: string;
  readonly message_type: string;
  readonly date: string;
  readonly [field: string]: unknown;
}

export interface MemoryCall {
  /** Id of the operation for the call. */
  readonly id: string;
  readonly at: number;
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** The arguments exactly as the model wrote them. */
  readonly raw: string;
  readonly returned: string;
  readonly error: string | undefined;
  /** Ref of the last user message before the call; empty if there is none. */
  readonly from: readonly string[];
}

const MEMORY_TOOL = /^(?:memory(?:_\w+)?|core_memory_\w+|rethink_memory|archival_memory_\w+)$/;

/**
 * Returns the row's user or model message. Empty for other rows. Letta can return one message in
 * several rows. These rows give the same event id.
 */
export function lettaMessage(events: VendorEvents, row: LettaRow): MemoryEvent[] {
  const { message_type: type, conversation_id: session } = row;
  if (type !== "user_message" && type !== "assistant_message") return [];
  const text = type === "user_message" ? userText(row.content) : textIn(row.content);
  if (text === "") return [];
  return [
    events.message({
      ...{ id: messageRef(row), text, role: type === "user_message" ? "user" : "assistant" },
      at: timeOf(row.date, `Letta's message ${row.id}: date`),
      session: typeof session === "string" ? session : undefined,
    }),
  ];
}

const messageRef = ({ id, message_type: type }: LettaRow) => idOf(id, type);

/** @param rows all rows, oldest first */
export function readCalls(rows: readonly LettaRow[]): MemoryCall[] {
  const returns = new Map(rows.flatMap(returnsOf).map((each) => [each.call, each]));
  const calls: MemoryCall[] = [];
  let from: readonly string[] = [];
  for (const row of rows) {
    if (row.message_type === "user_message" && userText(row.content) !== "")
      from = [messageRef(row)];
    if (row.message_type !== "tool_call_message") continue;
    for (const call of listOf(row.tool_calls, row.tool_call)) {
      const { name, arguments: raw, tool_call_id: id } = Object(call);
      if (typeof name !== "string" || typeof id !== "string" || !MEMORY_TOOL.test(name)) continue;
      const answer = returns.get(id);
      const args = Object(asJson(String(raw)));
      calls.push({
        ...{ id: idOf("call", id), tool: name, args, raw: String(raw), from },
        at: timeOf(row.date, `Letta's message ${row.id}: date`),
        returned: answer?.text ?? "",
        error: answer?.hasFailed === true ? answer.text : undefined,
      });
    }
  }
  return calls;
}

function returnsOf(row: LettaRow): { call: string; text: string; hasFailed: boolean }[] {
  if (row.message_type !== "tool_return_message") return [];
  return listOf(row.tool_returns, row).flatMap((each) => {
    const { tool_call_id: call, tool_return: text, status } = Object(each);
    if (typeof call !== "string") return [];
    return [{ call, text: textIn(text), hasFailed: status === "error" }];
  });
}

/**
 * Letta has an older field for a single value and a newer field for a list of such values. Returns
 * the list. If the list is missing or empty, returns a list with the single value.
 */
function listOf(list: unknown, single: unknown): readonly unknown[] {
  return Array.isArray(list) && list.length > 0 ? list : [single];
}

function textIn(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .flatMap((part) => (typeof Object(part).text === "string" ? [part.text] : []))
    .join("\n");
}

/**
 * Returns the user's text. Letta wraps messages and events, such as a login, in JSON. An event
 * gives an empty text.
 */
function userText(content: unknown): string {
  const text = textIn(content);
  const packed = text.startsWith("{") ? Object(asJson(text)) : {};
  if (typeof packed.type !== "string") return text;
  return packed.type === "user_message" && typeof packed.message === "string" ? packed.message : "";
}
