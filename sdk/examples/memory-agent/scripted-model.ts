/**
 * A scripted replacement for a language model. It makes mistakes only where a fault is injected.
 */
import { CONVERSATION, type Fact } from "./conversation.ts";
import type { Fault, Question } from "./questions.ts";
import { sharedWords } from "./words.ts";

export const NO_ANSWER = "I do not know that.";

/** Two texts match only if they share at least this many words. */
const MIN_SHARED = 2;

export class ScriptedModel {
  readonly #questions: readonly Question[];
  readonly #strike: (question: Question) => void;

  /** @param strike called when an injected fault takes effect */
  constructor(questions: readonly Question[], strike: (question: Question) => void) {
    this.#questions = questions;
    this.#strike = strike;
  }

  extractFacts(message: string): string[] {
    const turn = CONVERSATION.flatMap(({ turns }) => turns).find(({ text }) => text === message);
    if (turn === undefined || turn.facts.length === 0) return [];
    const overlooked = this.#struck(
      (fault) => fault.errorType === "ExtractionError" && fault.turn === turn.id,
    );
    return overlooked ? [] : turn.facts.map(({ text }) => text);
  }

  topicOf(text: string): string {
    return scriptedFact(text)?.fact.topic ?? statedFact(text)?.topic ?? "";
  }

  /** Returns the unit's text with the fact added. */
  mergeFact(unit: string, text: string): string {
    const known = scriptedFact(text);
    const replaced = this.#struck(
      (fault) => fault.errorType === "UpdateError" && fault.turn === known?.turn,
    );
    return replaced || known?.fact.corrects !== undefined ? text : `${unit} ${text}`;
  }

  /** Returns the topics whose units the model considers outdated after this message. */
  outdatedTopics(message: string): string[] {
    const turn = CONVERSATION.flatMap(({ turns }) => turns).find(({ text }) => text === message);
    return this.#questions.flatMap(({ fault }) =>
      fault?.errorType === "DeletionError" && fault.turn === turn?.id ? [fault.topic] : [],
    );
  }

  deletes(topic: string): void {
    this.#struck((fault) => fault.errorType === "DeletionError" && fault.topic === topic);
  }

  overlooksInSearch(query: string, topic: string): boolean {
    return this.#struck(
      (fault, question) =>
        fault.errorType === "RetrievalError" && fault.topic === topic && question.query === query,
    );
  }

  /** Returns the sentence of the context that shares the most words with the question. */
  answer(query: string, context: string): string {
    const question = this.#questions.find((candidate) => candidate.query === query);
    if (question?.fault?.errorType === "ResponseError") {
      this.#strike(question);
      return question.fault.says;
    }
    const best = context
      .split(/(?<=\.)\s+(?=[A-Z])/)
      .map((sentence) => ({ sentence, shared: sharedWords(query, sentence) }))
      .reduce((a, b) => (b.shared > a.shared ? b : a));
    return best.shared >= MIN_SHARED ? best.sentence : NO_ANSWER;
  }

  judge({ query, expected }: Question, prediction: string): { right: boolean; reason: string } {
    const misjudged = this.#struck(
      (fault, question) => fault.errorType === "JudgeError" && question.query === query,
    );
    const right = prediction.toLowerCase().includes(expected.toLowerCase()) && !misjudged;
    const reason = right
      ? `The answer states "${expected}".`
      : `The answer "${prediction}" is not "${expected}".`;
    return { right, reason };
  }

  #struck(applies: (fault: Fault, question: Question) => boolean): boolean {
    const struck = this.#questions.filter(
      (question) => question.fault !== undefined && applies(question.fault, question),
    );
    for (const question of struck) this.#strike(question);
    return struck.length > 0;
  }
}

function statedFact(text: string): Fact | undefined {
  const facts = CONVERSATION.flatMap(({ turns }) => turns.flatMap((turn) => turn.facts));
  return facts.find((fact) => text.includes(fact.text));
}

function scriptedFact(text: string): { turn: string; fact: Fact } | undefined {
  for (const { turns } of CONVERSATION) {
    for (const { id, facts } of turns) {
      const fact = facts.find((candidate) => candidate.text === text);
      if (fact) return { turn: id, fact };
    }
  }
  return undefined;
}
