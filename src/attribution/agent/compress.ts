/**
 * Cuts earlier tool results, so that a long investigation fits into the model's context. The same
 * messages are always cut in the same way. So an interrupted investigation can be repeated: it
 * sends the same requests and uses the stored model answers to them.
 */
import type { ModelMessage } from "../../protocol/model.ts";
import { CHARS_PER_TOKEN } from "./limits.ts";

/**
 * If a request is too long, only the tool results of the latest 3 model answers stay whole. If it
 * is still too long, only those of the latest 2 stay whole, and then only those of the last one.
 */
const KEPT_TURNS = 3;
/**
 * Tool results of up to this number of characters stay whole, because cutting them would gain too
 * little.
 */
const SHORT_CHARS = 400;

/**
 * @param contextTokens maximum number of estimated tokens. If the messages have more, earlier tool
 * results are cut
 */
export function withoutOldResults(
  messages: readonly ModelMessage[],
  contextTokens: number,
): readonly ModelMessage[] {
  const maxChars = contextTokens * CHARS_PER_TOKEN;
  let kept = messages;
  for (let turns = KEPT_TURNS; turns > 0 && charsOf(kept) > maxChars; turns -= 1) {
    kept = withLatest(messages, turns);
  }
  return kept;
}

function withLatest(messages: readonly ModelMessage[], count: number): readonly ModelMessage[] {
  const turns = messages.flatMap((message, index) => (message.role === "assistant" ? [index] : []));
  const keptFrom = turns.at(-count) ?? 0;
  return messages.map((message, index) => {
    if (message.role !== "tool" || index >= keptFrom || message.text.length <= SHORT_CHARS) {
      return message;
    }
    const left = `${message.text.length} characters`;
    return {
      ...message,
      text: JSON.stringify({
        left_out: `${left}; the state keeps your findings; call the tool again if it matters`,
        began_with: message.text.slice(0, SHORT_CHARS / 2),
      }),
    };
  });
}

function charsOf(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, message) => sum + message.text.length, 0);
}
