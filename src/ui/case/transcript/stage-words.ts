/**
 * Texts about the questions to a model. The service asks the case's question once for each stage,
 * such as the memory or the context. Each time, the model sees only the texts of that stage.
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
