/**
 * Schemas of texts, lists and records in requests, events and files. A list's length is checked
 * before its elements. Otherwise, zod would keep an error for each of millions of wrong elements.
 */
import * as z from "zod";
import { MAX_RECORD_ID_CHARS, MAX_VALUE_CHARS } from "./limits.ts";

export const idText = z.string().max(MAX_RECORD_ID_CHARS);

const EMPTY = "is empty. Give it a value, or leave it out";

/**
 * An id or name in a filter. It must not be empty, because an empty filter would select everything.
 */
export const filterId = idText.min(1, EMPTY);

/** Search words. They must not be blank, because a blank search would select everything. */
export const filterWords = z.string().max(200).regex(/\S/, EMPTY);

/**
 * A question, an answer or a reason in a request. In cases and experiments, the service stores only
 * the beginning of a long text.
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
