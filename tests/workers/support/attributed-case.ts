import type { Case } from "../../../src/protocol/api/api.ts";
import type { clientOf } from "./tenants.ts";
import { until } from "./until.ts";

/** Waits for the graph's attributed case. */
export async function attributedCase(
  api: ReturnType<typeof clientOf>,
  graph: string,
): Promise<Case> {
  // Reading the graph packs its events now instead of at the next alarm.
  await api("GET /graphs/{graph}", { params: { graph } });
  const query = { graph, state: "done" } as const;
  const { id } = await until(async () => (await api("GET /cases", { query })).items[0]);
  return api("GET /cases/{case}", { params: { case: id } });
}
