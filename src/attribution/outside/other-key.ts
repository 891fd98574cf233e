/** Recognises an expected answer that a message gives for another name than the question's. */
import type { Variable } from "../../graph/model.ts";
import { contrastedClauses } from "../../text/denial/contrast-words.ts";
import { contentStems, wordsOf } from "../../text/words.ts";
import type { MessageCorpus } from "../evidence/message-corpus.ts";
import type { ExpectedAnswer } from "../needs/expected-answer.ts";
import { readExpected } from "../needs/expected-answer.ts";

interface Annotated {
  readonly query: string;
  readonly prediction: string;
  readonly expected: ExpectedAnswer;
  readonly queryStems: readonly string[];
  readonly corpus: MessageCorpus;
}

const FIGURE = /^\d/;
const CLAUSE_END = /[,;，；、]\s?|\s(?:and|und|et|y|e|en)\s/u;

/**
 * Whether one sentence lists values under names, as in "Turin gets 14, Genoa 9", and gives the
 * figure of the expected answer only under another name than the question's. It must give the
 * figure of the given answer under the name in the question.
 */
export function isOfOtherKey(input: Annotated, messages: readonly Variable[]): boolean {
  const { query, prediction, expected, queryStems, corpus } = input;
  const wanted = figuresOf(expected);
  const given = figuresOf(readExpected([prediction], new Set(queryStems)));
  const asked = new Set(namesIn(query).filter((stem) => queryStems.includes(stem)));
  if (wanted.length !== 1 || given.length !== 1 || wanted[0] === given[0]) return false;
  if (asked.size === 0) return false;
  const stating = messages.filter((message) => corpus.message(message).stems.has(wanted[0] ?? ""));
  return (
    stating.length > 0 &&
    stating.every((message) =>
      corpus.message(message).sentences.some(({ text }) => {
        const clauses = contrastedClauses(text).flatMap((clause) => clause.split(CLAUSE_END));
        const of = (figure: string | undefined) =>
          clauses.filter((clause) => contentStems(clause).includes(figure ?? ""));
        const [own, others] = [of(given[0]), of(wanted[0])];
        const isOther = (clause: string) => {
          const names = namesIn(clause);
          return names.some((name) => !queryStems.includes(name)) && !names.some(isAsked);
        };
        const isAsked = (name: string) => asked.has(name);
        return (
          own.length > 0 &&
          others.length > 0 &&
          own.every((clause) => namesIn(clause).some(isAsked)) &&
          others.every((clause) => !own.includes(clause) && isOther(clause))
        );
      }),
    )
  );
}

function figuresOf({ parts }: ExpectedAnswer): readonly string[] {
  return [...new Set(parts.flatMap(({ stems }) => stems.filter((stem) => FIGURE.test(stem))))];
}

/** Returns the stems of the words with a capital letter. */
function namesIn(text: string): readonly string[] {
  return wordsOf(text).flatMap(({ text: word, stem }) =>
    /^\p{Lu}\p{L}/u.test(word) ? [stem] : [],
  );
}
