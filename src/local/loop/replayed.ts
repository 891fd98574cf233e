/**
 * Replays each case: corrects the blamed operation's output and checks whether the answer becomes
 * right.
 */
import type { ChatModel } from "../../../sdk/examples/prompted-agent/chat.ts";
import type { PromptName } from "../../../sdk/examples/prompted-agent/prompts.ts";
import type { CaseSummary } from "../../protocol/api/api.ts";
import type { Replay } from "../../protocol/api/replays.ts";
import type { LoopClient } from "./loop-client.ts";

export interface ReplayTools {
  readonly client: LoopClient;
  /** The project that receives the traces of replays. */
  readonly project: { readonly url: string; readonly apiKey: string };
  readonly model: ChatModel;
}

/**
 * Replays the cases with the agent's own prompts. Imports the SDK dynamically, because its package
 * does not exist before the build.
 */
export async function replayCases(
  { client, project, model }: ReplayTools,
  cases: readonly CaseSummary[],
  prompt: (name: PromptName) => string,
): Promise<Replay[]> {
  const { replaying } = await import("../../../sdk/examples/prompted-agent/replay.ts");
  const replays: Replay[] = [];
  for (const { id } of cases) {
    const plan = await client.replayPlan(id);
    const replayable = replaying({ model, person: plan.user ?? "", prompt });
    replays.push(await client.addReplay(id, await replayable.run(plan, { client: project })));
  }
  return replays;
}
