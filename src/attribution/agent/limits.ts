/** Limits of one investigation. The project's settings set the first two limits. */
import { AGENT_DEFAULTS } from "../../protocol/limits.ts";

export interface AgentLimits {
  /** Maximum answers of the model. */
  readonly steps: number;
  /** Above this estimated number of tokens, earlier results are left out of the messages. */
  readonly contextTokens: number;
  /** Maximum variables on the waiting list. */
  readonly waiting: number;
  /** Maximum characters of one page of operations, and of one view of the log. */
  readonly pageChars: number;
}

/** Characters per token, to estimate the size of a context. */
export const CHARS_PER_TOKEN = 4;

export const AGENT_LIMITS: AgentLimits = {
  ...{ steps: AGENT_DEFAULTS.steps, contextTokens: AGENT_DEFAULTS.contextTokens },
  ...{ waiting: 16, pageChars: 16_000 },
};
