/**
 * Texts for the page. The service asks a model the case's question several times, once for each
 * stage, such as the memory or the context. Each time, the model sees only the texts of that stage.
 * `TELLS` describes the model's answer, and `STAGE` names the stage.
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
