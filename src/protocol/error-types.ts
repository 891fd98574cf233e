/** Causes of a wrong answer. The first five are memory faults; the last two are not. */
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

/**
 * Error type → its sub-kinds: how the operation failed. A verdict names a sub-kind only if the
 * trace shows it. In labels, people can use other words.
 */
export const SUB_KINDS = {
  ExtractionError: ["omitted", "distorted", "wrong person", "time lost", "invented"],
  UpdateError: ["overwritten", "merged away", "summarised away", "older kept"],
  DeletionError: ["wrong unit deleted", "deleted as duplicate"],
  RetrievalError: [
    "query missed",
    "ranked out",
    "filtered out",
    "cut off",
    "stale unit preferred",
    "nothing found",
  ],
  ResponseError: ["ignored", "miscounted", "mixed up", "refused", "made up"],
  AnnotationError: [],
  JudgeError: [],
} as const satisfies Readonly<Record<ErrorType, readonly string[]>>;

export type SubKind = (typeof SUB_KINDS)[ErrorType][number];

export const ALL_SUB_KINDS: readonly SubKind[] = ERROR_TYPES.flatMap((type) => SUB_KINDS[type]);

/** A verdict names an error type (`attributed`) or none (`undecided`). */
export const OUTCOMES = ["attributed", "undecided"] as const;
export type Outcome = (typeof OUTCOMES)[number];
