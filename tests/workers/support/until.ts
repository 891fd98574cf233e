import { vi } from "vitest";

/**
 * What `look` finds, once it finds something; queues and alarms work beside the test. Long enough for
 * a host that shares its cores.
 */
export function until<T>(look: () => Promise<T | undefined>): Promise<T> {
  return vi.waitUntil(look, { interval: 15, timeout: 40_000 }) as Promise<T>;
}
