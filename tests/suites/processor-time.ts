/**
 * Measures processor time, so that other processes do not count. They still slow down the work
 * through shared caches, so compare the minimum of several measurements, with a generous margin.
 */

export function processorMs(work: () => unknown): number {
  const started = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1_000;
}

export function leastProcessorMs(rounds: number, work: () => unknown): number {
  return Math.min(...Array.from({ length: rounds }, () => processorMs(work)));
}
