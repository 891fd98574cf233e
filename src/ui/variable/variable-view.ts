import type { VariableDetail } from "../../protocol/api/explorer/variable-detail.ts";

/** Properties that every component on a variable's page gets. */
export interface VariableViewProps {
  readonly project: string;
  readonly graph: string;
  readonly item: VariableDetail;
}
