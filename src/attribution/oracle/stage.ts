/** Defines a stage: a point between message and answer, with the texts that exist at this point. */

export type StageKind = "message" | "written" | "memory" | "retrieved" | "context" | "answer";

/** One variable of a stage, as the prompt presents it to the model. */
export interface StagePart {
  readonly variable: string;
  readonly text: string;
  /**
   * The day of a message, or the day that the metadata of a memory unit names, in days since 1970.
   */
  readonly day: number | undefined;
}

export interface Stage {
  readonly kind: StageKind;
  /**
   * Id of the operation that wrote the texts; null for messages. For a stage of the memory, the
   * operation before which the memory had these texts.
   */
  readonly op: string | null;
  /**
   * Position in the execution order. The stage shows the texts as they were before the operation at
   * this position ran.
   */
  readonly at: number;
  /**
   * Whether the stage has only the memory units that fit the question best, because the memory has
   * too many units.
   */
  readonly isSelection?: boolean;
  /** Loads the texts. Called only if the oracle asks about this stage. */
  readonly parts: () => readonly StagePart[] | Promise<readonly StagePart[]>;
}

/**
 * The model's answer from the texts of one stage: the expected answer, another answer, or no
 * answer.
 */
export type Telling = "expected" | "other" | "none";
