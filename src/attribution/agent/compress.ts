/**
 * Keeps a long investigation within a model's context: leaves out earlier tool results and keeps
 * the latest whole. The same messages give the same result, so a repeated run asks the same.
 */
import type { ModelMessage } from "../../protocol/model.ts";

/** Above this many characters of messages, earlier results are left out. */
const MAX_CHARS = 120_000;
/** The results of this many latest turns stay whole. */
const KEPT_TURNS = 3;
/** A result up to this length stays, because leaving it out saves too little. */
const SHORT_CHARS = 400;

export function withoutOldResults(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  if (charsOf(messages) <= MAX_CHARS) return messages;
  const turns = messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const keptFrom = turns.at(-KEPT_TURNS) ?? 0;
  return messages.map((message, index) => {
    if (message.role !== "tool" || index >= keptFrom || message.text.length <= SHORT_CHARS) {
      return message;
    }
    const left = `${message.text.length} characters`;
    return {
      ...message,
      text: JSON.stringify({
        left_out: `${left}; call the tool again if it matters`,
        began_with: message.text.slice(0, SHORT_CHARS / 2),
      }),
    };
  });
}

function charsOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + message.text.length, 0);
}
