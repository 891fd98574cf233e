/**
 * Maximum number of a project's graphs that are attributed in parallel. More graphs would need more
 * memory. The simulation in tests/bench/simulate also uses this number.
 */
export const GRAPHS_AT_ONCE = 2;
