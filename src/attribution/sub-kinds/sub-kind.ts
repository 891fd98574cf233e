/**
 * Finds out in which way the decisive operation failed: the sub-kind of its error type. Returns
 * null if the trace does not clearly show it. A word that may be a paraphrase shows nothing.
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
