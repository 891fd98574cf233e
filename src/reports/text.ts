/** Puts a trace's text on one line and cuts it without splitting a character. */
export function clamp(text: string, maxChars: number): string {
  // Cut first, because collapsing the white space of a long document is expensive.
  const line = text
    .slice(0, 4 * maxChars)
    .replace(/\s+/g, " ")
    .trim();
  if (line.length <= maxChars && text.length <= 4 * maxChars) return line;
  return `${line.slice(0, maxChars - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
}
