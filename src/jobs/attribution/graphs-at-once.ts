/**
 * Graphs of one project that are attributed in parallel. Each holds its graph in memory. The
 * simulation of a day also reads this limit.
 */
export const GRAPHS_AT_ONCE = 2;
