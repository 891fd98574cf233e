/**
 * A shift: the share of an error type, an operation or an outcome changed, and the change is
 * statistically significant.
 */
import * as z from "zod";

const Time = z.iso.datetime();
const Count = z.number().int().min(0);

const Side = z.object({
  from: Time.describe("time at which its first case was opened"),
  to: Time,
  cases: Count.describe(
    "number of counted cases; several cases of one run of an operation count once",
  ),
  undecided: Count.describe(
    "number of these cases that are undecided; shares of types and operations leave out undecided cases",
  ),
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
        p: z.number().describe("p-value of Fisher's exact test for this share"),
      }),
    )
    .describe("most significant first"),
  level: z
    .number()
    .describe("significance level that p had to be below, corrected for all comparisons"),
});

export const Shift = z
  .object({
    id: z.string(),
    system: z.string().nullable(),
    at: Time.describe("time at which MemTrace found the shift"),
    headline: z.string(),
    body: ShiftBody,
  })
  .meta({ id: "Shift" });

export type ShiftBody = z.infer<typeof ShiftBody>;
export type Shift = z.infer<typeof Shift>;
