/**
 * A position in a list sorted by (time, id). Clients send the cursor back as text to get the next
 * page.
 */

export interface Cursor {
  readonly time: number;
  readonly id: string;
}

const BITS_OF_A_BYTE = 8;
const BYTE = 0xff;

/**
 * Encodes the UTF-16 code units of the text as two bytes each. UTF-8 would not work, because an id
 * can contain half a surrogate pair.
 */
export function encodeCursor({ time, id }: Cursor): string {
  let bytes = "";
  for (const unit of `${time} ${id}`.split("")) {
    const code = unit.charCodeAt(0);
    bytes += String.fromCharCode(code & BYTE, code >> BITS_OF_A_BYTE);
  }
  return btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Returns undefined if the text is not a cursor. */
export function decodeCursor(text: string): Cursor | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined;
  const bytes = bytesOf(text.replaceAll("-", "+").replaceAll("_", "/"));
  let decoded = "";
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    const high = bytes.charCodeAt(at + 1) << BITS_OF_A_BYTE;
    decoded += String.fromCharCode(bytes.charCodeAt(at) | high);
  }
  const match = /^(-?\d+) (.+)$/s.exec(decoded);
  if (match?.[1] === undefined || match[2] === undefined) return undefined;
  return { time: Number(match[1]), id: match[2] };
}

function bytesOf(base64: string): string {
  try {
    return atob(base64);
  } catch {
    return "";
  }
}
