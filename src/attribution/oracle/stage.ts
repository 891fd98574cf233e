/** The stages between a message and the answer, each with the text that a reader gets. */

export type StageKind = "message" | "written" | "memory" | "retrieved" | "context" | "answer";

/** One recorded value of a stage, as the reader sees it. */
export interface StagePart {
  readonly variable: string;
  readonly text: string;
  /** The day of a message, or the day in the metadata of a unit; in days since 1970. */
  readonly day: number | undefined;
}

export interface Stage {
  readonly kind: StageKind;
  /**
   * The operation that wrote the texts. If the stage shows the memory: the operation that was about
   * to run. Null for messages.
   */
  readonly op: string | null;
  /**
   * Position in execution order. The stage shows the texts as they were before the operation at
   * this position ran.
   */
  readonly at: number;
  /**
   * Whether the stage shows only the units that fit the question best, because the memory is large.
   */
  readonly isSelection?: boolean;
  /** Loads the texts. Called only if the oracle asks about the stage. */
  readonly parts: () => readonly StagePart[] | Promise<readonly StagePart[]>;
}

/**
 * Whether a reader of only this stage gives the expected answer, a different answer, or no answer.
 */
export type Telling = "expected" | "other" | "none";
