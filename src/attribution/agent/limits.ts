/** Limits of one investigation. The project's settings set `steps` and `contextTokens`. */
import { AGENT_DEFAULTS } from "../../protocol/limits.ts";

export interface AgentLimits {
  /** Maximum number of model answers in one investigation. */
  readonly steps: number;
  /** Maximum number of estimated tokens in a request. Above it, earlier tool results are cut. */
  readonly contextTokens: number;
  /** Maximum number of variables on the waiting list of a `Frontier`. */
  readonly waiting: number;
  /** Maximum characters of one page that a tool returns. */
  readonly pageChars: number;
}

/** Average number of characters in a token, to estimate the number of tokens in a text. */
export const CHARS_PER_TOKEN = 4;

export const AGENT_LIMITS: AgentLimits = {
  ...{ steps: AGENT_DEFAULTS.steps, contextTokens: AGENT_DEFAULTS.contextTokens },
  ...{ waiting: 16, pageChars: 16_000 },
};
