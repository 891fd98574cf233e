/** Seeded draws of names, numbers and days; no value is drawn twice for one topic. */
export interface Day {
  readonly year: number;
  /** From 1 to 12. */
  readonly month: number;
  readonly day: number;
}

export class Draw {
  readonly #random: () => number;
  readonly #taken = new Set<unknown>();
  /** The speaker of the topic, and the other speaker. */
  readonly who: string;
  readonly other: string;
  /** The day of each turn of the topic. */
  readonly days: readonly Day[];

  constructor(random: () => number, speakers: readonly [string, string], days: readonly Day[]) {
    this.#random = random;
    [this.who, this.other] = speakers;
    this.days = days;
  }

  get today(): Day {
    return this.days[0] ?? { year: 2025, month: 1, day: 1 };
  }

  of<T>(pool: readonly T[]): T {
    const left = pool.filter((value) => !this.#taken.has(value));
    const value = left[Math.floor(this.#random() * left.length)];
    if (value === undefined) throw new Error("nothing is left to be drawn");
    this.#taken.add(value);
    return value;
  }

  number(from: number, to: number): number {
    for (;;) {
      const value = from + Math.floor(this.#random() * (to - from + 1));
      if (this.#taken.has(value)) continue;
      this.#taken.add(value);
      return value;
    }
  }

  /** Draws a day of the year after the conversation. */
  day(): Day {
    return { year: this.today.year, month: this.number(6, 12), day: this.number(2, 27) };
  }
}

export function later(day: Day, days: number): Day {
  const at = new Date(Date.UTC(day.year, day.month - 1, day.day + days));
  return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1, day: at.getUTCDate() };
}

export function daysBetween(start: Day, end: Day): number {
  const at = ({ year, month, day }: Day) => Date.UTC(year, month - 1, day);
  return Math.round((at(end) - at(start)) / 86_400_000);
}

const MONTHS =
  "January February March April May June July August September October November December".split(
    " ",
  );
const GERMAN =
  "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(" ");
const two = (value: number) => String(value).padStart(2, "0");

export const iso = ({ year, month, day }: Day) => `${year}-${two(month)}-${two(day)}`;
export const long = ({ year, month, day }: Day) => `${day} ${MONTHS[month - 1]} ${year}`;
export const american = ({ year, month, day }: Day) => `${MONTHS[month - 1]} ${day}, ${year}`;
export const german = ({ year, month, day }: Day) => `${day}. ${GERMAN[month - 1]} ${year}`;
export const dotted = ({ year, month, day }: Day) => `${two(day)}.${two(month)}.${year}`;
export const chinese = ({ year, month, day }: Day) => `${year}年${month}月${day}日`;

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "- - twenty thirty forty fifty sixty seventy eighty ninety".split(" ");

/** Writes a number below a hundred in English words. */
export function inWords(value: number): string {
  if (value < 20) return SMALL[value] ?? String(value);
  const rest = value % 10;
  return `${TENS[Math.floor(value / 10)]}${rest === 0 ? "" : `-${SMALL[rest]}`}`;
}
