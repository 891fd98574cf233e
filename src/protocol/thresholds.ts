/**
 * A detail is something that the expected answer needs, such as a name or a date. If a text
 * contains at least this share of a detail's information, the text states the detail. The tracer
 * and the pages with verdicts use this value.
 */
export const STATED_SHARE = 0.6;

/**
 * Minimum confidence of a sure verdict. The service asks no model about a sure verdict. Calibration
 * uses the same minimum.
 */
export const SURE = 0.9;

/** If a recorded verdict gives an answer a lower score than this, the answer counts as wrong. */
export const PASSING_SCORE = 0.5;
