/**
 * Number of graphs of one project that are attributed in parallel. Each of them is in memory, so
 * more graphs would need more memory. The simulation in tests/bench/simulate also uses this number.
 */
export const GRAPHS_AT_ONCE = 2;
