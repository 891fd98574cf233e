/** Compares the signs beside values: "€" and "$", "°C" and "°F", "A+" and "A-". */

/** Matches signs of currency and temperature. Amounts with different signs differ. */
const SIGN = /\p{Sc}|°\s?[CFK]/giu;

export function hasOtherSign(expected: string, given: string): boolean {
  const [own, other] = [signsIn(expected), signsIn(given)];
  return own.length > 0 && other.length > 0 && !own.some((sign) => other.includes(sign));
}

function signsIn(text: string): string[] {
  return (text.match(SIGN) ?? []).map((sign) => sign.replace(/\s/g, "").toUpperCase());
}

/** Matches a grade or blood group with its sign. */
const GRADE = /(?<![\p{L}\d])(?:[A-F]|AB|O)[+-](?![\p{L}\d])/u;

export function hasOtherGrade(expected: string, given: string): boolean {
  const [wanted, said] = [GRADE.exec(expected)?.[0], GRADE.exec(given)?.[0]];
  return wanted === undefined ? expected.trim() === said?.slice(0, -1) : !given.includes(wanted);
}
