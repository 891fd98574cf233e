/**
 * The causes of a wrong answer. The first five causes are faults of the memory. The last two are
 * not.
 */
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
 * Maps each error type to its sub-kinds. A sub-kind says how the operation failed, and belongs to a
 * single error type. A verdict names a sub-kind only if the trace shows it. In labels, people can
 * also use other words.
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

/** Whether a verdict names an error type (`attributed`) or none (`undecided`). */
export const OUTCOMES = ["attributed", "undecided"] as const;
export type Outcome = (typeof OUTCOMES)[number];
