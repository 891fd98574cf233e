/**
 * Words for the stages, and for a model's answers. At each stage, the model answers the case's
 * question from the texts of this stage alone.
 */

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
