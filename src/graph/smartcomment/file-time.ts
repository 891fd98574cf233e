/**
 * Reads and writes times as in a smartcomment export: `2026-05-04 09:00:00.000`. A time without a
 * zone is in UTC.
 */

const TIME = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?(Z|[+-]\d\d:?\d\d)?$/;
/** The first and the last time whose year ISO 8601 writes with four digits. */
export const FIRST_TIME = Date.parse("0000-01-01T00:00:00.000Z");
export const LAST_TIME = Date.parse("9999-12-31T23:59:59.999Z");

/**
 * Returns the time in milliseconds since the epoch. The text can lack the fraction and the zone. If
 * the text is not a time of the years 0 to 9999, returns undefined.
 */
export function parseTime(written: string): number | undefined {
  const match = TIME.exec(written);
  const [, date, time, fraction, zone] = match ?? [];
  const milliseconds = (fraction ?? "").slice(0, 3).padEnd(3, "0");
  const at = Date.parse(`${date}T${time}.${milliseconds}${zone ?? "Z"}`);
  // `Date.parse` alone is not enough: it also accepts other texts and guesses a date.
  return match !== null && at >= FIRST_TIME && at <= LAST_TIME ? at : undefined;
}

export function formatTime(at: number): string {
  return new Date(at).toISOString().replace("T", " ").slice(0, -1);
}

const SECONDS_CHARS = "2026-05-04 09:00:00".length;

/**
 * Reads and writes times. Remembers the last second, so this is fast if the times of successive
 * records are often in the same second.
 */
export class Times {
  #read = { text: "", at: Number.NaN };
  #written = { at: Number.NaN, text: "" };

  parse(written: string): number | undefined {
    const milliseconds = written.charCodeAt(SECONDS_CHARS) === 0x2e ? fractionOf(written) : -1;
    if (milliseconds < 0) return parseTime(written);
    if (!written.startsWith(this.#read.text) || this.#read.text === "") {
      const text = written.slice(0, SECONDS_CHARS);
      const at = parseTime(text);
      if (at === undefined) return undefined;
      this.#read = { text, at };
    }
    return this.#read.at + milliseconds;
  }

  format(at: number): string {
    const milliseconds = ((at % 1_000) + 1_000) % 1_000;
    const second = at - milliseconds;
    if (second !== this.#written.at) {
      this.#written = { at: second, text: formatTime(second).slice(0, -3) };
    }
    return this.#written.text + String(milliseconds).padStart(3, "0");
  }
}

/**
 * Returns the fraction at the end of the text as a number, if it has three digits; -1 otherwise.
 */
function fractionOf(written: string): number {
  if (written.length !== SECONDS_CHARS + 4) return -1;
  let fraction = 0;
  for (let at = SECONDS_CHARS + 1; at < written.length; at++) {
    const digit = written.charCodeAt(at) - 0x30;
    if (digit < 0 || digit > 9) return -1;
    fraction = fraction * 10 + digit;
  }
  return fraction;
}
