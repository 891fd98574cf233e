/**
 * Finds other spellings of a clock time. "At seven" can be "7:00", or "19:00" if the text names no
 * part of the day.
 */

const PART_OF_DAY =
  /\b(?:\d ?[ap]\.?m|morning|afternoon|evening|tonight|night|noon|midday)\b|\b(?:morgens|vormittags|nachmittags|abends|nachts)\b/i;
/** Words before a number that make it a clock time. */
const BEFORE_HOUR = new Set(
  "at by until till before after from since around about past between".split(" "),
);
const CLOCK = /^(\d{1,2}):(\d\d)$/;
const HOUR = /^\d{1,2}$/;
const NOON = 12;

/**
 * Returns the other spellings of the stem, if it is a clock time in the text.
 * @param words stems of all words of the text, in order
 */
export function otherHours(stem: string, text: string, words: readonly string[]): string[] {
  const [, written, minute = "00"] = CLOCK.exec(stem) ?? [];
  const isHour =
    HOUR.test(stem) && words.some((word, at) => word === stem && isAfter(words[at - 1]));
  if (written === undefined && !isHour) return [];
  const hour = Number(written ?? stem);
  const isOpen = hour < NOON && hour > 0 && !PART_OF_DAY.test(text);
  const hours = isOpen ? [hour, hour + NOON] : [hour];
  const spelled = hours.map((each) => `${each}:${minute}`);
  const short = written !== undefined && minute === "00" ? [`${hour}`] : [];
  return [...spelled, ...short].filter((each) => each !== stem);
}

function isAfter(word: string | undefined): boolean {
  return word !== undefined && BEFORE_HOUR.has(word);
}
