/**
 * Cuts earlier tool results, so that a long investigation fits into the model's context. Equal
 * messages give equal results, so a repeated investigation can reuse stored answers.
 */
import type { ModelMessage } from "../../protocol/model.ts";
import { CHARS_PER_TOKEN } from "./limits.ts";

/**
 * The tool results of this number of latest model answers stay whole. If the request is still too
 * long, fewer stay whole.
 */
const KEPT_TURNS = 3;
/**
 * Tool results of up to this number of characters stay whole, because cutting them would gain too
 * little.
 */
const SHORT_CHARS = 400;

/** @param contextTokens number of estimated tokens above which earlier tool results are cut */
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
