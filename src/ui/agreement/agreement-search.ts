/** URL parameters: the case filters, and which disagreements to list. */
import type { DisagreementWith } from "../../protocol/api/annotation/agreement.ts";
import { type CaseSearch, parseCaseSearch } from "../cases/case-search.ts";

export interface AgreementSearch extends CaseSearch {
  /** If undefined, the page lists disagreements between people. */
  readonly between?: DisagreementWith;
}

export function parseAgreementSearch(raw: Record<string, unknown>): AgreementSearch {
  const { between } = raw;
  return { ...parseCaseSearch(raw), between: between === "tracer" ? between : undefined };
}
