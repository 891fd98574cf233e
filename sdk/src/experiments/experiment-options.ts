import type { MemTrace } from "../core/client.ts";
import type { Answer, Judgement } from "../core/options.ts";
import type { ServiceOptions } from "../core/service.ts";

/** A question of a dataset. */
export interface ExperimentItem {
  readonly id: string;
  readonly question: string;
  /** The correct answers; empty if unknown. */
  readonly expected: readonly string[];
  /**
   * The item's other fields in the dataset. If the item was made from a case, `graph` is the case's
   * graph.
   */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * Input of a judge. A wrong answer opens a case only if `judging` of `@memtrace/sdk/judge` wraps
 * the judge.
 */
export interface JudgedAnswer extends Answer {
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** `evidence` of the item's metadata. */
  readonly evidence?: readonly unknown[];
  readonly item: ExperimentItem;
}

/** A judge's result if it read the answer and could not decide. The service stores the reason. */
export interface Undecided {
  readonly score: null;
  readonly reason?: string | undefined;
}

export type Judged = Judgement | Undecided | Judgement["score"] | undefined;

export interface ExperimentOptions extends ServiceOptions {
  /**
   * Either the id or name of a stored dataset, or an object. The `items` of the object are added to
   * the dataset with its `name`.
   */
  dataset: string | { readonly name: string; readonly items: readonly NewItem[] };
  /** For example, the change that the experiment tests. */
  name?: string | undefined;
  /**
   * Runs your app's pipeline and returns its answer. If it throws, the service stores the error,
   * and the next item runs.
   */
  run: (item: ExperimentItem) => string | PromiseLike<string>;
  /**
   * Returns a score from 0 to 1; 0.5 or more means right. A judge that cannot decide returns
   * `undefined`, or a null score with a reason. By default, an answer is right if it contains an
   * expected answer, and items without an expected answer are not judged.
   */
  judge?: (answer: JudgedAnswer) => Judged | PromiseLike<Judged>;
  /** Traces the pipeline, with one graph per item. */
  memtrace?: MemTrace | undefined;
  /** Returns an item's graph. Needed if several items share a memory. */
  graph?: (item: ExperimentItem) => string;
  /** Items to run in parallel; default 4. */
  concurrency?: number | undefined;
  /**
   * Id of an interrupted experiment to continue. Items without a result, or with an error, run
   * again.
   */
  resume?: string | undefined;
  onProgress?: (progress: ExperimentProgress) => void;
}

export interface NewItem {
  readonly question: string;
  readonly expected?: string | readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ExperimentProgress {
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
     * Right answers, divided by the items that were judged or failed. Null if there are no such
     * items.
     */
    readonly share: number | null;
    readonly low: number;
    readonly high: number;
  };
}
