import type { Context } from "hono";
import type { FindingState } from "../../../protocol/api/insights/findings.ts";
import { findingTitle } from "../../../reports/findings.ts";
import { findingChanged } from "../../../webhooks/payloads.ts";
import type { HttpEnv } from "../../context.ts";

/**
 * Creates the webhook deliveries for a finding that a person closes or reopens. The caller must
 * store them.
 */
export async function deliveriesOfChange(
  c: Context<HttpEnv>,
  id: string,
  state: FindingState | undefined,
) {
  const project = c.get("project");
  const row = state === undefined ? undefined : await project.findings.row(id);
  if (row === undefined || (state === "fixed") === (row.state === "fixed")) return [];
  const { publicUrl, newId, now } = c.get("services");
  const { errorType, opName, system } = row;
  const payload = findingChanged(
    { baseUrl: publicUrl, project: project.id },
    state === "fixed" ? "finding.closed" : "finding.reopened",
    { id, errorType, opName, system, headline: findingTitle(errorType, opName) },
    now(),
  );
  return project.webhooks.deliveriesFor(payload, () => newId("msg"), now());
}
