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
  /** Cost of the model's answers, in the currency of the configured prices. */
  readonly money: number;
  /** Total response time of the model. */
  readonly seconds: number;
}

/** The fields of a verdict that the figures need. `confidence` is null if the method gives none. */
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
 * A case to attribute, with its label in `annotation`. An attributor must not look at the label,
 * because the label names the right verdict. There is one exception: the scripted reader, which
 * takes the place of a model, takes its answers from the label.
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
  /** The annotation as in the file; empty if there is none. */
  readonly annotation: Json;
  readonly truth: Truth | undefined;
  /**
   * The label names messages as evidence. This list has the position of each of them in the results
   * of the evidence search: 1 for the first result, Infinity for a message that was not found.
   */
  readonly evidenceRanks: readonly number[];
  readonly milliseconds: number;
  readonly cost: Cost;
  /** Verdicts on variants of the trace. Each variant lacks one message that no case needs. */
  readonly perturbed: readonly EvaluatedVerdict[];
}

export interface JudgedFile {
  readonly file: string;
  /** Time to read the file and build the graph. */
  readonly readMilliseconds: number;
  readonly cases: readonly JudgedCase[];
  /** One message for each case that could not be attributed, or whose label could not be used. */
  readonly refused: readonly string[];
}
