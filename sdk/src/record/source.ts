/** `@memtrace/sdk/source`: finds an operation's line in the app's code. */
import type { Source } from "../core/wire.ts";

/**
 * Returns the app's line that calls `here`, for an operation's option `source`. Undefined if the
 * error stack shows no such line.
 */
export function here(): Source | undefined {
  // The first match of `file:line:column` is this function, the second its caller.
  const [, caller] = [...(new Error().stack ?? "").matchAll(/([^\s(]+):(\d+):\d+\)?$/gm)];
  if (!caller?.[1]) return undefined;
  // Safari and Bun write the function's name and `@` before the path.
  return { file: caller[1].replace(/^\w*@/, ""), line: Number(caller[2]) };
}
