/** Limits of one investigation. Projects can set `steps` and `contextTokens`. */
import { AGENT_DEFAULTS } from "../../protocol/limits.ts";

export interface AgentLimits {
  /** Maximum number of model answers. */
  readonly steps: number;
  /** Maximum number of estimated tokens in a request. Above it, earlier tool results are cut. */
  readonly contextTokens: number;
  /** Maximum number of variables on the waiting list of a `Frontier`. */
  readonly waiting: number;
  /** Maximum characters of one page of a tool result. */
  readonly pageChars: number;
}

export const CHARS_PER_TOKEN = 4;

export const AGENT_LIMITS: AgentLimits = {
  ...{ steps: AGENT_DEFAULTS.steps, contextTokens: AGENT_DEFAULTS.contextTokens },
  ...{ waiting: 16, pageChars: 16_000 },
};
