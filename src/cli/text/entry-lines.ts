/** Prints entries in two columns: the name, and the wrapped text. */
import type { Terminal } from "../terminal.ts";
import { wrapped } from "./shown-text.ts";

/** Width of the name column. */
const MARGIN = 11;

/** Returns the entries as lines. An entry without a text is left out. */
export function entryLines(
  entries: readonly (readonly [name: string, text: string])[],
  terminal: Pick<Terminal, "columns" | "bold">,
): string {
  return entries
    .filter(([, text]) => text !== "")
    .map(([name, text]) => {
      const [first = "", ...rest] = wrapped(text, Math.max(20, terminal.columns - MARGIN));
      const label = terminal.bold(name) + " ".repeat(MARGIN - name.length);
      return [label + first, ...rest.map((line) => " ".repeat(MARGIN) + line)].join("\n");
    })
    .join("\n");
}
