import type { Case } from "../../../protocol/api/api.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";

/** The case whose labels are shown, with its verdict. */
export interface LabelPanelProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
}
