import type { Case } from "../../../src/protocol/api/api.ts";
import type { clientOf } from "./tenants.ts";
import { until } from "./until.ts";

/** The graph's attributed case, once there is one. */
export async function attributedCase(
  api: ReturnType<typeof clientOf>,
  graph: string,
): Promise<Case> {
  // Packs at once the events that an alarm would pack later.
  await api("GET /graphs/{graph}", { params: { graph } });
  const query = { graph, state: "done" } as const;
  const { id } = await until(async () => (await api("GET /cases", { query })).items[0]);
  return api("GET /cases/{case}", { params: { case: id } });
}
