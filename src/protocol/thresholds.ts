/**
 * A text that contains at least this share of a detail states the detail. Used for verdicts, and
 * for pages that show them.
 */
export const STATED_SHARE = 0.6;

/**
 * Minimum confidence of a sure verdict. For a sure verdict no model is asked. Calibration also
 * counts the verdicts from this confidence on as sure.
 */
export const SURE = 0.9;

/** A recorded verdict with a lower score opens a case. */
export const PASSING_SCORE = 0.5;
