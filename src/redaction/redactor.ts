/** Replaces personal data and secrets in texts. Equal texts give equal results. */
import { findEmails, findIps } from "./addresses.ts";
import { type Finder, type Found, type Kind, MASK } from "./kinds.ts";
import { findCards, findIbans, findPhones } from "./numbers.ts";
import { type KeyedHash, type PseudonymForm, pseudonymOf, pseudonyms } from "./pseudonym.ts";
import { readableText } from "./readable-text.ts";
import { mayHoldPem, SIGN, signsIn } from "./scan.ts";
import { findSecrets } from "./secrets.ts";

/**
 * The finders, in the order in which they run. Found values are masked, so later finders do not
 * find them again.
 */
const FINDERS: readonly (readonly [Kind, Finder])[] = [
  ["secret", findSecrets],
  ["email", findEmails],
  ["iban", findIbans],
  ["card", findCards],
  ["ip", findIps],
  ["phone", findPhones],
];
/**
 * Maximum number of search rounds. After a round, the found values are masked, and this can make
 * further values visible. Usually, the second round finds nothing.
 */
const MAX_ROUNDS = 4;
const NONE: readonly Finder[] = [];
/**
 * The redactor caches short texts in which it found nothing, such as categories and roles, because
 * they repeat in nearly every event. It caches at most `MAX_REMEMBERED` of them, and as many
 * pseudonyms.
 */
const MAX_REMEMBERED = 5_000;
const MAX_REMEMBERED_CHARS = 80;
/** Pseudonyms of longer values, such as PEM blocks, are not cached. */
const MAX_REMEMBERED_VALUE_CHARS = 200;

/** Position of the value in the original text, its length, and the length of its pseudonym. */
export type Replacement = readonly [at: number, was: number, now: number];

export interface RedactedText {
  readonly text: string;
  readonly replaced: readonly Replacement[];
}

export interface RedactionRules {
  readonly kinds: readonly Kind[];
  /** Finders of the project's own patterns and word lists. */
  readonly own: readonly Finder[];
}

export class Redactor {
  readonly #kinds: readonly (readonly [Kind, Finder])[];
  readonly #own: readonly Finder[];
  /**
   * `signsIn` returns a number with one bit for each kind of value that a text could contain. This
   * list maps each such number to the finders of the kinds whose bits are set.
   */
  readonly #bySigns: (readonly Finder[])[] = [];
  readonly #hash: KeyedHash;
  readonly #counts = new Map<string, number>();
  readonly #unchanged = new Set<string>();
  readonly #pseudonyms = new Map<string, string>();

  constructor({ kinds, own }: RedactionRules, hash: KeyedHash) {
    this.#kinds = FINDERS.filter(([kind]) => kinds.includes(kind));
    this.#own = own;
    this.#hash = hash;
  }

  /** Whether the text certainly stays unchanged: a quick check for most names and ids. */
  isHarmless(text: string): boolean {
    if (this.#unchanged.has(text)) return true;
    return this.#own.length === 0 && this.#findersFor(text).length === 0;
  }

  text(original: string): string {
    if (this.#unchanged.has(original)) return original;
    const { text, replaced } = this.redact(original);
    if (replaced.length === 0) this.#remember(original);
    return text;
  }

  #remember(harmless: string): void {
    if (harmless.length > MAX_REMEMBERED_CHARS) return;
    if (this.#unchanged.size >= MAX_REMEMBERED) this.#unchanged.clear();
    this.#unchanged.add(harmless);
  }

  /**
   * Replaces all found values in the text, and returns which parts were replaced.
   * @param isExact if true, different spellings of one value get different pseudonyms. This is
   * needed for names and ids of records: two different names must not become equal.
   */
  redact(original: string, isExact = false): RedactedText {
    const readable = readableText(original);
    const finders = [...this.#findersFor(readable.text), ...this.#own];
    const all = () => [...this.#kinds.map(([, finder]) => finder), ...this.#own];
    const found = finders.length === 0 ? [] : findAll(readable.text, finders, all);
    if (found.length === 0) return { text: original, replaced: [] };
    const replaced: Replacement[] = [];
    let text = "";
    let end = 0;
    for (const { kind, normal, isWord, ...place } of found) {
      const start = readable.originalOf(place.start);
      const last = readable.originalOf(place.end - 1) + 1;
      const stop = Math.max(last, Math.min(readable.originalOf(place.end), original.length));
      const written = isExact ? original.slice(start, stop) : normal;
      const pseudonym = this.#pseudonym(kind, written, isWord ? "word" : "marked");
      text += original.slice(end, start) + pseudonym;
      replaced.push([start, stop - start, pseudonym.length]);
      this.#counts.set(kind, (this.#counts.get(kind) ?? 0) + 1);
      end = stop;
    }
    return { text: text + original.slice(end), replaced };
  }

  /**
   * Call this if a text is inserted directly after a redacted value and continues this value. For
   * example, it adds the end of an e-mail address. Returns a new pseudonym that replaces both the
   * old pseudonym and the inserted text.
   * @param pseudonym the old pseudonym; it must have brackets, as in `[email:kqtbvmrdzhfs]`
   */
  continued(pseudonym: string, continuation: string): string {
    const kind = pseudonym.slice(1, pseudonym.indexOf(":"));
    return this.#pseudonym(kind, `${pseudonym}${continuation}`, "marked");
  }

  /** Values redacted since the last call, by kind. */
  takeCounts(): Map<string, number> {
    const taken = new Map(this.#counts);
    this.#counts.clear();
    return taken;
  }

  #pseudonym(kind: string, normal: string, form: PseudonymForm): string {
    const key = `${form}:${kind}:${normal}`;
    const known = this.#pseudonyms.get(key);
    if (known !== undefined) return known;
    if (this.#pseudonyms.size >= MAX_REMEMBERED) this.#pseudonyms.clear();
    const made = pseudonymOf(kind, normal, form, this.#hash);
    if (normal.length <= MAX_REMEMBERED_VALUE_CHARS) this.#pseudonyms.set(key, made);
    return made;
  }

  #findersFor(text: string): readonly Finder[] {
    const signs = signsIn(text) | (mayHoldPem(text) ? SIGN.secret : 0);
    if (signs === 0) return NONE;
    const known = this.#bySigns[signs];
    if (known !== undefined) return known;
    const made = this.#kinds.filter(([kind]) => (signs & SIGN[kind]) !== 0);
    this.#bySigns[signs] = made.map(([, finder]) => finder);
    return this.#bySigns[signs];
  }
}

/**
 * Finds all values to redact, in several rounds.
 * @param all returns the finders for the rounds after the first one. They are finders of all kinds,
 * because masking can make a value of any kind visible.
 */
function findAll(readable: string, first: readonly Finder[], all: () => Finder[]): Found[] {
  let finders = first;
  const found: Found[] = [];
  let text = readable;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const before = found.length;
    for (const finder of finders) {
      const made = apart(finder(text));
      if (made.length === 0) continue;
      if (text === readable) {
        // The text can already contain pseudonyms from an earlier redaction. Mask them, so that no
        // finder takes a part of them for a value.
        text = readable.replace(pseudonyms(), (known) => MASK.repeat(known.length));
        const hidden = text === readable ? made : apart(finder(text));
        found.push(...hidden);
        text = masked(text, hidden);
      } else {
        found.push(...made);
        text = masked(text, made);
      }
    }
    if (found.length === before) break;
    finders = all();
  }
  return found.sort((a, b) => a.start - b.start);
}

function apart(found: Iterable<Found>): Found[] {
  const kept: Found[] = [];
  let end = 0;
  for (const each of [...found].sort((a, b) => a.start - b.start || b.end - a.end)) {
    if (each.start < end || each.end <= each.start) continue;
    kept.push(each);
    end = each.end;
  }
  return kept;
}

function masked(text: string, found: readonly Found[]): string {
  let made = "";
  let end = 0;
  for (const { start, end: stop } of found) {
    made += text.slice(end, start) + MASK.repeat(stop - start);
    end = stop;
  }
  return made + text.slice(end);
}
