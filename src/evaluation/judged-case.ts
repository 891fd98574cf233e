/** A case with its verdict, and with its label if the file has one. */
import type { Attribution } from "../protocol/api/attribution.ts";
import type { ErrorType } from "../protocol/error-types.ts";
import type { Truth } from "./annotation.ts";
import type { Labelled } from "./reader/scripted-reader.ts";
import type { Json } from "./trace-file.ts";

export interface Cost {
  readonly calls: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Cost of the model's answers, in the currency of the prices that are set for the model. */
  readonly money: number;
  /** Total response time of the model. */
  readonly seconds: number;
}

/**
 * The parts of a verdict that the figures use. The confidence is null if the method gives no
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

/** A case to attribute. The case includes data that only the scripted reader may use. */
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
  /** The case's annotation, unchanged from the file; empty for a case without annotation. */
  readonly annotation: Json;
  readonly truth: Truth | undefined;
  /**
   * For each labelled evidence message: its rank (from 1) in the search; Infinity if it is not
   * found.
   */
  readonly evidenceRanks: readonly number[];
  readonly milliseconds: number;
  readonly cost: Cost;
  /**
   * Verdicts on the same case. Each verdict is on a trace from which a different unrelated message
   * was removed.
   */
  readonly perturbed: readonly EvaluatedVerdict[];
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
