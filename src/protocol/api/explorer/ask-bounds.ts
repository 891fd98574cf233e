/** The UI's pages load this file in the browser, so it must not import zod. */

export const MAX_QUESTION_CHARS = 2_000;
/** Maximum model calls for one question. In the last call, the model must give its final answer. */
export const MAX_ASK_STEPS = 8;
