import * as z from "zod";
import type { Spent as Usage } from "../model.ts";

/**
 * Cost of model calls. `calls` counts only complete answers; tokens and money include incomplete
 * answers.
 */
export const Spent = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  usd: z.number(),
  seconds: z.number(),
}) satisfies z.ZodType<Usage>;
