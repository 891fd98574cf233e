import * as z from "zod";
import { Instant } from "./events/events.ts";

const A_TIME =
  "must be a time: ISO 8601 with a zone, a date (its beginning, UTC), or milliseconds since the epoch";

/** Parses a time into milliseconds since the epoch. Undefined if the text is not a time. */
export function timeIn(text: string): number | undefined {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text;
  // An unescaped plus in the URL arrives as a space.
  const zoned = date.replace(/ (\d\d:?\d\d)$/, "+$1");
  const read = Instant.safeParse(/^-?\d+$/.test(text) ? Number(text) : zoned);
  return read.success ? read.data : undefined;
}

export const QueryTime = z
  .string()
  .transform((text, context) => {
    const at = timeIn(text);
    if (at !== undefined) return at;
    context.addIssue({ code: "custom", message: A_TIME });
    return z.NEVER;
  })
  .meta({ format: "date-time" });

/** Schema of a whole number within these bounds. Rejects an empty parameter. */
export const queryCount = (min: number, max: number) =>
  z.preprocess(
    (given) => (typeof given === "string" && given.trim() === "" ? Number.NaN : given),
    z.coerce
      .number({ error: "must be a whole number" })
      .int("must be a whole number")
      .min(min)
      .max(max),
  );
