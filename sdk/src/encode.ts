/** Values as text. Text stays as it is; everything else becomes JSON, and nothing makes it throw. */

const MARKER_CHARS = 80;

/** The text of a value. Never throws: what cannot be read says so. */
export function encode(value: unknown): string {
  if (typeof value === "string") return value;
  try {
    return JSON.stringify(value, replacer()) ?? String(value);
  } catch {
    return "[unreadable]";
  }
}

/**
 * Text of at most `max` characters; what is cut ends in a marker that tells how much there was.
 * Never splits a surrogate pair.
 */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  const kept = wholeCharacters(text, max - MARKER_CHARS);
  return `${text.slice(0, kept)}…[memtrace: cut, ${kept} of ${text.length} characters kept]`;
}

/** The largest index up to `index` that does not stand inside a surrogate pair. */
export function wholeCharacters(text: string, index: number): number {
  const splits = /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(index - 1, index + 1));
  return splits ? index - 1 : index;
}

/** The fields of an object; none where reading them fails. */
export function fieldsOf(value: object): [string, unknown][] {
  try {
    return Object.entries(value);
  } catch {
    return [];
  }
}

/** A text that says something, unlike an id or a key. */
export function isSentence(value: unknown): value is string {
  return typeof value === "string" && /\s/.test(value);
}

/** Shorter ids are too likely to be another object's as well. */
const MIN_ID_CHARS = 8;

/** The id that an object brings along. */
export function idOf(value: unknown, minChars = MIN_ID_CHARS): string | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const id = fieldsOf(value).find(([name]) => name === "id")?.[1];
  return typeof id === "string" && id.length >= minChars ? id : undefined;
}

/** A JSON replacer that knows what JSON does not, and breaks circles. */
function replacer(): (this: unknown, key: string, value: unknown) => unknown {
  const ancestors: { shown: unknown; original: unknown }[] = [];
  return function replace(_key, value) {
    if (typeof value === "bigint") return `${value}`;
    if (typeof value !== "object" || value === null) return value;
    while (ancestors.length > 0 && ancestors.at(-1)?.shown !== this) ancestors.pop();
    if (ancestors.some(({ original }) => original === value)) return "[circular]";
    const shown = plain(value);
    ancestors.push({ shown, original: value });
    return shown;
  };
}

function plain(value: object): unknown {
  if (value instanceof Map) {
    const entries = [...value];
    return entries.every(([key]) => typeof key === "string")
      ? Object.fromEntries(entries)
      : entries;
  }
  if (value instanceof Set) return [...value];
  if (value instanceof Error) return { name: value.name, message: value.message };
  if (ArrayBuffer.isView(value)) return `[${value.constructor.name}, ${value.byteLength} bytes]`;
  if (value instanceof ArrayBuffer) return `[ArrayBuffer, ${value.byteLength} bytes]`;
  return value;
}
