/** Finds sentences that give a fact to another person or thing than the statement does. */
import { excludeEachOther } from "../../../text/denial/exclusive-words.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";
import { CLAUSE } from "./role-swap.ts";

type Clause = ReadonlySet<string>;

const CAPITAL = /^\p{Lu}/u;
const FIGURE = /^\d/;
const FULL_HOUR = /^(\d{1,2}):00$/;
const SPEAKER = /\b(?:I|me|my|mine)\b/u;
/**
 * In a memory, a remark in brackets is often about another thing. A remark follows a word. Other
 * brackets can belong to the form of the text: "(Ann) -[OWNS]-> (bike)".
 */
const REMARK = /[\p{L}\p{N}.,;:]\s?\(/u;
const BRACKET = /[()]/u;

/**
 * Whether the sentence says about a name or figure of the detail what the statement says about
 * another name or figure. For example, the statement is "Leo eats fish, Mila eats nuts", and the
 * sentence is "Leo eats nuts, Mila eats fish". Words such as "left" are tested too, if the
 * statement also has the opposite word, such as "right".
 */
export function isReassigned(need: Need, { text, stems }: Sentence): boolean {
  const { core, statement, words, subject } = need;
  if (!CLAUSE.test(statement)) return false;
  const names = new Set(words.filter((word) => CAPITAL.test(word.text)).map(({ stem }) => stem));
  const isTelling = (stem: string) => names.has(stem) || FIGURE.test(stem);
  const said = clausesOf(statement, subject);
  const isWhole = !CLAUSE.test(text) && !REMARK.test(text);
  const written = isWhole ? [] : clausesOf(text, undefined);
  return core.some(({ stem }) => {
    const word = hourOf(stem);
    const parts = dividedBy(word, said);
    const other = parts.ofOthers.find((each) => excludeEachOther(word, each));
    if (other !== undefined && isCrossed(word, other, parts, { written, stems })) return true;
    return isTelling(word) && isGivenToOther(word, parts, written, isTelling);
  });
}

/** Returns the words of each clause. If a clause has "I" or "my", the speaker's name is added. */
function clausesOf(text: string, speaker: string | undefined): Clause[] {
  return text
    .split(CLAUSE)
    .flatMap((clause) => (REMARK.test(clause) ? clause.split(BRACKET) : clause))
    .map((clause) => {
      const isOwn = speaker !== undefined && SPEAKER.test(clause);
      return new Set([...contentStems(clause).map(hourOf), ...(isOwn ? [speaker] : [])]);
    });
}

/** Writes a full hour as a number, because "at eight" and "8:00" are the same hour. */
function hourOf(stem: string): string {
  return stem.replace(FULL_HOUR, "$1");
}

interface Divided {
  /** Words that occur only in clauses with the given word. */
  readonly ofOwn: readonly string[];
  /** Words that occur only in clauses without the given word. */
  readonly ofOthers: readonly string[];
}

function dividedBy(word: string, said: readonly Clause[]): Divided {
  const own = said.filter((clause) => clause.has(word));
  const others = said.filter((clause) => !clause.has(word));
  const only = (some: readonly Clause[], rest: readonly Clause[]) =>
    [...new Set(some.flatMap((clause) => [...clause]))].filter(
      (each) => each !== word && !rest.some((clause) => clause.has(each)),
    );
  return { ofOwn: only(own, others), ofOthers: only(others, own) };
}

function isGivenToOther(
  word: string,
  { ofOwn, ofOthers }: Divided,
  written: readonly Clause[],
  isTelling: (stem: string) => boolean,
): boolean {
  if (!ofOthers.some(isTelling)) return false;
  const given = written.filter((clause) => clause.has(word));
  return (
    given.length > 0 &&
    given.every((clause) => count(clause, ofOwn) === 0 && count(clause, ofOthers) > 0) &&
    written.some(
      (clause) => !clause.has(word) && count(clause, ofOwn) > 0 && count(clause, ofOthers) > 0,
    )
  );
}

/**
 * Whether the sentence swaps two words that exclude each other, such as "left" and "right". They
 * can be in two clauses, or before two nouns of one clause: "a white door with a red frame".
 */
function isCrossed(
  word: string,
  other: string,
  { ofOwn, ofOthers }: Divided,
  { written, stems }: { readonly written: readonly Clause[]; readonly stems: readonly string[] },
): boolean {
  if (!stems.includes(word) || !stems.includes(other)) return false;
  const nounOf = (each: string) => stems[stems.indexOf(each) + 1] ?? "";
  if (ofOthers.includes(nounOf(word)) && ofOwn.includes(nounOf(other))) return true;
  const about = ofOthers.filter((each) => each !== other);
  const [own, rival] = [word, other].map((each) => written.find((clause) => clause.has(each)));
  if (own === undefined || rival === undefined || own === rival) return false;
  return count(own, ofOwn) < count(rival, ofOwn) && count(own, about) > count(rival, about);
}

function count(clause: Clause, words: readonly string[]): number {
  return words.filter((word) => clause.has(word)).length;
}
