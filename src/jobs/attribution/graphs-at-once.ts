/**
 * Number of graphs of one project that are attributed in parallel. Each of them is in memory, so
 * more graphs would need more memory. The simulation of a day also uses this number.
 */
export const GRAPHS_AT_ONCE = 2;
