/**
 * Scans a text once for signs of values to redact, such as an `@` or a long token. Most texts have
 * none and are read only once.
 */
import type { Kind } from "./kinds.ts";

/** One bit per kind. */
export const SIGN: Readonly<Record<Kind, number>> = {
  email: 1,
  phone: 2,
  card: 4,
  iban: 8,
  ip: 16,
  secret: 32,
};
const DIGIT = 1;
const LETTER = 2;
/** The bit of characters that can separate the digits of a phone or card number. */
const GAP = 4;
/** A character with this bit can be in a token, although it is no letter and no digit. */
const TOKEN = 8;
const HEX = 16;
const CLASS = classes();
const PHONE_DIGITS = 7;
const CARD_DIGITS = 13;
const MOST_GAPS = 3;
/** Minimum characters of a token. A date with an hour is shorter, so it is not a token. */
const TOKEN_CHARS = 14;
/** Colons in an IPv6 address without `::`. */
const V6_COLONS = 7;
const HEX_DIGITS = 4;

/** Returns one bit (see `SIGN`) for each kind of value that the text could contain. */
export function signsIn(text: string): number {
  let signs = text.includes("@") ? SIGN.email : 0;
  let digits = 0;
  let gaps = 0;
  let dots = 0;
  let hex = HEX_DIGITS + 1;
  let colons = 0;
  let tokens = 0;
  let seen = 0;
  let [one, two, three, four] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const type = code < 128 ? (CLASS[code] as number) : 0;
    if ((type & DIGIT) !== 0) {
      digits += 1;
      gaps = 0;
      if (digits === PHONE_DIGITS) signs |= SIGN.phone;
      else if (digits === CARD_DIGITS) signs |= SIGN.card;
      // An IBAN begins with two letters and two digits at the start of a word.
      if ((one & DIGIT) !== 0 && (two & three & LETTER) !== 0 && (four & (LETTER | DIGIT)) === 0) {
        signs |= SIGN.iban;
      }
    } else if ((type & GAP) !== 0 && gaps < MOST_GAPS) gaps += 1;
    else digits = 0;
    if (code === 0x2e && (one & DIGIT) !== 0) {
      dots += 1;
      if (dots === 3) signs |= SIGN.ip;
    } else if ((type & DIGIT) === 0) dots = 0;
    if (code === 0x3a) {
      colons = hex <= HEX_DIGITS ? colons + 1 : 1;
      if ((hex === 0 && colons > 1) || colons >= V6_COLONS) signs |= SIGN.ip;
      hex = 0;
    } else hex = (type & HEX) === 0 ? HEX_DIGITS + 1 : hex + 1;
    if ((type & (LETTER | DIGIT | TOKEN)) !== 0) {
      tokens += 1;
      seen |= type;
      if (tokens >= TOKEN_CHARS && (seen & LETTER) !== 0 && (seen & DIGIT) !== 0) {
        signs |= SIGN.secret;
      }
    } else {
      tokens = 0;
      seen = 0;
    }
    four = three;
    three = two;
    two = one;
    one = type;
  }
  return signs;
}

/**
 * Whether the text can contain a PEM block. `signsIn` can miss such a block: it looks for digits
 * and long tokens, but a PEM block can have neither.
 */
export function mayHoldPem(text: string): boolean {
  return text.includes("-----BEGIN ");
}

function classes(): Uint8Array {
  const made = new Uint8Array(128);
  for (let code = 0; code < 128; code += 1) {
    const character = String.fromCharCode(code);
    if (/\d/.test(character)) made[code] = DIGIT | HEX;
    else if (/[a-f]/i.test(character)) made[code] = LETTER | HEX;
    else if (/[a-z]/i.test(character)) made[code] = LETTER;
    else if (" .()".includes(character)) made[code] = GAP;
    if ("/-".includes(character)) made[code] = GAP | TOKEN;
    if ("+_=~.".includes(character)) made[code] = (made[code] ?? 0) | TOKEN;
  }
  return made;
}
