/** Finds texts that have the words of a statement and say the opposite of it. */

import {
  declinesWhatOtherAccepts,
  deniesWithoutNot,
} from "../../../text/denial/denial-without-not.ts";
import { clauseWith, deniesAnother } from "../../../text/denial/denied-words.ts";
import {
  type EventComparison,
  eventsOf,
  NO_EVENT,
  synonymsOf,
} from "../../../text/denial/opposite-events.ts";
import { chosenIn, rejects } from "../../../text/denial/rejected-side.ts";
import { isNegated } from "../../../text/polarity.ts";
import type { Sentence } from "../../../text/sentences.ts";
import { contentStems } from "../../../text/words.ts";
import type { Need } from "../../needs/need.ts";
import type { WantedWords } from "./wanted-words.ts";

const AND = /\s(?:and|und|y|et)\s/iu;

type Said = Pick<Sentence, "text" | "stems">;

/**
 * Maximum number of sentences in a short record (see `isOppositeRecord`). Each field of the record
 * counts as one sentence.
 */
const MAX_FIELDS = 4;
/**
 * Minimum number of words in `Need.refutes`. With fewer words, the field is not used, because a
 * text on another topic can also have a single word of the question.
 */
const LEAST_REFUTED = 2;

export class StatementDenial {
  readonly #need: Need;
  readonly #wanted: WantedWords;
  /** Stems of the words in `Need.core`. */
  readonly #stems: ReadonlySet<string>;
  /** Whether the statement rejects something, as in "tea rather than coffee". */
  readonly #mayReject: boolean;
  /**
   * The clause of the statement that has the detail. `#claimEvents` compares the events of another
   * text with the events of this clause. `#statementEvents` compares them with the events of the
   * whole statement.
   */
  #claim: string | undefined;
  #claimEvents: EventComparison | undefined;
  #statementEvents: EventComparison | undefined;
  /** Cached result of `#eventClause`. */
  #event: EventComparison | undefined;

  constructor(need: Need, wanted: WantedWords) {
    this.#need = need;
    this.#wanted = wanted;
    this.#stems = new Set(need.core.map(({ stem }) => stem));
    this.#mayReject = rejects(need.statement);
  }

  /**
   * Whether it is useful to search for texts that say the opposite. If false, no text can say the
   * opposite of this statement.
   */
  get isPossible(): boolean {
    return this.#need.negated !== undefined || this.#mayReject;
  }

  /** Whether the sentence denies the statement. */
  denies(sentence: Said): boolean {
    const { negated, statement } = this.#need;
    if (negated === undefined) return false;
    return (
      this.#isOpposite(sentence.text, negated) ||
      this.#isRefuted(sentence) ||
      (negated && deniesAnother(statement, sentence.text))
    );
  }

  /**
   * Whether somebody accepts something in the statement and declines something in the sentence, or
   * the reverse. For example, "she accepted the job" and "she declined the job".
   */
  declines({ text }: Said): boolean {
    return declinesWhatOtherAccepts(this.#need.statement, text);
  }

  /**
   * Whether the sentence rejects what the statement chooses: "tea rather than coffee" for "coffee
   * rather than tea".
   */
  rejects({ text }: Said): boolean {
    if (!this.#mayReject) return false;
    const { statement } = this.#need;
    const [own, chosen] = [chosenIn(statement, text), chosenIn(text, statement)];
    return (
      own !== undefined && chosen !== undefined && this.#hasCore(own) && !this.#hasCore(chosen)
    );
  }

  /**
   * Whether the clause with the detail's words says the opposite of the statement's clause: "keeps
   * the massage" for "cancel the massage".
   */
  reverses({ text }: Said): boolean {
    this.#event ??= this.#eventClause();
    return this.#event !== NO_EVENT && this.#event(this.#clauseIn(text)) === "opposite";
  }

  /**
   * Divides the text into clauses, also at words for "and". Returns the clause that has the most
   * words of the detail.
   */
  #clauseIn(text: string): string {
    return clauseWith(clauseWith(text, this.#stems).split(AND).join("; "), this.#stems);
  }

  /**
   * Returns a function that compares the event in a clause with the event in the statement. For
   * example, the events "keep" and "cancel" are opposites. From the statement, only the clause with
   * the detail is used.
   */
  #eventClause(): EventComparison {
    const { text: detail, statement } = this.#need;
    // A detail such as "quit" is itself the word for the event. Then there is no other event to
    // compare.
    const isEvent = this.#stems.size === 0 || synonymsOf(detail).length > 0;
    return isEvent ? NO_EVENT : eventsOf(this.#clauseIn(statement));
  }

  #compared(text: string): ReturnType<EventComparison> {
    this.#statementEvents ??= eventsOf(this.#need.statement);
    return this.#statementEvents(text);
  }

  /** Whether the fields of a short record together say the opposite of the statement. */
  isOppositeRecord(sentences: readonly Sentence[]): boolean {
    if (sentences.length < 2 || sentences.length > MAX_FIELDS) return false;
    if (sentences.some(({ text }) => this.#compared(text) === "same")) return false;
    const record = joined(sentences);
    if (this.#isRefuted(record)) return true;
    return (
      this.#wanted.likeAny(record.stems).core !== 0 && this.#compared(record.text) === "opposite"
    );
  }

  /**
   * Whether the sentence says yes to the question, although the statement says no. Example:
   * "Ann owns a dog" for the question "Does Ann own a dog?" and the statement "Ann owns no dog".
   */
  #isRefuted({ text, stems }: Said): boolean {
    const { refutes = [] } = this.#need;
    if (refutes.length < LEAST_REFUTED || denies(text)) return false;
    if (this.#compared(text) === "same") return false;
    return refutes.every((word) =>
      stems.some((stem) => stem === word || this.#wanted.areAlike(word, stem)),
    );
  }

  /** Whether the sentence affirms what the statement denies, or denies what it affirms. */
  #isOpposite(sentence: string, isDenied: boolean): boolean {
    const { affirms, statement } = this.#need;
    this.#claim ??= clauseWith(statement, this.#stems);
    this.#claimEvents ??= eventsOf(this.#claim);
    const said = clauseWith(sentence, this.#stems);
    const events = this.#claimEvents(said);
    if (events !== undefined) return events === "opposite";
    if (this.#compared(sentence) === "opposite") return true;
    // If exactly one of the two clauses (`said` and `#claim`) has a word for "not", they usually
    // say opposite things. But a clause can deny without such a word: "I quit smoking" agrees with
    // "she does not smoke".
    if (isNegated(said) !== isDenied) return !deniesWithoutNot(isDenied ? said : this.#claim);
    if (affirms !== true || isDenied) return false;
    return deniesWithoutNot(said) && !deniesWithoutNot(this.#claim);
  }

  #hasCore(text: string): boolean {
    return this.#wanted.likeAny(contentStems(text)).core !== 0;
  }
}

function joined(sentences: readonly Sentence[]): Said {
  return {
    text: sentences.map(({ text }) => text).join(" "),
    stems: sentences.flatMap(({ stems }) => stems),
  };
}

function denies(text: string): boolean {
  return isNegated(text) || deniesWithoutNot(text);
}
