/** A text with at least this share of a detail states it: for verdicts, and for the pages that show them. */
export const STATED_SHARE = 0.6;

/** A verdict is sure from this confidence on: no model is asked, and calibration counts it as sure. */
export const SURE = 0.9;

/** A verdict with a lower score opens a case. */
export const PASSING_SCORE = 0.5;
