import type { VariableDetail } from "../../protocol/api/explorer/variable-detail.ts";

/** Props of every part of a variable's page. */
export interface VariableViewProps {
  readonly project: string;
  readonly graph: string;
  readonly item: VariableDetail;
}
