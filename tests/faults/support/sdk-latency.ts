/**
 * Measures how much tracing to a failing service slows the requests of an app. Each run has its own
 * process.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { type Figure, median, percentile } from "../../bench/measurement.ts";
import { FAULTS, type Fault } from "./faulty-proxy.ts";

const MAX_MOVED_MS = 1;
const run = promisify(execFile);

export interface AppAnswer {
  /** Latency of each request in milliseconds. */
  readonly latencies: readonly number[];
  /**
   * Number of turns of the app's own event loop. Equal counts show that both modes do the same
   * work.
   */
  readonly handled: number;
}

/**
 * Alternates traced and untraced runs. During the traced ones, the service fails in every possible
 * way.
 */
export async function latencyUnderFaults(requests: number, rounds: number) {
  const faults: readonly (Fault | "is away")[] = [...FAULTS, "is away"];
  const moved: Record<string, number[]> = {};
  for (let round = 0; round < rounds; round++) {
    for (const fault of faults) {
      const untraced = await app("untraced", fault, requests);
      const traced = await app("traced", fault, requests);
      const own = moved[fault] ?? [];
      own.push(percentile(traced.latencies, 0.99) - percentile(untraced.latencies, 0.99));
      moved[fault] = own;
    }
  }
  const all = Object.values(moved).flat();
  const figures: Figure[] = [
    {
      name: "p99 of the app's latency, moved by tracing under faults",
      ...{ value: median(all), unit: "ms", target: { atMost: MAX_MOVED_MS } },
    },
  ];
  return { figures, details: { movedMs: moved } };
}

async function app(mode: string, fault: string, requests: number): Promise<AppAnswer> {
  const script = join(import.meta.dirname, "sdk-app.ts");
  const { stdout } = await run(process.execPath, [script, mode, fault, String(requests)], {
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}
