/**
 * The result of a measurement: figures, some with a target, and the circumstances of the
 * measurement.
 */
import { execFileSync } from "node:child_process";
import { cpus, release, totalmem, type } from "node:os";

export type Target = { readonly atLeast: number } | { readonly atMost: number };

export interface Figure {
  readonly name: string;
  /** null if the value could not be measured; then the target counts as missed. */
  readonly value: number | null;
  readonly unit: string;
  readonly target?: Target;
}

export interface Measurement {
  readonly figures: readonly Figure[];
  /** Method and other observations of the measurement, as JSON. */
  readonly details: Readonly<Record<string, unknown>>;
}

export function isReached({ value, target }: Figure): boolean {
  if (target === undefined) return true;
  if (value === null) return false;
  return "atLeast" in target ? value >= target.atLeast : value <= target.atMost;
}

/** Returns the measurement in the form in which it is stored in a file. */
export function toReport(name: string, startedAt: Date, { figures, details }: Measurement) {
  return {
    measurement: name,
    startedAt: startedAt.toISOString(),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
    ...commit(),
    machine: {
      processor: cpus()[0]?.model ?? "unknown",
      cores: cpus().length,
      memoryBytes: totalmem(),
      system: `${type()} ${release()}`,
      node: process.version,
    },
    figures: figures.map((figure) => ({
      ...figure,
      ...(figure.target === undefined ? {} : { reached: isReached(figure) }),
    })),
    details,
  };
}

function commit(): { commit: string; hasLocalChanges: boolean } {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: import.meta.dirname, encoding: "utf8" }).trim();
  return {
    commit: git("rev-parse", "HEAD"),
    hasLocalChanges: git("status", "--porcelain") !== "",
  };
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** Returns the smallest of the values that at least this share of all values does not exceed. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) throw new Error("no values to summarize");
  return below + (above - below) * (place - Math.floor(place));
}
