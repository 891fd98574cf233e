/** Limits of a question about a graph. Pages import this file, so it must not load a validator. */

/** Maximum characters of a question. */
export const MAX_QUESTION_CHARS = 2_000;
/** Maximum model calls for one question. The model must give the final answer in the last call. */
export const MAX_ASK_STEPS = 8;
