/** Input and result of a scenario of `neighbours`. Each scenario runs its own service. */
import type { Figure } from "../../bench/measurement.ts";
import type { Tenant } from "./tenant.ts";

export interface Scenario {
  /** Runs while one tenant misbehaves. The figures show what another tenant noticed. */
  run(service: Service): Promise<readonly Figure[]>;
}

export interface Service {
  /** A tenant with its own organization, project and key. */
  newTenant(): Promise<Tenant>;
  /** Starts a Worker that only stores bodies, in its own process; returns its address. */
  startBareWorker(): Promise<string>;
  /** Runs the sweep as if the time were `at`. */
  sweep(at: number): Promise<void>;
  /** Runs one statement on the main database. */
  rows<T>(statement: string): Promise<T[]>;
  /** Registers a function that runs when the scenario has ended, even if it failed. */
  atEnd(end: () => Promise<void>): void;
}

const LOOK_MS = 100;

/** Waits until a condition holds that the scenario needs to begin. */
export async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}
