/** Investigations of one failed case by an agent whose model follows a script. */
import { attribute } from "../../../src/attribution/attribute.ts";
import {
  attributeWithModel,
  type ModelUse,
} from "../../../src/attribution/attribute-with-model.ts";
import type { Effort } from "../../../src/attribution/effort.ts";
import type { FailedCase } from "../../../src/protocol/api/attribution.ts";
import type { ModelRequest } from "../../../src/protocol/model.ts";
import { attributed } from "./attributed.ts";
import { type Said, ScriptedModel } from "./scripted-model.ts";
import { type Agent, ask, converse, UNIT } from "./store-agent.ts";

export const NOTHING = "I do not know.";
/** A memory that holds the needed unit. The agent read other units. */
export const agent = converse(UNIT);
export const failed = ask(agent, ["unit-0@1"], ["Good morning, how was the weekend?"], NOTHING);
export const FLOW = attributed(attribute(agent.trace.build(), failed));
const QUOTE = { variable: "unit-10@1", words: "tall blue vase" };

/** A model that sends these messages in turn, then empty texts. */
export const script = (...said: readonly Said[]) =>
  new ScriptedModel((_, place) => said[place] ?? { text: "" });
export const call = (name: string, input: object): Said => ({
  calls: [{ name, arguments: JSON.stringify(input) }],
});
export const submit = (over: object = {}) =>
  call("submit_verdict", {
    ...{
      error_type: "RetrievalError",
      operation: "search",
      reason: "It was not among the results.",
    },
    ...{ quotes: [QUOTE], ...over },
  });

export function investigated(
  model: ScriptedModel,
  over: Partial<ModelUse> = {},
  of: { agent: Agent; failed: FailedCase } = { agent, failed },
  effort?: Effort,
) {
  const use = { model, usdPerCase: 1, method: "agent" as const, systemDescription: "", ...over };
  return attributeWithModel(of.agent.trace.build(), of.failed, use, effort);
}

/** Returns the results of the tool calls, in order. */
export const results = ({ asked }: ScriptedModel) =>
  (asked.at(-1)?.messages ?? [])
    .filter((message) => message.role === "tool")
    .map((message) => JSON.parse(message.text));

export const stateIn = (request: ModelRequest | undefined) =>
  JSON.parse(request?.messages.at(-1)?.text ?? "{}").state;
