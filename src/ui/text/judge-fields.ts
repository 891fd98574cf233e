/** Splits a judge's reason into fields. Models often write JSON, which can be invalid. */

const FENCE = /^```(?:json)?\s*([\s\S]*?)\s*```$/;
const MOST_FIELDS = 12;

/**
 * Returns the name and value of each field if the text is a JSON object. Returns undefined for
 * other text, and for an object with more than `MOST_FIELDS` fields.
 */
export function judgeFields(text: string): [name: string, value: string][] | undefined {
  const json = FENCE.exec(text.trim())?.[1] ?? text.trim();
  if (!json.startsWith("{")) return undefined;
  try {
    const fields = Object.entries(JSON.parse(json) as object);
    if (fields.length === 0 || fields.length > MOST_FIELDS) return undefined;
    return fields.map(([name, value]) => [name, sayValue(value)]);
  } catch {
    return loosely(json);
  }
}

/**
 * Matches the start of a field: its name, the colon, and the quotation mark before its value. The
 * first field comes after `{`, and any other field comes after `",`. A quotation mark alone does
 * not end a value, because models forget the backslash before a quotation mark inside a value.
 */
const FIELD = /(?:^\{|",)\s*"([A-Za-z_ ]{1,40})"\s*:\s*"/g;

/**
 * Reads an object whose values contain quotation marks without a backslash. `JSON.parse` refuses
 * such text.
 */
function loosely(json: string): [name: string, value: string][] | undefined {
  const found = [...json.matchAll(FIELD)].slice(0, MOST_FIELDS + 1);
  const isObject = found[0]?.index === 0 && /"\s*\}$/.test(json);
  if (!isObject || found.length > MOST_FIELDS) return undefined;
  return found.map(({ 0: start, 1: name = "", index }, place) => {
    const end = found[place + 1]?.index ?? json.lastIndexOf('"');
    return [name, json.slice(index + start.length, end)];
  });
}

const sayValue = (value: unknown): string =>
  typeof value === "string" ? value : JSON.stringify(value);
