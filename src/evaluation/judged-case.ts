/** A case with the attributor's verdict, and with the label if the file has one. */
import type { Attribution } from "../protocol/api/attribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import type { Truth } from "./annotation.ts";
import type { Labelled } from "./reader/scripted-reader.ts";
import type { Json } from "./trace-file.ts";

export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** What the model's answers cost, in the currency of the model's configured prices. */
  readonly money: number;
  /** Sum of the model's response times. */
  readonly seconds: number;
}

/**
 * The fields of a verdict that the figures need. `confidence` is null if the method gives no
 * confidence.
 */
export type EvaluatedVerdict = Pick<
  Attribution,
  "outcome" | "opName" | "link" | "confidence" | "reason"
> &
  Partial<Pick<Attribution, "evidenceFound">> &
  (
    | { readonly errorType: ErrorType; readonly op: string | null }
    | { readonly errorType: null; readonly op: null }
  );

/**
 * A case to attribute. It contains the label, but only the scripted reader is allowed to read the
 * label.
 */
export type EvaluatedCase = Omit<Labelled, "judged">;

export type Attributor = (
  evaluated: EvaluatedCase,
) => Promise<{ readonly attribution: EvaluatedVerdict; readonly cost: Cost }>;

export interface JudgedCase {
  readonly file: string;
  readonly system: string;
  readonly queryId: string | null;
  readonly query: string;
  readonly attribution: EvaluatedVerdict;
  /** The case's annotation exactly as in the file. Empty if the case has no annotation. */
  readonly annotation: Json;
  readonly truth: Truth | undefined;
  /**
   * For each labelled evidence message, its rank in the evidence search, from 1. Infinity if the
   * search did not find it.
   */
  readonly evidenceRanks: readonly number[];
  readonly milliseconds: number;
  readonly cost: Cost;
  /**
   * Verdicts on the case in variants of the trace. Each variant lacks a different unrelated
   * message.
   */
  readonly perturbed: readonly EvaluatedVerdict[];
}

/** The results for one file. */
export interface JudgedFile {
  readonly file: string;
  /** Milliseconds that reading the file and building the graph took. */
  readonly readMilliseconds: number;
  readonly cases: readonly JudgedCase[];
  /** For each case that could not be attributed: the reason. */
  readonly refused: readonly string[];
}
