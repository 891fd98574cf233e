/**
 * Number of graphs of one project that are attributed in parallel. Each attribution holds a graph
 * in memory. The simulation of a day also uses this number.
 */
export const GRAPHS_AT_ONCE = 2;
