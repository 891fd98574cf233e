/** Adds the part of the day from the evidence to clock times of the expected answer. */
import { clockMentions } from "../../text/clock-times.ts";

/** Matches a clock time in figures without a part of the day. */
const FIGURES =
  /(?<![\d:.])(0?\d|1[0-2])(?::|\.(?=\d\d ?(?:Uhr|uur|h)))([0-5]\d)(?![\d.:]|\s?[ap]\.?m)(?: (?:Uhr|uur|horas?|h))?/giu;

/**
 * Returns "6:15 am" for the expected answer "6:15" if a text of the evidence says "a quarter past
 * six in the morning". Otherwise, "6:15" can also mean 18:15.
 */
export function withPartOfDay(expected: string, texts: readonly string[]): string {
  if (clockMentions(expected).some(({ isVague }) => !isVague)) return expected;
  const mentions = texts.flatMap(clockMentions).filter(({ isVague }) => !isVague);
  const known = new Set(mentions.map(({ time }) => time));
  return expected.replace(FIGURES, (all, hour: string, minute: string) => {
    const early = Number(hour) % 12;
    const [isEarly, isLate] = [early, early + 12].map((each) => known.has(`${each}:${minute}`));
    return isEarly === isLate ? all : `${Number(hour)}:${minute} ${isEarly ? "am" : "pm"}`;
  });
}
