/** Names of the stages, and of what a model found there. */

export const TELLS = {
  expected: "✓ gives the expected answer",
  other: "✗ gives another answer",
  none: "✗ gives no answer",
} as const;

export const STAGE = {
  message: "The evidence",
  written: "What the operation wrote",
  memory: "The memory",
  retrieved: "What the retrieval returned",
  context: "What the answering step read",
  answer: "The given answer",
} as const;
