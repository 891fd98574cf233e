/** `@memtrace/sdk/source`: finds an operation's line in the app's code. */
import type { Source } from "../core/wire.ts";

/**
 * Returns the line of the app's code that calls `here`, for the option `source` of an operation.
 * Undefined if the host's error stack shows no such line.
 */
export function here(): Source | undefined {
  // The first match of `file:line:column` is this function. The second match is the caller.
  const [, caller] = [...(new Error().stack ?? "").matchAll(/([^\s(]+):(\d+):\d+\)?$/gm)];
  if (!caller?.[1]) return undefined;
  // In Safari and Bun, the function's name and `@` come before the file's path.
  return { file: caller[1].replace(/^\w*@/, ""), line: Number(caller[2]) };
}
