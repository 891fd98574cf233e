/**
 * Limits and terms of a flow. They have their own file for code that must not load the flow's
 * schema.
 */

/** Roles of the variables that a flow shows as messages. */
export const BEAD_ROLES = ["message", "query", "answer"] as const;

/** Maximum sessions in one answer, and maximum memory units in one answer. */
export const MAX_FLOW_LANES = 30;

export type BeadRole = (typeof BEAD_ROLES)[number];
