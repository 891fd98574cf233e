/** A change of the mix of errors that is more than chance. */
import * as z from "zod";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const Side = z.object({
  from: Time.describe("when the first of its cases was opened"),
  to: Time,
  cases: Count.describe("cases that count; several of one run of an operation count once"),
  undecided: Count.describe("of these; shares of types and operations are among the others"),
});

export const ShiftBody = z.object({
  before: Side,
  now: Side,
  moved: z
    .array(
      z.object({
        of: z.enum(["errorType", "operation", "outcome"]),
        key: z.string(),
        before: Count,
        now: Count,
        p: z.number().describe("Fisher's exact test, of this share alone"),
      }),
    )
    .describe("the surest first"),
  level: z.number().describe("what p had to be below, corrected for everything that was looked at"),
});

export const Shift = z
  .object({
    id: z.string(),
    system: z.string().nullable(),
    at: Time.describe("when it was found"),
    headline: z.string(),
    body: ShiftBody,
  })
  .meta({ id: "Shift" });

export type ShiftBody = z.infer<typeof ShiftBody>;
export type Shift = z.infer<typeof Shift>;
