/**
 * Processor time of work: other processes do not count. They still slow work down through shared
 * caches, so compare the least of several measurements, and generously.
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
