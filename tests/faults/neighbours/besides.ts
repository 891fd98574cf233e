/** Measures how much another tenant slows the requests of a tenant that records steadily. */
import { note } from "../../workers/support/forgotten-dog.ts";
import type { Tenant } from "./tenant.ts";

const ALONE_MS = 2_000;
const EVERY_MS = 20;

export interface Acknowledgements {
  /** Milliseconds from each request to its answer, while no other tenant sends requests. */
  readonly before: readonly number[];
  /** The same while the other tenant works. */
  readonly during: readonly number[];
}

export async function besides(quiet: Tenant, work: () => Promise<void>): Promise<Acknowledgements> {
  const before: number[] = [];
  const during: number[] = [];
  let count = 0;
  const acknowledged = async () => {
    const started = performance.now();
    await quiet.record([note("quiet", `n${count++}`)]);
    return performance.now() - started;
  };
  const pause = () => new Promise((resolve) => setTimeout(resolve, EVERY_MS));
  await acknowledged();
  for (const until = performance.now() + ALONE_MS; performance.now() < until; await pause()) {
    before.push(await acknowledged());
  }
  let isWorking = true;
  const working = work().finally(() => {
    isWorking = false;
  });
  for (; isWorking; await pause()) during.push(await acknowledged());
  await working;
  return { before, during };
}
