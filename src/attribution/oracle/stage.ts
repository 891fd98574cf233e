/** The stages of the way from a message to the answer, each with the text that a reader gets. */

export type StageKind = "message" | "written" | "memory" | "retrieved" | "context" | "answer";

/** One recorded value of a stage, as its readers see it. */
export interface StagePart {
  readonly variable: string;
  readonly text: string;
  /** The day on which it was said or dated, as days since 1970. */
  readonly day: number | undefined;
}

export interface Stage {
  readonly kind: StageKind;
  /** The operation that wrote the texts, or whose input the memory was; null for messages. */
  readonly op: string | null;
  /** Position in execution order: the texts stood like this before the operation at it ran. */
  readonly at: number;
  /** Of a larger memory, only the units that suit the question best are shown. */
  readonly isSelection?: boolean;
  /** Read only if the stage is asked about. */
  readonly parts: () => readonly StagePart[] | Promise<readonly StagePart[]>;
}

/** Whether a reader of the stage alone gives the expected answer, another one, or none. */
export type Telling = "expected" | "other" | "none";
