/** What the address of the agreement page holds: the filters of the cases, and which disagreements. */
import type { DisagreementWith } from "../../protocol/api/annotation/agreement.ts";
import { type CaseSearch, parseCaseSearch } from "../cases/case-search.ts";

export interface AgreementSearch extends CaseSearch {
  /** People by default. */
  readonly between?: DisagreementWith;
}

export function parseAgreementSearch(raw: Record<string, unknown>): AgreementSearch {
  const { between } = raw;
  return { ...parseCaseSearch(raw), between: between === "tracer" ? between : undefined };
}
