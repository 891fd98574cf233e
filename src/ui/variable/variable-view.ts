import type { VariableDetail } from "../../protocol/api/explorer/variable-detail.ts";

/** What every part of a variable's page shows something of. */
export interface VariableViewProps {
  readonly project: string;
  readonly graph: string;
  readonly item: VariableDetail;
}
