/** One tenant sends wrong answers as fast as its client can. */
import { failingVerdict, forgottenDog } from "../../workers/support/forgotten-dog.ts";
import type { Tenant } from "./tenant.ts";

const PER_GRAPH = 30;

export async function recordWrongAnswers(tenant: Tenant, count: number): Promise<void> {
  for (let start = 0; start < count; start += PER_GRAPH) {
    const graph = `wrong-${start}`;
    const verdicts = Array.from({ length: Math.min(PER_GRAPH, count - start) }, (_, index) => ({
      ...failingVerdict(graph, `w${index}`),
      ...{ query: `Question ${index} about the dog?`, seq: 20 + index },
    }));
    await tenant.record([...forgottenDog(graph), ...verdicts]);
  }
}
