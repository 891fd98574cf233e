import type { Case } from "../../../protocol/api/api.ts";
import type { Attribution } from "../../../protocol/api/attribution.ts";

export interface LabelPanelProps {
  readonly project: string;
  readonly item: Case;
  readonly attribution: Attribution;
}
