/** Reads new dataset items from NDJSON, a JSON list, or CSV. */

import { type ItemRejection, MAX_DATASET_ITEMS, NewItem } from "../api/experiments.ts";
import { tooDeep } from "../events/batch.ts";
import { MAX_METADATA_CHARS, MAX_METADATA_DEPTH } from "../limits.ts";
import { unknownFields } from "../unknown-fields.ts";
import { readDelimited } from "./delimited-text.ts";
import { type JsonFault, parseJson } from "./json-text.ts";

export interface ReadItems {
  readonly items: { readonly index: number; readonly item: NewItem }[];
  readonly rejected: ItemRejection[];
}

/** A dataset's maximum. A larger file is a mistake, or the user must send it in parts. */
export const TOO_MANY_ITEMS = "too many";

type Found = { readonly value: unknown } | { readonly wrong: string };

/** A wrong item is rejected alone; a list that is no JSON is rejected whole. */
export function readDatasetItems(
  text: string,
  format: "json" | "csv",
): ReadItems | typeof TOO_MANY_ITEMS | { readonly fault: JsonFault } {
  const body = text.replace(/^\ufeff/, "");
  const found = format === "csv" ? fromTable(body) : fromJson(body);
  if ("fault" in found) return found;
  if (found.length > MAX_DATASET_ITEMS) return TOO_MANY_ITEMS;
  const read: ReadItems = { items: [], rejected: [] };
  for (const [index, one] of found.entries()) {
    const item = "wrong" in one ? one : checked(one.value);
    if ("wrong" in item) read.rejected.push({ index, message: item.wrong });
    else read.items.push({ index, item: item.value });
  }
  return read;
}

function checked(value: unknown): { readonly value: NewItem } | { readonly wrong: string } {
  const [unknown] = unknownFields(NewItem, value);
  if (unknown !== undefined) return { wrong: `${unknown} Put other data into metadata.` };
  const parsed = NewItem.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "the item";
    return {
      wrong: `${field}: ${issue?.message}. An item is {"question": "…", "expected": ["…"], "metadata": {…}}.`,
    };
  }
  const { metadata } = parsed.data;
  // Check the depth first, because too deep values cannot be written either.
  if (tooDeep(metadata, MAX_METADATA_DEPTH)) {
    return { wrong: `metadata: is nested deeper than ${MAX_METADATA_DEPTH} levels. Flatten it.` };
  }
  if (JSON.stringify(metadata).length > MAX_METADATA_CHARS) {
    return {
      wrong: `metadata: has more than ${MAX_METADATA_CHARS} characters of JSON. Keep only data that identifies the item.`,
    };
  }
  return { value: parsed.data };
}

function fromJson(text: string): Found[] | { readonly fault: JsonFault } {
  if (/^\s*\[/.test(text)) {
    const parsed = parseJson(text);
    if ("fault" in parsed) return parsed;
    return [parsed.value].flat().map((value) => ({ value }));
  }
  const found: Found[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (found.length > MAX_DATASET_ITEMS) break;
    const parsed = parseJson(line);
    if ("fault" in parsed) {
      const { column, message } = parsed.fault;
      found.push({ wrong: `Line ${index + 1}, column ${column}: ${message}.` });
    } else found.push(parsed);
  }
  return found;
}

/** The first row names the columns. Columns that are no item field become metadata. */
function fromTable(text: string): Found[] {
  const { rows, brokenAt } = readDelimited(text, MAX_DATASET_ITEMS + 2);
  const [head, ...body] = rows;
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const found: Found[] =
    head !== undefined && !names.includes("question")
      ? [{ wrong: "The first row names the columns; one of them must be question." }]
      : body.map(({ line, fields }) =>
          fields.length > names.length
            ? {
                wrong: `Line ${line}: has ${fields.length} fields, but the first row has ${names.length}.`,
              }
            : { value: itemOf(names, fields) },
        );
  if (brokenAt !== undefined) {
    found.push({
      wrong: `Line ${brokenAt}: a quote is not closed, or text follows it. Double the quotes inside a field. The rest was not read.`,
    });
  }
  return found;
}

/** Several `expected` columns are several answers; a JSON list gives its elements. */
function itemOf(names: readonly string[], fields: readonly string[]): unknown {
  const expected: unknown[] = [];
  const metadata: Record<string, string> = {};
  let question = "";
  for (const [index, name] of names.entries()) {
    const field = fields[index] ?? "";
    if (name === "question") question = field;
    else if (name === "expected") expected.push(...answersIn(field));
    else if (name !== "" && field !== "") metadata[name] = field;
  }
  return { question, expected, metadata };
}

function answersIn(field: string): unknown[] {
  const parsed = /^\s*\[/.test(field) ? parseJson(field) : { value: [field] };
  return "value" in parsed ? [parsed.value].flat() : [field];
}
