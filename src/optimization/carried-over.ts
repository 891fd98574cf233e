/**
 * Whether a text that is to become an instruction carries over what a trace says: its words, its
 * names, its orders. A trace is what users and other programs wrote; an instruction made of it would
 * be theirs, or would answer one question instead of a kind of questions.
 */
import { Sentences } from "../attribution/text/sentences.ts";
import { allStems, contentStems } from "../attribution/text/words.ts";

/** Words in a row that do not come again by chance. */
const RUN = 6;
/** Of the content words of a sentence, those that one sentence of a trace has. */
const MOST = 0.5;
const NEARLY_ALL = 0.75;
/** Words that no prompt has; a few of them may be chance. */
const MIN_BROUGHT = 4;
const MIN_BROUGHT_OF_FEW = 2;
/** Words of any kind: an order to a model is in the words of its prompts. */
const MIN_SHARED = 3;

const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s"'<>)]+|[\w.+-]+@[\w-]+\.[a-z]{2,}/giu;
const INVISIBLE = /[\p{Cf}\p{Co}\p{Cn}]|[^\P{Cc}\n\t\r]/u;
const QUOTED = /"([^"\n]{2,200})"|“([^”\n]{2,200})”|‘([^’\n]{2,200})’|`([^`\n]{2,200})`/g;
/** Words in capitals alone, numbers of two digits and more. */
const CODE = /\b\p{Lu}{3,}\b|\b\p{N}{2,}\b/gu;
/** Capitals inside a sentence. */
const NAME = /(?<=[\p{L}\p{N},;:)]\s)\p{Lu}\p{L}+/gu;
/** Where more words than this begin so, it is how the language writes its nouns. */
const MANY_NAMES = 0.25;

export interface Origin {
  /** What stands in traces. */
  readonly trace: readonly string[];
  /** Expected answers: to state one is to learn it by heart. */
  readonly expected: readonly string[];
  /** What the project itself says: its words are no one else's. */
  readonly known: readonly string[];
}

/** What is wrong with the text, in one sentence; undefined where nothing is. */
export function carriedOver(text: string, { trace, expected, known }: Origin): string | undefined {
  if (INVISIBLE.test(text)) return "It holds invisible characters.";
  const knows = containing(known);
  const address = [...text.matchAll(ADDRESS)].find(([found]) => !knows(found))?.[0];
  if (address !== undefined) return `It holds an address, ${shown(address)}.`;
  const run = commonRun(text, trace, known);
  if (run !== undefined) {
    return `It repeats the trace word for word: ${shown(run)}. Say in general what has to be done.`;
  }
  const says = containing(trace);
  const named = namesIn(text).find((name) => says(name) && !knows(name));
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

function namesIn(text: string): string[] {
  const quoted = [...text.matchAll(QUOTED)].flatMap((match) => match.slice(1).filter(Boolean));
  const names = text.match(NAME) ?? [];
  const areNouns = names.length > allStems(text).length * MANY_NAMES && names.length > 2;
  return [...quoted, ...(text.match(CODE) ?? []), ...(areNouns ? [] : names)].filter(
    (name) => allStems(name).length > 0,
  );
}

/** Whether one of the texts holds the words of a phrase in a row, whatever their forms. */
function containing(texts: readonly string[]): (phrase: string) => boolean {
  const lines = texts.map((text) => ` ${allStems(text).join(" ")} `);
  return (phrase) => {
    const words = ` ${allStems(phrase).join(" ")} `;
    return lines.some((line) => line.includes(words));
  };
}

/** An answer such as “no” comes up in any instruction. */
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

/** A sentence most of whose content one sentence of a trace brought, in whatever order. */
function madeOf(
  text: string,
  trace: readonly string[],
  known: readonly string[],
): string | undefined {
  const reading = new Sentences();
  const ours = new Set(known.flatMap(contentStems));
  const theirs = trace.flatMap((one) => reading.of(one)).map(({ stems }) => new Set(stems));
  return reading.of(text).find(({ stems }) => {
    const content = [...new Set(stems)];
    return theirs.some((said) => {
      const shared = content.filter((stem) => said.has(stem));
      const brought = shared.filter((stem) => !ours.has(stem)).length;
      const of = (least: number) => least * content.length;
      return (
        (brought >= MIN_BROUGHT && brought >= of(MOST)) ||
        (brought >= MIN_BROUGHT_OF_FEW && brought >= of(NEARLY_ALL)) ||
        (shared.length >= MIN_SHARED && shared.length >= of(NEARLY_ALL))
      );
    });
  })?.text;
}

function shown(text: string): string {
  return `“${text.length <= 80 ? text : `${text.slice(0, 80).toWellFormed()}…`}”`;
}
