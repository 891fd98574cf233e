/** Cuts a text over its limit at a whole character, with a marker that gives the full length. */

/** Space for the marker within the limit, so that a cut text is not cut again. */
const MARKER_CHARS = 80;

export function cutText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = cutPlace(limit);
  const kept = isHighSurrogate(text, end - 1) ? end - 1 : end;
  return text.slice(0, kept) + cutMarker(kept, text.length);
}

/**
 * Returns the position of the cut. If this position is inside a surrogate pair, `cutText` cuts one
 * code unit earlier.
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
