/**
 * Returns the seconds that a service asks to wait, from a number or an HTTP date. Any other header
 * gives 0.
 */
export function parseRetryAfter(header: string | null, now: number): number {
  if (header === null) return 0;
  const text = header.trim();
  if (/^\d{1,9}$/.test(text)) return Number(text);
  // Accept only RFC 9110's date format, because Date.parse accepts almost any text with a number.
  if (!/^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/.test(text)) return 0;
  const at = Date.parse(text);
  return Number.isNaN(at) ? 0 : Math.max(0, Math.ceil((at - now) / 1_000));
}
