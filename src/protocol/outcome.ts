import * as z from "zod";

/** Whether a verdict names what went wrong. */
export const Outcome = z.enum(["attributed", "undecided"]);
export type Outcome = z.infer<typeof Outcome>;
