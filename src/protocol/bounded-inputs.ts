/**
 * Schemas of texts, lists and records in requests, events and files. The maximum length of a list
 * is checked before the elements of the list. Otherwise, zod would keep an error for each of
 * millions of wrong elements.
 */
import * as z from "zod";
import { MAX_RECORD_ID_CHARS, MAX_VALUE_CHARS } from "./limits.ts";

/** Schema of an id or a name. */
export const idText = z.string().max(MAX_RECORD_ID_CHARS);

const EMPTY = "is empty. Give it a value, or leave it out";

/**
 * Schema of an id or a name in a filter. Refuses the empty text, because an empty filter would
 * select everything.
 */
export const filterId = idText.min(1, EMPTY);

/** Schema of search words. Refuses blank text, because a blank search would select everything. */
export const filterWords = z.string().max(200).regex(/\S/, EMPTY);

/**
 * Schema of a question, an answer or a reason. A text that is longer than the limit of stored texts
 * is cut when the service stores it.
 */
export const spokenText = z.string().max(MAX_VALUE_CHARS);

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
