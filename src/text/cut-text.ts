/**
 * Cuts a text that is longer than a limit. A marker at the end gives the original length. The cut
 * never splits a surrogate pair.
 */

/**
 * The text is cut this number of characters before the limit. So there is room for the marker, and
 * the result is not longer than the limit.
 */
const MARKER_CHARS = 80;

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = cutPlace(limit);
  const kept = isHighSurrogate(text, end - 1) ? end - 1 : end;
  return text.slice(0, kept) + cutMarker(kept, text.length);
}

/**
 * Returns the index at which `cutText` cuts the text. If this index is inside a surrogate pair,
 * `cutText` cuts before the pair.
 */
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
