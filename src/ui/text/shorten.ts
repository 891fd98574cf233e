/**
 * Leaves out the middle of a long text. Ids that look alike often differ only at the start or at
 * the end, so these parts stay.
 */
export function shortenMiddle(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const tail = Math.floor((limit - 1) / 2);
  const head = limit - 1 - tail;
  return `${text.slice(0, head)}…${text.slice(text.length - tail)}`;
}

/** Returns the start of the text as one line of at most `limit` characters. */
export function firstLine(text: string, limit: number): string {
  const line = text
    .slice(0, limit * 4)
    .replace(/\s+/g, " ")
    .trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1).trimEnd()}…`;
}
