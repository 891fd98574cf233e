import type { Records } from "../../graph/evolution-graph.ts";
import { ApiError } from "../errors.ts";

const ID_FORMS = {
  variable: "Ids read like class:name@version.",
  operation: "Use an operation id from the case's attribution or its graph's page.",
  link: "Use null if no single link lost the information.",
};

export function checkRecord(
  kind: keyof typeof ID_FORMS,
  field: string,
  id: string | null | undefined,
  records: Pick<Records<unknown>, "has">,
): void {
  if (id === null || id === undefined || records.has(id)) return;
  throw new ApiError(
    "invalid_request",
    `${field}: the graph has no ${kind} ${id}. ${ID_FORMS[kind]}`,
  );
}
