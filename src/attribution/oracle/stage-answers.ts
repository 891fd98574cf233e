/**
 * Collects the model's answers about the stages of one case. If two stages have the same text, the
 * model is asked only once. The number of questions is limited.
 */
import type { FailedCase, StageAnswer } from "../../protocol/api/attribution.ts";
import { contentStems } from "../../text/words.ts";
import { readAnswer } from "../answers/answer-reading.ts";
import { statesAnswer } from "../answers/answers.ts";
import { readExpected } from "../needs/expected-answer.ts";
import type { Stage, StagePart, Telling } from "./stage.ts";
import { quotedParts, type StageReading } from "./stage-question.ts";

/**
 * Asks the model to answer the question of the case from these parts of a stage. Returns undefined
 * if the call fails.
 */
export type ReadStage = (
  stage: Stage,
  parts: readonly StagePart[],
) => Promise<StageReading | undefined>;

export interface Answered {
  readonly telling: Telling;
  /** Ids of the variables that contain a quotation of the model. */
  readonly quoted: readonly string[];
}

/** After this number of consecutive failed questions, the oracle stops. */
const MAX_UNANSWERED = 2;
/** Maximum number of characters that the verdict keeps of each model answer and quotation. */
const MAX_KEPT_CHARS = 300;

export class Answers {
  readonly #read: ReadStage;
  readonly #failed: FailedCase;
  readonly #maxQuestions: number;
  readonly #known = new Map<string, Answered | undefined>();
  /**
   * The model's answers about messages, if they agree with the expected answer. Such an answer can
   * give the expected answer in other words. If a later answer of the model states one of these
   * answers, the later answer agrees with the expected answer too.
   */
  readonly #wordings: string[] = [];
  readonly given: StageAnswer[] = [];
  #unanswered = 0;

  constructor(read: ReadStage, failed: FailedCase, maxQuestions: number) {
    this.#read = read;
    this.#failed = failed;
    this.#maxQuestions = maxQuestions;
  }

  get isExhausted(): boolean {
    return this.#unanswered >= MAX_UNANSWERED || this.given.length >= this.#maxQuestions;
  }

  async ask(stage: Stage): Promise<Answered | undefined> {
    const parts = (await stage.parts()).filter(({ text }) => text.trim() !== "");
    if (parts.length === 0) return { telling: "none", quoted: [] };
    const key = JSON.stringify(parts.map(({ text, day }) => [text, day]));
    if (this.#known.has(key)) return this.#known.get(key);
    if (this.isExhausted) return undefined;
    const reading = await this.#read(stage, parts);
    const answered = reading && this.#answered(stage, parts, reading);
    this.#known.set(key, answered);
    this.#unanswered = answered === undefined ? this.#unanswered + 1 : 0;
    return answered;
  }

  #answered(stage: Stage, parts: readonly StagePart[], { answer, quotes }: StageReading): Answered {
    const telling = this.#tellingOf(answer);
    if (stage.kind === "message" && telling === "expected") this.#wordings.push(answer);
    this.given.push({
      ...{ stage: stage.kind, op: stage.op, tells: telling },
      answer: answer.slice(0, MAX_KEPT_CHARS),
      quotes: quotes.map((quote) => quote.slice(0, MAX_KEPT_CHARS)),
    });
    return { telling, quoted: quotedParts(quotes, parts).map(({ variable }) => variable) };
  }

  /**
   * Compares the model's answer with the expected answer. If the expected answer is a list, the
   * agent's wrong answer may already have some of the items. Then the model's answer is right if it
   * has all the other items. For example, the expected answer is "tea and coffee", and the agent
   * answered "coffee". Then the model's answer "tea" is enough.
   */
  #tellingOf(answer: string): Telling {
    const { query, expected, prediction } = this.#failed;
    const asked = new Set(contentStems(query));
    const isNothing = answer.trim() === "" || readAnswer(answer, asked).isUnknown;
    // If the expected answer is "unknown", the model is right if it finds no answer.
    if (readExpected(expected, asked).isUnknown) return isNothing ? "expected" : "other";
    if (isNothing) return "none";
    const states = (wanted: string, items = readAnswer(wanted, asked).parts.length) => {
      const { isYes, missing } = statesAnswer(query, wanted, answer);
      if (isYes && (items <= 1 || missing.length === 0)) return true;
      const lacking = items <= 1 ? [] : statesAnswer(query, wanted, prediction).missing;
      const isPartGiven = lacking.length > 0 && lacking.length < items;
      return isPartGiven && lacking.every((item) => !missing.includes(item));
    };
    return [expected.join("; "), ...this.#wordings].some((wanted) => states(wanted))
      ? "expected"
      : "other";
  }
}
