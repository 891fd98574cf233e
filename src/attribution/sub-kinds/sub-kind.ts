/**
 * Returns the sub-kind of the error type: how the decisive operation failed. Returns null if the
 * trace does not clearly show this, for example if a later text may paraphrase the lost detail.
 */
import type { SubKind } from "../../protocol/error-types.ts";
import type { LossFinding } from "../flow/finding.ts";
import type { Tracing } from "../flow/trace-context.ts";
import { deletionKind } from "./deletion-kind.ts";
import { extractionKind } from "./extraction-kind.ts";
import { responseKind } from "./response-kind.ts";
import { retrievalKind } from "./retrieval-kind.ts";
import { updateKind } from "./update-kind.ts";

export function subKindOf(finding: LossFinding, tracing: Tracing): SubKind | null {
  switch (finding.errorType) {
    case "ExtractionError":
      return extractionKind(finding, tracing);
    case "UpdateError":
      return updateKind(finding, tracing);
    case "DeletionError":
      return deletionKind(finding, tracing);
    case "RetrievalError":
      return retrievalKind(finding, tracing);
    case "ResponseError":
      return responseKind(finding, tracing);
    default:
      return null;
  }
}
