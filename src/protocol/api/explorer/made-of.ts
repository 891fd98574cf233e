/**
 * Starts at one variable, such as a message, and lists everything that was made from it, up to the
 * memory units that contain its content.
 */
import * as z from "zod";
import { VARIABLE_ROLES } from "./variable-detail.ts";

const Count = z.number().int().min(0);

/** Maximum variables, links and `missingWords` in one answer. */
export const MAX_MADE = { variables: 60, links: 400, words: 100 } as const;
/** Maximum characters of a variable's text. */
export const MAX_MADE_CHARS = 200;

const MadeVariable = z.object({
  id: z.string(),
  role: z.enum(VARIABLE_ROLES),
  category: z.string().nullable(),
  depth: Count.describe("smallest number of links from the start variable"),
  text: z.string().describe(`the first ${MAX_MADE_CHARS} characters`),
  isDropped: z
    .boolean()
    .describe(
      "true if no operation reads the variable and the variable is neither a memory unit nor an answer",
    ),
});

export const MadeOf = z.object({
  variables: z
    .array(MadeVariable)
    .describe("the start variable, and then the variables made from it, nearest first"),
  operations: z.array(
    z.object({ id: z.string(), name: z.string(), category: z.string().nullable() }),
  ),
  links: z.array(z.object({ op: z.string(), from: z.string(), to: z.string() })),
  missingWords: z
    .array(z.string())
    .nullable()
    .describe(
      "content words of the start variable that no reached unit states; null if no unit was reached",
    ),
  isComplete: z.boolean().describe("false if the lists are incomplete"),
});

export type MadeOf = z.infer<typeof MadeOf>;
export type MadeVariable = z.infer<typeof MadeVariable>;
