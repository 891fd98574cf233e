/** How the page names the stages that a model read, and what it found in them. */

export const TELLS = {
  expected: "✓ tells the expected answer",
  other: "✗ tells another answer",
  none: "✗ tells no answer",
} as const;

export const STAGE = {
  message: "The evidence",
  written: "What the operation wrote",
  memory: "The memory",
  retrieved: "What the retrieval returned",
  context: "What the answering step read",
  answer: "The given answer",
} as const;
