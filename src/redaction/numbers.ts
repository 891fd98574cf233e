/** Finds phone numbers, payment cards (Luhn) and IBANs (checksum). */
import type { Found } from "./kinds.ts";

const CARD = /(?<![\w.])\d{13,19}(?![\w]|\.\d)/g;
const CARD_IN_GROUPS =
  /(?<![\w.])\d{4}([ -])(?:\d{6}\1\d{4,5}|\d{4}\1\d{4}\1\d{4}(?:\1\d{3})?)(?!\d)/g;
/** Card numbers of the large networks, by first digits and length. */
const NETWORK = [
  /^4(?:\d{12}|\d{15}|\d{18})$/,
  /^(?:5[1-5]|2[2-7]|35)\d{14}$/,
  /^3[47]\d{13}$/,
  /^3[0689]\d{12}$/,
  /^6(?:011|4\d\d|5\d\d)\d{12,15}$/,
];

export function* findCards(text: string): Generator<Found> {
  for (const pattern of [CARD, CARD_IN_GROUPS]) {
    for (const { 0: found, index: start } of text.matchAll(pattern)) {
      // The last group of three digits can be a separate number, so also try without it.
      const card = [found, found.slice(0, -4)].find((each) => isCard(digitsOf(each)));
      if (card === undefined || (card !== found && !/[ -]\d{3}$/.test(found))) continue;
      yield { start, end: start + card.length, kind: "card", normal: digitsOf(card) };
    }
  }
}

function isCard(digits: string): boolean {
  if (!NETWORK.some((form) => form.test(digits))) return false;
  let sum = 0;
  for (let place = 0; place < digits.length; place += 1) {
    const digit = Number(digits[digits.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

const IBAN = /(?<![A-Za-z0-9])[A-Za-z]{2}\d{2}(?:[ -]?[A-Za-z0-9]){11,30}/g;
/** IBAN length of each country, from the registry of ISO 13616. */
const IBAN_LENGTHS = new Map(
  (
    "NO15 BE16 DK18 FI18 FO18 GL18 NL18 MK19 SI19 AT20 BA20 EE20 KZ20 LT20 LU20 XK20 CH21 HR21 LI21 LV21 " +
    "BG22 BH22 CR22 DE22 GB22 GE22 IE22 ME22 RS22 VA22 AE23 GI23 IL23 IQ23 OM23 SO23 TL23 AD24 CZ24 ES24 " +
    "MD24 PK24 RO24 SA24 SE24 SK24 TN24 VG24 LY25 PT25 ST25 IS26 TR26 AZ28 BI27 FR27 GR27 IT27 MC27 MR27 " +
    "SM27 AL28 BY28 CY28 DO28 GT28 HU28 LB28 NI28 PL28 SV28 BR29 EG29 PS29 QA29 UA29 JO30 KW30 MU30 YE30 " +
    "MT31 SC31 LC32 RU33 DJ27 SD18 MN20 FK18"
  )
    .split(" ")
    .map((each): [string, number] => [each.slice(0, 2), Number(each.slice(2))]),
);

export function* findIbans(text: string): Generator<Found> {
  IBAN.lastIndex = 0;
  for (let match = IBAN.exec(text); match !== null; match = IBAN.exec(text)) {
    const [found] = match;
    const start = match.index;
    IBAN.lastIndex = start + 4;
    const length = IBAN_LENGTHS.get(found.slice(0, 2).toUpperCase());
    const end = length === undefined ? undefined : endOfCharacters(found, length);
    if (end === undefined || /[A-Za-z0-9]/.test(text.charAt(start + end))) continue;
    const normal = found.slice(0, end).replace(/[ -]/g, "").toUpperCase();
    if (!isIban(normal)) continue;
    IBAN.lastIndex = start + end;
    yield { start, end: start + end, kind: "iban", normal };
  }
}

function endOfCharacters(text: string, count: number): number | undefined {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (text[place] === " " || text[place] === "-") continue;
    seen += 1;
    if (seen === count) return place + 1;
  }
  return undefined;
}

function isIban(number: string): boolean {
  let rest = 0;
  for (const character of number.slice(4) + number.slice(0, 4)) {
    const value = Number.parseInt(character, 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest === 1;
}

const INTERNATIONAL = /(?<![\w+])\+\d(?:[ ./()-]{0,3}\d){6,14}(?!\d)/g;
const DIALLED_OUT = /(?<![\w.+/-])(?<!\d[ -])00[1-9](?:[ /()-]{0,3}\d){7,14}(?![\w]|[./-]\d)/g;
const NATIONAL =
  /(?<![\w.+/-])(?<!\d[ -])(?:\(\d{2,5}\)[ -]?\d{3,4}[ -]?\d{3,5}|\d{3}([ .-])\d{3}\1\d{4}|0\d{2,4}[ /-]\d{3,4}[ -]?\d{3,5}|0\d{9,10})(?!\w|[./-]\d)/g;
const ANY_NUMBER = /(?<![\w.+/-])\+?\d(?:[ ./()-]{0,2}\d){6,14}(?!\d)/g;
const AFTER_WORD =
  /\b(?:phone|mobile|cell|cellphone|tel|telefon|telephone|fax|whatsapp|sms|handy|call|called)\b[^\d\n+]{0,16}$/i;
const MAX_WORD_CHARS = 32;
const DATE = /^(?:(?:19|20)\d\d[-. /]\d{1,2}[-. /]\d{1,2}|\d{1,2}[-./]\d{1,2}[-./](?:19|20)\d\d)/;
/** Number of digits in a North American phone number, with the country code. */
const NORTH_AMERICAN_DIGITS = 11;

export function* findPhones(text: string): Generator<Found> {
  const patterns = [
    ...(text.includes("+") ? [INTERNATIONAL] : []),
    ...(text.includes("00") ? [DIALLED_OUT] : []),
    NATIONAL,
  ];
  for (const pattern of patterns) {
    for (const { 0: found, index } of text.matchAll(pattern)) {
      if (!DATE.test(found)) yield phone(text, index, found);
    }
  }
  for (const { 0: found, index } of text.matchAll(ANY_NUMBER)) {
    if (DATE.test(found)) continue;
    const before = text.slice(Math.max(0, index - MAX_WORD_CHARS), index);
    if (AFTER_WORD.test(before)) yield phone(text, index, found);
  }
}

function phone(text: string, start: number, found: string): Found {
  let end = start + found.length;
  if (/^\+1\D?/.test(found)) {
    end = start + (endOfDigits(found, NORTH_AMERICAN_DIGITS) ?? found.length);
  }
  const normal = digitsOf(text.slice(start, end)).replace(/^00/, "");
  return { start, end, kind: "phone", normal };
}

function endOfDigits(text: string, count: number): number | undefined {
  let seen = 0;
  for (let place = 0; place < text.length; place += 1) {
    if (/\d/.test(text.charAt(place))) seen += 1;
    if (seen === count) return place + 1;
  }
  return undefined;
}

function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}
