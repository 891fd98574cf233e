/** Limits of a question about a graph, for pages, which must not load a validator. */

/** Maximum characters of a question. */
export const MAX_QUESTION_CHARS = 2_000;
/** Maximum answers of the model to one question. The last one must be the final answer. */
export const MAX_ASK_STEPS = 8;
