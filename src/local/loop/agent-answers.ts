/**
 * Answers the example agent's calls in place of a model. Follows the prompt's instructions and uses
 * only the given input.
 */
import { readPrompt } from "./instructions.ts";
import {
  DAYS,
  isCorrection,
  isEnding,
  isFirstPerson,
  KINDS,
  keywords,
  kindsIn,
  sentencesOf,
  sharedWords,
  subjectOf,
} from "./language.ts";

const NO_ANSWER = "I do not know that.";
/**
 * A sentence counts as an answer only if `fitOf` gives it at least this score. It reaches the score
 * if it shares three words with the question: the person, the thing and the detail.
 */
const MIN_FIT = 3;

/**
 * Answers a call of the example agent, as its model would. Returns undefined if `data` has none of
 * the sections that this agent sends, because the call then comes from another program.
 */
export function agentAnswer(prompt: string, data: string): string | undefined {
  const parts = partsOf(data);
  const { message, fact, entries = "", question, memories } = parts;
  if (message !== undefined) return extracted(prompt, message);
  if (fact !== undefined) return decided(prompt, fact, listed(entries));
  if (question === undefined) return undefined;
  return memories === undefined
    ? queryFor(prompt, question)
    : answerTo(prompt, question, listed(memories));
}

/** Maps the heading of each section, in lower case, to the text of the section. */
function partsOf(data: string): Partial<Record<string, string>> {
  const parts = data.split(/^([A-Z][a-z]+):\n/m).slice(1);
  return Object.fromEntries(
    parts.flatMap((part, index) =>
      index % 2 === 0 ? [[part.toLowerCase(), (parts[index + 1] ?? "").trim()]] : [],
    ),
  );
}

function listed(text: string): string[] {
  return text.split("\n").flatMap((line) => /^\d+\. (.+)$/.exec(line)?.[1] ?? []);
}

/** Returns the person that the prompt names, or “The user”. */
function personIn(prompt: string): string {
  return /\b(?:for|of|about) ([A-Z]\w+)/.exec(prompt)?.[1] ?? "The user";
}

function extracted(prompt: string, message: string): string {
  const told = readPrompt("extraction", prompt);
  const person = personIn(prompt);
  const facts = sentencesOf(message)
    .filter(isFirstPerson)
    .filter((sentence) => kindsIn(sentence).some(({ label }) => told.get(label) === "yes"))
    .map((sentence) => sentence.replaceAll(/\bmy\b/gi, `${person}'s`));
  return inFormat(prompt, { facts });
}

function decided(prompt: string, fact: string, entries: readonly string[]): string {
  const told = readPrompt("update", prompt);
  const entry = entries.findIndex((text) => subjectOf(text) === subjectOf(fact)) + 1;
  const known = entries[entry - 1];
  if (known === undefined) {
    return inFormat(prompt, { action: isEnding(fact) ? "none" : "add", entry: 0, text: fact });
  }
  const situation = isEnding(fact) ? "ending" : isCorrection(fact) ? "correction" : "addition";
  const action = told.get(situation) ?? "keep";
  if (action === "delete") return inFormat(prompt, { action, entry, text: "" });
  if (action === "add") return inFormat(prompt, { action, entry: 0, text: fact });
  const text = action === "replace" ? fact : `${known} ${fact}`;
  return inFormat(prompt, { action: "update", entry, text });
}

function queryFor(prompt: string, question: string): string {
  const person = personIn(prompt).toLowerCase();
  const words = keywords(question).filter((word) => word !== person);
  const isOne = readPrompt("query", prompt).get("words") === "one";
  return (isOne ? words.slice(0, 1) : words).join(" ");
}

function answerTo(prompt: string, question: string, memories: readonly string[]): string {
  const told = readPrompt("answer", prompt);
  const read = told.get("memories") === "first" ? memories.slice(0, 1) : memories;
  const best = read
    .flatMap(sentencesOf)
    .filter((sentence) => subjectOf(sentence) === subjectOf(question))
    .map((sentence) => ({ sentence, fit: fitOf(sentence, question) }))
    .reduce((a, b) => (b.fit >= a.fit ? b : a), { sentence: NO_ANSWER, fit: MIN_FIT });
  return KINDS.filter(({ label }) => told.get(label) === "no").reduce(
    (answer, { detail }) => answer.replaceAll(detail, "…"),
    best.sentence,
  );
}

/**
 * Returns a score that says how well the sentence fits the question. Each shared word counts as
 * one. The word “my” adds one. If the question asks “when” and the sentence contains a day, this
 * adds one too.
 */
function fitOf(sentence: string, question: string): number {
  const isAsked = /^When\b/.test(question) && kindsIn(sentence).includes(DAYS);
  return sharedWords(question, sentence) + Number(isAsked) + Number(isFirstPerson(sentence));
}

/** Returns JSON if the prompt asks for JSON. Otherwise, returns the value's texts, one per line. */
function inFormat(prompt: string, value: object): string {
  return /\bJSON\b/.test(prompt) ? JSON.stringify(value) : Object.values(value).flat().join("\n");
}
