/** Defines a stage: a point between message and answer, with the texts at this point. */

export type StageKind = "message" | "written" | "memory" | "retrieved" | "context" | "answer";

/** One variable of a stage, as the prompt shows it. */
export interface StagePart {
  readonly variable: string;
  readonly text: string;
  /**
   * In days since 1970. It is the day of a message, or the day in the metadata of a memory unit.
   */
  readonly day: number | undefined;
}

export interface Stage {
  readonly kind: StageKind;
  /**
   * Id of an operation. For a memory or context stage, it is the operation that read the stage's
   * texts. For a written, retrieved or answer stage, it is the operation that wrote them. Null for
   * a message stage, and for the memory at the time of the question.
   */
  readonly op: string | null;
  /**
   * A position in the execution order. The texts are shown as they were just before the operation
   * at this position.
   */
  readonly at: number;
  /** Whether the stage has only the best-fitting memory units, because the memory has too many. */
  readonly isSelection?: boolean;
  /** Loads the texts. The oracle calls this only if it asks about this stage. */
  readonly parts: () => readonly StagePart[] | Promise<readonly StagePart[]>;
}

/**
 * What the model answers if it gets the question and only the texts of one stage: the expected
 * answer, another answer, or none.
 */
export type Telling = "expected" | "other" | "none";
