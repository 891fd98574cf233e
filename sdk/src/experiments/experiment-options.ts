import type { MemTrace } from "../core/client.ts";
import type { Answer, Judgement } from "../core/options.ts";
import type { ServiceOptions } from "../core/service.ts";

/** A question of a dataset. */
export interface ExperimentItem {
  readonly id: string;
  readonly question: string;
  /** The correct answers. Empty if none is known. */
  readonly expected: readonly string[];
  /**
   * The item's other fields in the dataset. If the item was made from a case, `graph` is the case's
   * graph.
   */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/**
 * The input of a judge. A wrong answer opens a case only if the judge is wrapped with `judging` of
 * `@memtrace/sdk/judge`.
 */
export interface JudgedAnswer extends Answer {
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** Taken from the field `evidence` of the item's metadata. */
  readonly evidence?: readonly unknown[];
  readonly item: ExperimentItem;
}

/**
 * A judge returns this if it read the answer and could not decide. The service stores the reason.
 */
export interface Undecided {
  readonly score: null;
  readonly reason?: string | undefined;
}

export type Judged = Judgement | Undecided | Judgement["score"] | undefined;

export interface ExperimentOptions extends ServiceOptions {
  /**
   * Id or name of a stored dataset. Or a name with items: the experiment adds these items to the
   * dataset of that name.
   */
  dataset: string | { readonly name: string; readonly items: readonly NewItem[] };
  /** Name of the experiment, for example the change that it tests. */
  name?: string | undefined;
  /**
   * Runs your app's pipeline and returns its answer to the item's question. If it throws, the
   * service stores the error, and the next item runs.
   */
  run: (item: ExperimentItem) => string | PromiseLike<string>;
  /**
   * Returns a score from 0 to 1; 0.5 or more means right. If it cannot judge the answer, it returns
   * `undefined`, or a score of null with a reason. Default: an answer is right if it contains an
   * expected answer. An item without an expected answer is not judged.
   */
  judge?: (answer: JudgedAnswer) => Judged | PromiseLike<Judged>;
  /** The client that traces the pipeline. Each item gets its own graph. */
  memtrace?: MemTrace | undefined;
  /** Returns the graph of an item. Needed if several items share a memory. */
  graph?: (item: ExperimentItem) => string;
  /** How many items run in parallel; default 4. */
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
     * Number of right answers, divided by the number of items that were judged or that failed. Null
     * if there are no such items.
     */
    readonly share: number | null;
    readonly low: number;
    readonly high: number;
  };
}
