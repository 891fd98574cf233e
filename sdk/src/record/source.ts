/** `@memtrace/sdk/source`: finds an operation's line in the app's code. */
import type { Source } from "../core/wire.ts";

/**
 * Returns the line of the app's code that calls `here`, for the option `source`. Undefined if the
 * host's error stack has no such line.
 */
export function here(): Source | undefined {
  // The first `file:line:column` is this function's line, the second is the line of the caller.
  const [, caller] = [...(new Error().stack ?? "").matchAll(/([^\s(]+):(\d+):\d+\)?$/gm)];
  if (!caller?.[1]) return undefined;
  // Safari and Bun put the function's name before the file.
  return { file: caller[1].replace(/^\w*@/, ""), line: Number(caller[2]) };
}
