/**
 * Splits the messages into sentences and counts how rare each word is. Every case of a graph needs
 * this, so it is computed only once for each graph.
 */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { InTurns } from "../../graph/in-turns.ts";
import type { Variable } from "../../graph/model.ts";
import { beginningOf, durations } from "../../text/durations.ts";
import { withoutTitles } from "../../text/languages/labels/courtesy-titles.ts";
import type { Sentence } from "../../text/sentences.ts";
import type { TimeMention } from "../../text/time-mention.ts";
import { twinClock } from "../../text/times/same-hour.ts";
import { letterLikeness, plainStems } from "../../text/words.ts";
import { namesIn } from "../carry/subject.ts";
import { type Effort, READ } from "../effort.ts";
import { type GraphTexts, textsOf } from "../roles/graph-texts.ts";
import type { MessageText } from "../roles/message-text.ts";
import { ANSWER_WORDS_ALIKE, LETTERS_ALIKE } from "../thresholds.ts";

export interface Message extends MessageText {
  readonly sentences: readonly Sentence[];
  /** Stems of the message's content words. The name that marks the speaker is left out. */
  readonly stems: ReadonlySet<string>;
  readonly speakerStems: readonly string[];
  /**
   * The times that the message names. A duration ("for two months") counts as the time of its
   * beginning.
   */
  readonly times: () => readonly TimeMention[];
}

export interface MessageCorpus {
  readonly sentencesOf: (text: string) => readonly Sentence[];
  readonly message: (variable: Variable) => Message;
  /** Returns the weight of a stem, at least 0.1. Stems in fewer messages weigh more. */
  readonly rarity: (stem: string) => number;
  /** Whether at least one message has the stem. */
  readonly isSpoken: (stem: string) => boolean;
  /** Returns the ids of the messages with the stem or a similar one. */
  readonly usersOf: (stem: string) => ReadonlySet<string>;
  /**
   * Returns the stems of names in the messages that are nearly spelled like the given name. Returns
   * an empty set if no message has the given name itself.
   */
  readonly namesLike: (stem: string) => ReadonlySet<string>;
  /** Stems of the speakers' names. */
  readonly speakers: ReadonlySet<string>;
  readonly namesIn: (sentence: Sentence) => readonly string[];
}

const corpora = (_: EvolutionGraph) => new Map<string, MessageCorpus>();

export function* corpusOf(
  graph: EvolutionGraph,
  messages: readonly Variable[],
  effort: Effort,
): InTurns<MessageCorpus> {
  const perGraph = graph.derived(corpora);
  const key = messages.map((message) => message.id).join("\n");
  const known = perGraph.get(key);
  if (known !== undefined) return known;
  const corpus = yield* build(textsOf(graph), messages, effort);
  perGraph.set(key, corpus);
  return corpus;
}

function* build(
  texts: GraphTexts,
  messages: readonly Variable[],
  effort: Effort,
): InTurns<MessageCorpus> {
  const read = new Map<string, Message>();
  const sentencesOf = (text: string) => texts.sentencesOf(text);
  const message = (variable: Variable) => {
    const known = read.get(variable.id);
    if (known !== undefined) return known;
    const text = texts.message(variable);
    const split = sentencesOf(text.content);
    let times: readonly TimeMention[] | undefined;
    const made = {
      ...text,
      sentences: split,
      stems: new Set(split.flatMap(({ stems }) => stems)),
      speakerStems: withoutTitles(plainStems(text.speaker ?? "")),
      times: () => {
        times ??= [
          ...split.flatMap((sentence) => sentence.times()),
          ...durations(text.content).map(beginningOf),
        ];
        return times;
      },
    };
    read.set(variable.id, made);
    return made;
  };
  const uses = new Map<string, string[]>();
  const names = new Map<string, readonly string[]>();
  for (const variable of messages) {
    const { content, stems, speakerStems } = message(variable);
    effort.spend(READ * content.length);
    yield effort.sinceLastTurn();
    names.set(speakerStems.join(" "), speakerStems);
    for (const word of new Set([...stems, ...speakerStems])) {
      const users = uses.get(word);
      if (users === undefined) uses.set(word, [variable.id]);
      else users.push(variable.id);
    }
  }
  const speakers = wordsOfOne([...names.values()]);
  const total = messages.length;
  const rarity = (word: string) => {
    const used = uses.get(word)?.length ?? 0;
    return Math.max(0.1, Math.log((total + 1) / (used + 0.5)) / Math.log(total + 2));
  };
  return {
    ...{ sentencesOf, message, rarity, speakers },
    isSpoken: (word) => uses.has(word),
    usersOf: usersOf(uses),
    namesLike: namesLike(uses, (id) => read.get(id)),
    namesIn: namesOfSpeakers(speakers),
  };
}

/**
 * Returns the words of the speakers' names that identify one speaker. A word that is in several
 * names identifies nobody, such as "nurse" in "Nurse Ann" and "Nurse Bob". If a name has only such
 * words, all of them are returned.
 */
function wordsOfOne(names: readonly (readonly string[])[]): ReadonlySet<string> {
  const uses = Map.groupBy(
    names.flatMap((words) => [...new Set(words)]),
    (word) => word,
  );
  const isOwn = (word: string) => uses.get(word)?.length === 1;
  return new Set(names.flatMap((words) => (words.some(isOwn) ? words.filter(isOwn) : words)));
}

function namesOfSpeakers(speakers: ReadonlySet<string>): MessageCorpus["namesIn"] {
  /** Caches only the sentences that name a speaker, because most sentences name no speaker. */
  const known = new Map<Sentence, readonly string[]>();
  return (sentence) => {
    if (!sentence.stems.some((stem) => speakers.has(stem))) return NOBODY;
    const found = known.get(sentence) ?? namesIn(sentence, speakers);
    known.set(sentence, found);
    return found;
  };
}

const NOBODY: readonly string[] = [];

function usersOf(uses: ReadonlyMap<string, readonly string[]>): MessageCorpus["usersOf"] {
  const known = new Map<string, ReadonlySet<string>>();
  // Similar words have the same first two letters, so compare only words with the same start.
  const byStart = Map.groupBy(uses, ([word]) => word.slice(0, 2));
  return (wanted) => {
    const before = known.get(wanted);
    if (before !== undefined) return before;
    const users = new Set<string>(uses.get(twinClock(wanted) ?? ""));
    for (const [word, ids] of byStart.get(wanted.slice(0, 2)) ?? []) {
      if (letterLikeness(wanted, word) >= LETTERS_ALIKE) for (const id of ids) users.add(id);
    }
    known.set(wanted, users);
    return users;
  };
}

/** Whether one name is a short form or a nickname of the other, such as "Nick" and "Nicky". */
function isShortForm(a: string, b: string): boolean {
  const [short = "", long = ""] = a.length < b.length ? [a, b] : [b, a];
  return long.startsWith(short) && /^\p{L}?(?:i|y|ie|ey)$/u.test(long.slice(short.length));
}

const CAPITALISED = /\p{Lu}[\p{L}\p{M}'’-]*/gu;

function namesLike(
  uses: ReadonlyMap<string, readonly string[]>,
  messageOf: (id: string) => Message | undefined,
): MessageCorpus["namesLike"] {
  const known = new Map<string, ReadonlySet<string>>();
  const isNameIn = (id: string, word: string) => {
    const { sentences = [], speakerStems = [] } = messageOf(id) ?? {};
    return (
      speakerStems.includes(word) ||
      sentences.some(
        ({ stems, text }) =>
          stems.includes(word) &&
          (text.match(CAPITALISED) ?? []).some((each) => plainStems(each).includes(word)),
      )
    );
  };
  const isName = (word: string) => uses.get(word)?.some((id) => isNameIn(id, word)) === true;
  return (wanted) => {
    const before = known.get(wanted);
    if (before !== undefined) return before;
    const isLike = (word: string) =>
      word !== wanted &&
      letterLikeness(wanted, word) >= ANSWER_WORDS_ALIKE &&
      !isShortForm(wanted, word);
    const like = isName(wanted) ? [...uses.keys()].filter(isLike).filter(isName) : [];
    const made = new Set(like);
    known.set(wanted, made);
    return made;
  };
}
