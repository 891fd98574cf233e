/** Reports replays to the service, as the process that ran them would. */
import type { Case } from "../../../src/protocol/api/api.ts";
import type { Replay, ReplayFacts } from "../../../src/protocol/api/replays.ts";
import { clientOf } from "./tenants.ts";
import { sendEvents } from "./traces.ts";
import { until } from "./until.ts";

export const REPLAY_FACTS: ReplayFacts = {
  ...{ op: null, errorType: null, graph: null, judgedBy: "match", ran: ["answer"], reused: 1 },
  correction: { source: "evidence", op: "op-extract", opName: "extract", values: [], kept: [] },
  control: { answer: "I do not know.", isRight: false, isSame: true },
  corrected: { answer: "Rex", isRight: true },
  needed: [],
};

/**
 * Reports a replay of the case whose corrected run answered right. The case may still be waiting
 * for its attribution.
 */
export async function tellReplay(
  key: string,
  { id, graph }: Pick<Case, "id" | "graph">,
  facts: Partial<ReplayFacts> = {},
): Promise<Replay> {
  const api = clientOf(key);
  const replayed = `${graph}~replay-${crypto.randomUUID()}`;
  const header = { type: "graph" as const, id: "g", graph: replayed, at: 0 };
  await sendEvents(key, [{ ...header, metadata: { replayOf: id, replayed: graph } }]);
  const params = { case: id };
  // The verdict may change between the two requests; then retry.
  return until(async () => {
    const { op, errorType } = await api("GET /cases/{case}", { params });
    const json = { ...REPLAY_FACTS, op, errorType, graph: replayed, ...facts };
    const answer = await api.response("POST /cases/{case}/replays", { params, body: json });
    return answer.status === 201 ? answer.json() : undefined;
  });
}
