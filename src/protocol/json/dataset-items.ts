import { type ItemRejection, MAX_DATASET_ITEMS, NewItem } from "../api/experiments.ts";
import { tooDeep } from "../events/bound-event.ts";
import { MAX_METADATA_CHARS, MAX_METADATA_DEPTH } from "../limits.ts";
import { failure, type Result, success } from "../result.ts";
import { unknownFields } from "../unknown-fields.ts";
import { readDelimited } from "./delimited-text.ts";
import { type JsonFault, parseJson } from "./json-text.ts";
import { mayHoldHalves, wellFormed } from "./well-formed.ts";

export interface ReadItems {
  readonly items: { readonly index: number; readonly item: NewItem }[];
  readonly rejected: ItemRejection[];
}

type Found = Result<unknown, string>;

export type ItemsFault =
  | { readonly kind: "malformed"; readonly at: JsonFault }
  | { readonly kind: "too-many" };

/**
 * Reads the items from NDJSON, a JSON list or CSV. An invalid item does not affect the other items.
 * A list that is not JSON is rejected as a whole.
 */
export function readDatasetItems(
  text: string,
  format: "json" | "csv",
): Result<ReadItems, ItemsFault> {
  const body = text.replace(/^\ufeff/, "");
  const found = format === "csv" ? success(fromTable(body)) : fromJson(body);
  if (!found.ok) return failure({ kind: "malformed", at: found.fault });
  if (found.value.length > MAX_DATASET_ITEMS) return failure({ kind: "too-many" });
  const hasHalves = mayHoldHalves(body);
  const read: ReadItems = { items: [], rejected: [] };
  for (const [index, one] of found.value.entries()) {
    const item = one.ok ? checked(hasHalves ? wellFormed(one.value) : one.value) : one;
    if (!item.ok) read.rejected.push({ index, message: item.fault });
    else read.items.push({ index, item: item.value });
  }
  return success(read);
}

function checked(value: unknown): Result<NewItem, string> {
  const [unknown] = unknownFields(NewItem, value);
  if (unknown !== undefined) return failure(`${unknown} Put other data into metadata.`);
  if (Object.hasOwn(Object(Object(value).metadata), "__proto__")) {
    return failure("metadata.__proto__: this name is reserved. Give the field another name.");
  }
  const parsed = NewItem.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const field = issue?.path.join(".") || "the item";
    return failure(
      `${field}: ${issue?.message}. An item is {"question": "…", "expected": ["…"], "metadata": {…}}.`,
    );
  }
  const { metadata } = parsed.data;
  // Check the depth first: `JSON.stringify` fails for values that are nested too deeply.
  if (tooDeep(metadata, MAX_METADATA_DEPTH)) {
    return failure(`metadata: is nested deeper than ${MAX_METADATA_DEPTH} levels. Flatten it.`);
  }
  if (JSON.stringify(metadata).length > MAX_METADATA_CHARS) {
    return failure(
      `metadata: has more than ${MAX_METADATA_CHARS} characters of JSON. Keep only data that identifies the item.`,
    );
  }
  return success(parsed.data);
}

function fromJson(text: string): Result<Found[], JsonFault> {
  if (/^\s*\[/.test(text)) {
    const parsed = parseJson(text);
    if (!parsed.ok) return parsed;
    return success([parsed.value].flat().map((value) => success(value)));
  }
  const found: Found[] = [];
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    if (found.length > MAX_DATASET_ITEMS) break;
    const parsed = parseJson(line);
    if (!parsed.ok) {
      const { column, message } = parsed.fault;
      found.push(failure(`Line ${index + 1}, column ${column}: ${message}.`));
    } else found.push(parsed);
  }
  return success(found);
}

/**
 * Reads a table. The first row names the columns. Columns other than `question` and `expected`
 * become metadata.
 */
function fromTable(text: string): Found[] {
  const { rows, brokenAt } = readDelimited(text, MAX_DATASET_ITEMS + 2);
  const [head, ...body] = rows;
  const names = head?.fields.map((name) => name.trim()) ?? [];
  const found: Found[] =
    head !== undefined && !names.includes("question")
      ? [failure("The first row names the columns; one of them must be question.")]
      : body.map(({ line, fields }) =>
          fields.length > names.length
            ? failure(
                `Line ${line}: has ${fields.length} fields, but the first row has ${names.length}.`,
              )
            : success(itemOf(names, fields)),
        );
  if (brokenAt !== undefined) {
    found.push(
      failure(
        `Line ${brokenAt}: a quote is not closed, or text follows it. Double the quotes inside a field. The rest was not read.`,
      ),
    );
  }
  return found;
}

/**
 * Returns one row's item. Each `expected` column gives one answer, or several if its cell contains
 * a JSON list.
 */
function itemOf(names: readonly string[], fields: readonly string[]): unknown {
  const expected: unknown[] = [];
  const metadata = new Map<string, string>();
  let question = "";
  // Loop over the fields of the row, not over the columns of the header. Otherwise, if the header
  // has a million columns, every short row would cost a million steps.
  for (const [index, field] of fields.entries()) {
    const name = names[index] ?? "";
    if (name === "question") question = field;
    else if (name === "expected") for (const answer of answersIn(field)) expected.push(answer);
    else if (name !== "" && field !== "") metadata.set(name, field);
  }
  return { question, expected, metadata: Object.fromEntries(metadata) };
}

function answersIn(field: string): unknown[] {
  const parsed = /^\s*\[/.test(field) ? parseJson(field) : undefined;
  return parsed?.ok ? [parsed.value].flat() : [field];
}
