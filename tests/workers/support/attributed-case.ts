import type { Case } from "../../../src/protocol/api/api.ts";
import type { clientOf } from "./tenants.ts";
import { until } from "./until.ts";

/** Waits until the graph's case is attributed. Returns the case. */
export async function attributedCase(
  api: ReturnType<typeof clientOf>,
  graph: string,
): Promise<Case> {
  // Read the graph, so that its events are packed now instead of at the next alarm.
  await api("GET /graphs/{graph}", { params: { graph } });
  const query = { graph, state: "done" } as const;
  const { id } = await until(async () => (await api("GET /cases", { query })).items[0]);
  return api("GET /cases/{case}", { params: { case: id } });
}
