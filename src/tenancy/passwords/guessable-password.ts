/** Finds passwords that an attacker would try first. */
import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { COMMON_WORDS } from "./common-words.ts";

const PRODUCT = "memtrace";

/** A common word with up to this many digits and signs around it is easy to guess. */
const MAX_DECORATION_CHARS = 8;
const MIN_DISTINCT_CHARS = 4;
/**
 * A keyboard walk consists of neighbouring keys, such as `qwerty`. The text is divided into runs of
 * neighbouring keys. If the runs have at least this average length, the text counts as a walk.
 */
const MIN_RUN_CHARS = 3;

const KEY_ROWS = [
  "abcdefghijklmnopqrstuvwxyza",
  ...["12345678901", "!@#$%^&*()", "147", "258", "369", "159", "357"],
  ...["qwertyuiop", "asdfghjkl;", "zxcvbnm,./"],
  ...["qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn"],
  ...["1qaz", "2wsx", "3edc", "4rfv", "5tgb", "6yhn", "7ujm", "8ik", "9ol"],
  ...["!qaz", "@wsx", "#edc", "$rfv", "%tgb", "^yhn", "&ujm", "*ik", "(ol"],
];

/**
 * Each entry is a pair of keys: two equal keys, or two neighbouring keys in one row of the
 * keyboard.
 */
const NEIGHBOURS: ReadonlySet<string> = new Set(
  KEY_ROWS.flatMap((row) =>
    [...row].flatMap((key, at) => {
      const next = row[at + 1] ?? key;
      return [`${key}${key}`, `${key}${next}`, `${next}${key}`];
    }),
  ),
);

const LETTER_OF_SIGN: Readonly<Record<string, string>> = {
  ...{ "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "7": "t", "8": "b" },
  ...{ "@": "a", $: "s", "!": "i", "|": "l", "€": "e" },
};

/**
 * Whether an attacker would soon guess the password. Ignores case and spaces. Different forms of a
 * character, such as full width, count as equal (NFKC).
 *
 * @param about data about the person: the e-mail address and the name
 */
export function isGuessable(password: string, about: readonly string[]): boolean {
  const text = folded(password).replace(/\s/gu, "");
  if (new Set(text).size < MIN_DISTINCT_CHARS) return true;
  const known = new Set([PRODUCT, ...about.flatMap(partsOf)]);
  const cores = [text, repeatedUnit(text)].flatMap(coresOf);
  const readings = new Set([...cores, ...cores.flatMap(asLetters)].flatMap(repetitions));
  return (
    [text, ...cores].some(isKeyWalk) ||
    [...readings].some(
      (word) => known.has(word) || COMMON_PASSWORDS.has(word) || COMMON_WORDS.has(word),
    )
  );
}

function folded(text: string): string {
  // Convert to upper case first, so that "ß" equals "SS".
  return text.normalize("NFKC").toUpperCase().toLowerCase();
}

/**
 * Removes up to `MAX_DECORATION_CHARS` digits and signs from the ends of the text. Returns every
 * text that this can give, including the unchanged text.
 */
function coresOf(text: string): string[] {
  const [front = ""] = /^[^\p{L}]*/u.exec(text) ?? [];
  const [end = ""] = /[^\p{L}]*$/u.exec(text) ?? [];
  const cores: string[] = [];
  for (let left = 0; left <= Math.min(front.length, MAX_DECORATION_CHARS); left++) {
    const most = Math.min(end.length, MAX_DECORATION_CHARS - left, text.length - left - 1);
    for (let right = 0; right <= most; right++) cores.push(text.slice(left, text.length - right));
  }
  return cores;
}

/** Returns `abc` for `abcabcabc`. A text without repetition stays unchanged. */
function repeatedUnit(text: string): string {
  const period = `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

/**
 * For `ababab`, returns `ab`, `abab` and `ababab`. A common password can itself be a repetition, so
 * all of them are looked up.
 */
function repetitions(text: string): string[] {
  const unit = repeatedUnit(text);
  return Array.from({ length: text.length / unit.length }, (_, at) => unit.repeat(at + 1));
}

/** Replaces digits and signs by similar letters. */
function asLetters(text: string): string[] {
  const read = (from: string) => [...from].map((sign) => LETTER_OF_SIGN[sign] ?? sign).join("");
  return [read(text), read(text.replace(/[1!]/g, "l"))];
}

/**
 * Returns parts of an e-mail address or a name that a person may use in a password:
 * - the whole text, and the texts before and after `@`
 * - the same three texts without any signs
 * - the same three texts without some of the digits and signs at their ends
 * - each word
 */
function partsOf(text: string): string[] {
  const plain = folded(text).replace(/\s/gu, "");
  const [local = "", domain = ""] = plain.split("@");
  const words = folded(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= MIN_RUN_CHARS);
  const whole = [plain, local, domain].filter((part) => part !== "");
  const together = whole.map((part) => part.replace(/[^\p{L}\p{N}]/gu, ""));
  return [...whole, ...together, ...words, ...whole.flatMap(coresOf)];
}

function isKeyWalk(text: string): boolean {
  const keys = [...text];
  const halves = [0, 1].map((start) => keys.filter((_, at) => at % 2 === start));
  return [[keys], halves].some((parts) =>
    parts.every((part) => runsOf(part) * MIN_RUN_CHARS <= part.length),
  );
}

/** Counts the runs of neighbouring keys. A key can repeat within a run. */
function runsOf(keys: readonly string[]): number {
  return keys.filter((key, at) => at === 0 || !NEIGHBOURS.has(`${keys[at - 1]}${key}`)).length;
}
