/** `@memtrace/sdk/mask`: functions for the client's `mask` option. */

import { isSentence } from "../core/encode.ts";
import type { Mask } from "./delivery.ts";

type Change = (text: string, field: string) => string | Promise<string>;

/** A mask must not change these fields: they identify an event or its position in the graph. */
const KEPT = new Set(
  ["type", "id", "graph", "session", "op", "ref", "from", "to", "mutates", "queryRef"].concat([
    "predictionRef",
    "name",
    "class",
    "category",
    "status",
    "source",
  ]),
);

/**
 * Changes every text from the app: values, comments, errors, metadata, questions and answers.
 * Names, ids and categories stay unchanged.
 */
export function maskTexts(change: Change): Mask {
  const masked = async (value: unknown, field: string, kept?: Set<string>): Promise<unknown> => {
    // Keep an evidence entry without white space: it can be a name or an id.
    if (typeof value === "string")
      return field === "evidence" && !isSentence(value) ? value : change(value, field);
    if (Array.isArray(value)) return Promise.all(value.map((part) => masked(part, field)));
    if (typeof value !== "object" || value === null) return value;
    const entries = Object.entries(value).map(async ([key, part]) => [
      key,
      kept?.has(key) ? part : await masked(part, key),
    ]);
    return Object.fromEntries(await Promise.all(entries));
  };
  return async (event) => (await masked(event, "", KEPT)) as typeof event;
}
