/** A case with its verdict, and with its label if the file has one. */
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
  /** Ranks (from 1) of the labelled evidence among the searched messages; Infinity if not found. */
  readonly evidenceRanks: readonly number[];
  readonly milliseconds: number;
  readonly cost: Cost;
  /** Verdicts on the same case, each without another unrelated message. */
  readonly perturbed: readonly Attribution[];
}

/** The results of one file. */
export interface JudgedFile {
  readonly file: string;
  /** Milliseconds for reading the file and building the graph. */
  readonly readMilliseconds: number;
  readonly cases: readonly JudgedCase[];
  /** Cases that could not be attributed, with the reason. */
  readonly refused: readonly string[];
}
