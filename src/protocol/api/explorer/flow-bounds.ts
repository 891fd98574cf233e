/**
 * These constants are not in `flow.ts`, because the UI's pages need them and must not load the
 * schema in that file.
 */

/** Roles of variables that a flow shows as messages. */
export const BEAD_ROLES = ["message", "query", "answer"] as const;

/** Maximum sessions, and maximum memory units, in one answer. */
export const MAX_FLOW_LANES = 30;

export type BeadRole = (typeof BEAD_ROLES)[number];
