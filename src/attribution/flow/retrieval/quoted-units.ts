/** Finds memory units whose whole text occurs in another text, such as a search result. */
import type { Variable } from "../../../graph/model.ts";
import { shownText } from "../../carry/carry.ts";
import { unitsReturned } from "../../claims/claims.ts";
import type { CaseTrace } from "../trace-context.ts";

/**
 * A unit with fewer characters can occur in a longer text by chance, so it does not count as
 * quoted.
 */
const MIN_QUOTED_CHARS = 16;

/**
 * Maximum number of units that are searched for in a text, and maximum number of searched texts.
 */
const MAX_UNITS = 200;

/**
 * Whether the text contains the whole text of one of the units, or is a list of units' ids that has
 * the id of one of these units.
 */
export function quotes(
  { value }: Variable,
  units: readonly Variable[],
  tracing: CaseTrace,
): boolean {
  const few = units.slice(0, MAX_UNITS);
  return few.some((unit) => quotedChars(value, unit, tracing) > 0) || lists(value, few, tracing);
}

/** A longer text is not read as a list of ids. */
const MAX_LIST_CHARS = 8_000;

/**
 * Whether the value is JSON whose texts are all ids of units that the search read, such as
 * `[{"id": "s_04", "score": 0.64}]`, and one of `units` is among them.
 */
function lists(value: string, units: readonly Variable[], tracing: CaseTrace): boolean {
  if (!/^\s*[[{]/.test(value) || value.length > MAX_LIST_CHARS) return false;
  const listed = new Set(textsIn(value));
  if (!units.some(({ name }) => listed.has(name))) return false;
  const read = [...unitsReturned(tracing)].slice(0, MAX_UNITS);
  const names = new Set(read.map((id) => tracing.graph.variables.get(id)?.name));
  return [...listed].every((each) => names.has(each));
}

/** Returns all strings in a JSON text, without the names of fields. */
function textsIn(json: string): string[] {
  try {
    const texts: string[] = [];
    JSON.parse(json, (_, each: unknown) => {
      if (typeof each === "string") texts.push(each);
    });
    return texts;
  } catch {
    return [];
  }
}

function quotedChars(value: string, unit: Variable, tracing: CaseTrace): number {
  const text = shownText(unit, tracing).trim();
  return text.length >= MIN_QUOTED_CHARS && value.includes(text) ? text.length : 0;
}

/**
 * Whether a search returned the whole text of one of the units. A later step then either keeps this
 * text or drops it, so a text that quotes only other units does not state the detail.
 */
export function wasReturned(units: readonly Variable[], tracing: CaseTrace): boolean {
  const { graph, roles } = tracing;
  const made = new Set(roles.retrievalOps.flatMap(({ id }) => graph.endsOf(id).outputs));
  const texts = [...made].filter((value) => !roles.isUnit(value.id)).slice(0, MAX_UNITS);
  return texts.some((value) => quotes(value, units, tracing));
}

/**
 * Whether most of the text consists of whole units, and none of `units` is among them. Only units
 * with a link to the search are looked up.
 */
export function quotesOthers(
  variable: Variable,
  units: readonly Variable[],
  tracing: CaseTrace,
): boolean {
  if (quotes(variable, units, tracing)) return false;
  const { value } = variable;
  const own = new Set(units.map(({ id }) => id));
  const others = [...unitsReturned(tracing)]
    .filter((id) => !own.has(id))
    .slice(0, MAX_UNITS)
    .flatMap((id) => tracing.graph.variables.get(id) ?? []);
  const quoted = others.reduce((sum, unit) => sum + quotedChars(value, unit, tracing), 0);
  return quoted * 2 > value.length;
}

/** Whether a text that the answering operation read has the whole text of the unit. */
export function isQuoted(unit: Variable, tracing: CaseTrace): boolean {
  return tracing.roles.context.some((context) => quotes(context, [unit], tracing));
}
