import { OperatorStatus } from "../../api/operator/status.ts";
import { declare, json } from "../declaration.ts";

export const showStatus = declare("operator", [], {
  method: "get",
  path: "/operator/status",
  tags: ["Operation"],
  summary: "Show backlogs, failures, slow tenants and storage of the installation",
  description:
    "For people whose confirmed e-mail address is in the variable `OPERATORS`, and for programs that send the secret `OPERATOR_KEY` as a bearer token.",
  responses: { 200: json(OperatorStatus, "The status.") },
});
