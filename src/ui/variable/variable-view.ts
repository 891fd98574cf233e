import type { VariableDetail } from "../../protocol/api/explorer/variable-detail.ts";

export interface VariableViewProps {
  readonly project: string;
  readonly graph: string;
  readonly item: VariableDetail;
}
