/** Reads the number of a day that is written as an English word: "the first of April". */

const ORDINALS =
  "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth twenty-first twenty-second twenty-third twenty-fourth twenty-fifth twenty-sixth twenty-seventh twenty-eighth twenty-ninth thirtieth thirty-first".split(
    " ",
  );

/** Longer words come first, because "twenty-first" contains "first". */
export const ORDINAL_DAY = `(${ORDINALS.toReversed().join("|")})`;

/** Returns 0 if the word names no day. */
export function ordinalDay(word: string | undefined): number {
  return ORDINALS.indexOf((word ?? "").toLowerCase()) + 1;
}
