/** A stage is a point between message and answer, with the texts that exist at this point. */

export type StageKind = "message" | "written" | "memory" | "retrieved" | "context" | "answer";

/** One variable of a stage, as the prompt shows it to the model. */
export interface StagePart {
  readonly variable: string;
  readonly text: string;
  /** The day of a message, or the day in the metadata of a unit, in days since 1970. */
  readonly day: number | undefined;
}

export interface Stage {
  readonly kind: StageKind;
  /**
   * The operation that wrote the texts; null for messages. For a stage of the memory: the operation
   * that ran next.
   */
  readonly op: string | null;
  /**
   * Position in the execution order. The stage shows the texts as they were before the operation at
   * this position ran.
   */
  readonly at: number;
  /**
   * Whether the stage has only the units that fit the question best, because the memory has too
   * many.
   */
  readonly isSelection?: boolean;
  /** Loads the texts. Called only if the oracle asks about this stage. */
  readonly parts: () => readonly StagePart[] | Promise<readonly StagePart[]>;
}

/** What the model answers from this stage alone: the expected answer, another answer, or none. */
export type Telling = "expected" | "other" | "none";
