/** Texts over their limit: cut at a whole character, with a visible end that tells what was there. */

/** Room for the marker within a limit, so that a text that was cut is not cut again. */
const MARKER_CHARS = 80;

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = cutPlace(limit);
  const kept = isHighSurrogate(text, end - 1) ? end - 1 : end;
  return text.slice(0, kept) + cutMarker(kept, text.length);
}

/** Up to where a text over the limit is kept, if no character lies across that place. */
export function cutPlace(limit: number): number {
  return limit - MARKER_CHARS;
}

export function cutMarker(kept: number, length: number): string {
  return `…[memtrace: cut, ${kept} of ${length} characters kept]`;
}

function isHighSurrogate(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdbff;
}
