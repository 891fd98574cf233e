/** The causes of a wrong answer. The first five are the memory's fault, the last two are not. */
export const ERROR_TYPES = [
  "ExtractionError",
  "UpdateError",
  "DeletionError",
  "RetrievalError",
  "ResponseError",
  "AnnotationError",
  "JudgeError",
] as const;

export type ErrorType = (typeof ERROR_TYPES)[number];

/** Whether a verdict names an error type or is undecided. */
export const OUTCOMES = ["attributed", "undecided"] as const;
export type Outcome = (typeof OUTCOMES)[number];
