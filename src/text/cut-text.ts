/** Texts over their limit: cut at a whole character, with a visible end that tells what was there. */

/** Room for the marker within a limit, so that a text that was cut is not cut again. */
const MARKER_CHARS = 80;

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = limit - MARKER_CHARS;
  const kept = isHighSurrogate(text, end - 1) ? end - 1 : end;
  return `${text.slice(0, kept)}…[memtrace: cut, ${kept} of ${text.length} characters kept]`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
