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

/** Whether the text contains the whole text of one of the units. */
export function quotes(
  { value }: Variable,
  units: readonly Variable[],
  tracing: CaseTrace,
): boolean {
  return units.slice(0, MAX_UNITS).some((unit) => quotedChars(value, unit, tracing) > 0);
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
