/** Bounds of a question to a graph, for pages, which must not load a validator. */

/** Maximum characters of a question. */
export const MAX_QUESTION_CHARS = 2_000;
/** Answers of the model to one question; the last one must answer. */
export const MAX_ASK_STEPS = 8;
