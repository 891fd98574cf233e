import type { MemTrace } from "../core/client.ts";
import type { Answer, Judgement } from "../core/options.ts";
import type { ServiceOptions } from "../core/service.ts";

/** A question of a dataset. */
export interface ExperimentItem {
  readonly id: string;
  readonly question: string;
  /** Correct answers; empty if no answer is known. */
  readonly expected: readonly string[];
  /** Other fields of the dataset. For an item made from a case, `graph` is the case's graph. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * The judge's input. To open cases for wrong answers too, use `judging` of `@memtrace/sdk/judge`.
 */
export interface JudgedAnswer extends Answer {
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** The field `evidence` of the item's metadata. */
  readonly evidence?: readonly unknown[];
  readonly item: ExperimentItem;
}

/** The result of a judge that read the answer and could not decide. The reason is stored. */
export interface Undecided {
  readonly score: null;
  readonly reason?: string | undefined;
}

export type Judged = Judgement | Undecided | Judgement["score"] | undefined;

export interface ExperimentOptions extends ServiceOptions {
  /**
   * The dataset's id or name; or its name and the items that the experiment adds to the dataset.
   */
  dataset: string | { readonly name: string; readonly items: readonly NewItem[] };
  /** Name of the experiment. It may describe the change that the experiment tests. */
  name?: string | undefined;
  /**
   * The pipeline. It returns an answer to the question. If the pipeline throws, the error is stored
   * and the next item runs.
   */
  run: (item: ExperimentItem) => string | PromiseLike<string>;
  /**
   * Returns a score from 0 to 1. A score of 0.5 or more means right. A judge that cannot judge an
   * answer returns `undefined`, or a score of null with the reason. By default, an answer that contains an
   * expected answer is right, and an item without an expected answer stays unjudged.
   */
  judge?: (answer: JudgedAnswer) => Judged | PromiseLike<Judged>;
  /** The pipeline's client. Each item gets its own graph. */
  memtrace?: MemTrace | undefined;
  /** The graph of an item, if several items share a memory. */
  graph?: (item: ExperimentItem) => string;
  /** Number of items that run in parallel; default 4. */
  concurrency?: number | undefined;
  /** Id of an interrupted experiment. Items without a result, or with an error, run again. */
  resume?: string | undefined;
  onProgress?: (progress: ExperimentProgress) => void;
}

export interface NewItem {
  readonly question: string;
  readonly expected?: string | readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ExperimentProgress {
  /** Id of the experiment. */
  readonly id: string;
  readonly done: number;
  readonly total: number;
}

export interface Experiment {
  readonly id: string;
  readonly dataset: string;
  readonly name: string;
  readonly state: "running" | "done";
  readonly items: number;
  readonly figures: {
    readonly answered: number;
    readonly right: number;
    readonly wrong: number;
    readonly failed: number;
    readonly unjudged: number;
    /**
     * Number of right answers divided by the number of judged or failed items; null without such
     * items.
     */
    readonly share: number | null;
    readonly low: number;
    readonly high: number;
  };
}
