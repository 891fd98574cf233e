/** The cost of model calls, as answers of the API show it. */
import * as z from "zod";
import type { Spent as Usage } from "../model.ts";

/** Tokens and money count only answered calls. */
export const Spent = z.object({
  calls: z.number().int(),
  inputTokens: z.number().int(),
  outputTokens: z.number().int(),
  usd: z.number(),
  seconds: z.number(),
}) satisfies z.ZodType<Usage>;
