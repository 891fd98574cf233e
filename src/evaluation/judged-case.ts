/** One case with its verdict, and with the truth where the file has it. */
import type { Attribution } from "../protocol/api/attribution.ts";
import type { Truth } from "./annotation.ts";
import type { Cost } from "./methods.ts";

export interface JudgedCase {
  readonly file: string;
  readonly system: string;
  readonly queryId: string | null;
  readonly query: string;
  readonly attribution: Attribution;
  readonly truth: Truth | undefined;
  /** Ranks (from 1) of the labelled evidence among the searched messages; Infinity where not found. */
  readonly evidenceRanks: readonly number[];
  readonly milliseconds: number;
  readonly cost: Cost;
  /** The verdicts on the same case, each time without another unrelated message. */
  readonly perturbed: readonly Attribution[];
}

/** What one file came to. */
export interface JudgedFile {
  readonly file: string;
  /** Reading, building the graph included. */
  readonly readMilliseconds: number;
  readonly cases: readonly JudgedCase[];
  /** What could not be judged, and why. */
  readonly refused: readonly string[];
}
