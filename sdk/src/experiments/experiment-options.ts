/** What an experiment is told, and what it gives back. */
import type { MemTrace } from "../core/client.ts";
import type { Answer, Judgement } from "../core/options.ts";
import type { ServiceOptions } from "../core/service.ts";

/** A question of a dataset. */
export interface ExperimentItem {
  readonly id: string;
  readonly question: string;
  /** Answers that are right; empty where none is known. */
  readonly expected: readonly string[];
  /** What the dataset says besides; of an item that a case made, `graph` is the case's. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What a judge is asked; `judging` of `@memtrace/sdk/judge` makes wrong answers cases as well. */
export interface JudgedAnswer extends Answer {
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** `evidence` of the item's metadata. */
  readonly evidence?: readonly unknown[];
  readonly item: ExperimentItem;
}

type Judged = Judgement | Judgement["score"] | undefined;

export interface ExperimentOptions extends ServiceOptions {
  /** The dataset's id or name; or its name and items, which are added to it. */
  dataset: string | { readonly name: string; readonly items: readonly NewItem[] };
  /** Of the experiment, such as what was changed. */
  name?: string | undefined;
  /** The pipeline: its answer to the question. What it throws is stored, and the next item goes on. */
  run: (item: ExperimentItem) => string | PromiseLike<string>;
  /**
   * From 0 to 1, 0.5 and more being right; `undefined` where it cannot judge. By default an answer
   * that states an expected one is right, and one of which nothing is expected is not judged.
   */
  judge?: (answer: JudgedAnswer) => Judged | PromiseLike<Judged>;
  /** The pipeline's client: each item is traced in a graph of its own. */
  memtrace?: MemTrace | undefined;
  /** The graph of an item, where several are asked of one memory. */
  graph?: (item: ExperimentItem) => string;
  /** Items that are run at once; 4 by default. */
  concurrency?: number | undefined;
  /** Id of an experiment that broke off: items without a result, or with an error, are run. */
  resume?: string | undefined;
  onProgress?: (progress: ExperimentProgress) => void;
}

export interface NewItem {
  readonly question: string;
  readonly expected?: string | readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ExperimentProgress {
  /** Of the experiment, from its beginning. */
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
    /** Right ones among those that count; null where none does. */
    readonly share: number | null;
    readonly low: number;
    readonly high: number;
  };
}
