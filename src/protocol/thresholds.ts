/** A text with at least this share of a detail states it: for verdicts, and for the pages that show them. */
export const STATED_SHARE = 0.6;

/** A verdict with a lower score opens a case. */
export const PASSING_SCORE = 0.5;
