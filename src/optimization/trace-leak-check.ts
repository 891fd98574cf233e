/**
 * Checks whether an instruction copies words, names or commands from a trace. Strangers can write
 * the texts of a trace, so a copied command would let them change the prompt. Copied words and
 * names would help only with one question.
 */
import { Sentences } from "../text/sentences.ts";
import { allStems, contentStems } from "../text/words.ts";

/**
 * If this many words follow each other in an instruction and also in the trace, they are a copy.
 */
const RUN = 6;
/**
 * The check compares each part of an instruction with two sentences of the trace that follow each
 * other. It computes the share of the part's content words that are also in the two sentences.
 * `MOST` and `NEARLY_ALL` are limits for this share. Words from the project's own texts do not
 * count.
 */
const MOST = 0.5;
const NEARLY_ALL = 0.75;
/**
 * A part of an instruction is a copy if the two sentences contain many of its content words. One of
 * these is enough:
 * - The sentences contain at least `MIN_BROUGHT` of the words, and at least the share `MOST`.
 * - The sentences contain at least `MIN_BROUGHT_OF_FEW`, and at least the share `NEARLY_ALL`.
 */
const MIN_BROUGHT = 4;
const MIN_BROUGHT_OF_FEW = 2;
/**
 * A part of an instruction is also a copy if it has at least this many content words, and the two
 * sentences contain at least the share `NEARLY_ALL` of these words. This test also counts words
 * from the project's own texts. A copied command to a model often has only such words.
 */
const MIN_SHARED = 3;

const CLAUSE = /[:;–—]\s/;
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s"'<>)]+|(?<![\w.+-])[\w.+-]+@[\w-]+\.[a-z]{2,}/giu;
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\n\t\r]/u;
const QUOTED = /"([^"\n]{2,200})"|“([^”\n]{2,200})”|‘([^’\n]{2,200})’|`([^`\n]{2,200})`/g;
/** Matches words of at least three capitals, and numbers of at least two digits. */
const CODE = /\b\p{Lu}{3,}\b|\b\p{N}{2,}\b/gu;
/** Matches capitalised words inside a sentence, and a single capitalised word in quotes. */
const NAME = /(?<=[\p{L}\p{N},;][ \t])\p{Lu}\p{L}+|(?<=["“‘'])\p{Lu}\p{L}+(?=["”’'])/gu;
const IN_SMALL_LETTERS = /(?<!\p{L})\p{Ll}\p{L}+/gu;
/**
 * If more than this share of an instruction's words begin with a capital letter, the check does not
 * use capital letters to find names. For example, every German noun begins with a capital letter,
 * but most nouns are not names.
 */
const MANY_NAMES = 0.25;

export interface TraceTexts {
  readonly trace: readonly string[];
  /** Expected answers, which an instruction must not contain. */
  readonly expected: readonly string[];
  /** The project's own texts, whose words are allowed. */
  readonly known: readonly string[];
}

/** Returns one sentence about the first copied text; undefined if nothing is copied. */
export function traceLeak(
  text: string,
  { trace, expected, known }: TraceTexts,
): string | undefined {
  if (INVISIBLE.test(text)) return "It holds invisible characters.";
  const knows = containing(known);
  const address = [...text.matchAll(ADDRESS)].find(([found]) => !knows(found))?.[0];
  if (address !== undefined) return `It holds an address, ${shown(address)}.`;
  const run = commonRun(text, trace, known);
  if (run !== undefined) {
    return `It repeats the trace word for word: ${shown(run)}. Say in general what has to be done.`;
  }
  const named = carriedName(text, trace, knows);
  if (named !== undefined) {
    return `It names ${shown(named)} of this trace. Say in general what has to be done.`;
  }
  const states = containing([text]);
  const learnt = expected.find((answer) => isTelling(answer) && states(answer) && !knows(answer));
  if (learnt !== undefined) return `It states the expected answer, ${shown(learnt)}.`;
  const sentence = madeOf(text, trace, known);
  if (sentence !== undefined) {
    return `It says what the trace says: ${shown(sentence)}. Say in general what has to be done.`;
  }
  return undefined;
}

function carriedName(
  text: string,
  trace: readonly string[],
  knows: (phrase: string) => boolean,
): string | undefined {
  const names = text.match(NAME) ?? [];
  const areNouns = names.length > allStems(text).length * MANY_NAMES && names.length > 2;
  const theirs = areNouns || names.length === 0 ? undefined : namesOf(trace);
  const named = names.find((name) => theirs?.has(name) && !knows(name));
  if (named !== undefined) return named;
  const says = containing(trace);
  const quoted = [...text.matchAll(QUOTED)].flatMap((match) => match.slice(1).filter(Boolean));
  return [...quoted, ...(text.match(CODE) ?? [])].find(
    (phrase) => allStems(phrase).length > 0 && says(phrase) && !knows(phrase),
  );
}

/**
 * Returns the names in the trace. A word that also occurs in lower case is not a name: its capital
 * only marks the start of a sentence.
 */
function namesOf(trace: readonly string[]): Set<string> {
  const small = new Set(trace.flatMap((text) => text.match(IN_SMALL_LETTERS) ?? []));
  const names = trace.flatMap((text) => text.match(NAME) ?? []);
  return new Set(names.filter((name) => !small.has(name.toLowerCase())));
}

/**
 * Returns a function that says whether one of the texts contains a phrase. Other inflected forms of
 * the phrase's words count too.
 */
function containing(texts: readonly string[]): (phrase: string) => boolean {
  const lines = texts.map((text) => ` ${allStems(text).join(" ")} `);
  return (phrase) => {
    const words = ` ${allStems(phrase).join(" ")} `;
    return lines.some((line) => line.includes(words));
  };
}

/** Returns false for short answers such as “no”, which occur in many instructions. */
function isTelling(answer: string): boolean {
  return contentStems(answer).join("").length >= 3;
}

function commonRun(
  text: string,
  trace: readonly string[],
  known: readonly string[],
): string | undefined {
  const ours = runsOf(known);
  const wanted = new Set([...runsOf([text])].filter((run) => !ours.has(run)));
  if (wanted.size === 0) return undefined;
  for (const words of trace.map(allStems)) {
    for (let at = 0; at + RUN <= words.length; at++) {
      const run = words.slice(at, at + RUN).join(" ");
      if (wanted.has(run)) return run;
    }
  }
  return undefined;
}

function runsOf(texts: readonly string[]): Set<string> {
  const runs = new Set<string>();
  for (const words of texts.map(allStems)) {
    for (let at = 0; at + RUN <= words.length; at++) runs.add(words.slice(at, at + RUN).join(" "));
  }
  return runs;
}

/**
 * Splits the text of an instruction into parts. Returns the first part that probably copies the
 * trace: most of its words are in two neighbouring sentences of the trace. Returns undefined if no
 * part does.
 */
function madeOf(
  text: string,
  trace: readonly string[],
  known: readonly string[],
): string | undefined {
  const reading = new Sentences();
  const stemsOf = (one: string) => reading.of(one).map(({ stems }) => new Set(stems));
  const own = known.flatMap(stemsOf);
  const ours = new Set(known.flatMap(contentStems));
  // The trace also contains the project's prompts, with values filled in. A trace sentence is
  // ignored if nearly all its words are in one sentence of the project's own texts.
  const isOwn = (said: ReadonlySet<string>) =>
    own.some((ourOwn) => shareOf(said, ourOwn) >= NEARLY_ALL);
  const theirs = trace.flatMap((one) => withTheNext(stemsOf(one).filter((said) => !isOwn(said))));
  return text
    .split(CLAUSE)
    .flatMap((clause) => reading.of(clause))
    .find(({ stems }) => {
      const content = new Set(stems);
      return theirs.some((said) => {
        const brought = [...content].filter((stem) => said.has(stem) && !ours.has(stem)).length;
        const share = brought / content.size;
        return (
          (brought >= MIN_BROUGHT && share >= MOST) ||
          (brought >= MIN_BROUGHT_OF_FEW && share >= NEARLY_ALL) ||
          (content.size >= MIN_SHARED && shareOf(content, said) >= NEARLY_ALL)
        );
      });
    })?.text;
}

function withTheNext(sets: readonly ReadonlySet<string>[]): ReadonlySet<string>[] {
  return sets.map((set, index) => new Set([...set, ...(sets[index + 1] ?? [])]));
}

/** Returns the share of the words in `a` that `b` also contains. */
function shareOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let shared = 0;
  for (const stem of a) if (b.has(stem)) shared += 1;
  return shared / a.size;
}

function shown(text: string): string {
  return `“${text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`}”`;
}
