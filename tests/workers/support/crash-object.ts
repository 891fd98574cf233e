import { runInDurableObject } from "cloudflare:test";
import { expect } from "vitest";

/** Ends the Durable Object at once. An eviction would wait about a second for its timers. */
export async function crashObject(stub: DurableObjectStub): Promise<void> {
  const crashed = runInDurableObject(stub, (_, state) => state.abort("crash"));
  await expect(crashed).rejects.toThrow("crash");
}
