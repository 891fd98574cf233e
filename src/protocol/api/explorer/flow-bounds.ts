/** Limits and terms of a flow, for code that does not need the flow's schema. */

/** Roles of the variables that a flow shows as messages. */
export const BEAD_ROLES = ["message", "query", "answer"] as const;

/** Maximum sessions, and maximum units, of one answer. */
export const MAX_FLOW_LANES = 30;

export type BeadRole = (typeof BEAD_ROLES)[number];
