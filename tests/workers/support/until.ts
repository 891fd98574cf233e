import { vi } from "vitest";

/**
 * Waits until `look` finds something, because queues and alarms run concurrently. The time limit is
 * long enough for a machine with shared cores.
 */
export function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitUntil(look, { interval: 50, timeout: 40_000 }) as Promise<T>;
}
