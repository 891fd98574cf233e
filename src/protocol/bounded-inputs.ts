/**
 * Lists and records of requests, events and files. The maximum is checked before the elements:
 * zod would otherwise keep an error for each of millions of wrong ones.
 */
import * as z from "zod";

export const listOf = <T extends z.ZodType>(element: T, most: number) =>
  z.array(element).max(most, `must have at most ${most} elements. Send fewer`);

export const recordOf = <V extends z.ZodType<unknown, unknown>>(
  name: z.ZodString,
  value: V,
  most: number,
) =>
  z.preprocess(
    (given: Record<string, z.input<V>>, context) => {
      const names = Object.keys(Object(given)).length;
      if (names > most) context.addIssue(`must have at most ${most} entries. Send fewer`);
      return given;
    },
    z.record(name, value),
  );
