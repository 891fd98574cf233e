/** The cost of model calls in answers of the API. */
import * as z from "zod";
import type { Spent as Usage } from "../model.ts";

/** `calls` counts only complete answers. Tokens and money also include incomplete answers. */
export const Spent = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  usd: z.number(),
  seconds: z.number(),
}) satisfies z.ZodType<Usage>;
