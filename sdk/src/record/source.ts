/** `@memtrace/sdk/source`: where an operation stands in the app's code. */
import type { Source } from "../core/wire.ts";

/** The line that calls it, for the option `source`; nothing where the host has no stack of that form. */
export function here(): Source | undefined {
  // The first line that ends in `file:line:column` is this function's, the second its caller's.
  const [, caller] = [...(new Error().stack ?? "").matchAll(/([^\s(]+):(\d+):\d+\)?$/gm)];
  if (!caller?.[1]) return undefined;
  // Safari and Bun put the function's name before the file.
  return { file: caller[1].replace(/^\w*@/, ""), line: Number(caller[2]) };
}
