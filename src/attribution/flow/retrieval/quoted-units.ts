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

/** Minimum share of the letters of a list of ids that belong to the ids. */
const IN_IDS = 0.6;

/**
 * Whether the value is a list of ids of units, such as
 * `[{"id": "s_04", "score": 0.64}]` or "1. notes/s_04 0.64", and one of `units` is among them. In
 * a text, the last part of an id is enough, if it has digits and letters and belongs to only one
 * unit: "s_04 0.64".
 */
function lists(value: string, units: readonly Variable[], tracing: CaseTrace): boolean {
  if (value.length > MAX_LIST_CHARS) return false;
  const read = [...unitsReturned(tracing)].flatMap((id) => tracing.graph.variables.get(id) ?? []);
  const known = [...read, ...tracing.store].slice(0, MAX_UNITS);
  const names = new Set([...units, ...known].map(({ name }) => name));
  if (!/^\s*[[{]/.test(value)) return listsInText(value, units, names);
  const listed = new Set(textsIn(value));
  if (!units.some(({ name }) => listed.has(name))) return false;
  return [...listed].every((each) => names.has(each));
}

const LETTERS = /\p{L}/gu;
/** Matches a word that can be an id or a part of one. */
const ID = /[\p{L}\p{N}_](?:[\p{L}\p{N}_./:#[\]-]*[\p{L}\p{N}_\]])?/gu;

/** Matches a last part of an id that is no plain word and no rank: it has digits and letters. */
const UNIQUE_PART = /^(?=.*\d)(?=.*\p{L})|^\d{4,}$/u;
/** Matches a word that begins the part of a list with units that the search did not return. */
const NOT_RETURNED =
  /(?<!\p{L})(?:not|without|dropped|filtered|excluded|removed|cut|below|missing)(?!\p{L})/iu;

function listsInText(value: string, units: readonly Variable[], names: ReadonlySet<string>) {
  const ids = new Map<string, string | undefined>();
  for (const name of names) {
    const last = lastPart(name);
    if (!UNIQUE_PART.test(last)) continue;
    ids.set(last, ids.has(last) ? undefined : name);
  }
  for (const name of names) ids.set(name, name);
  const [returned = ""] = value.split(NOT_RETURNED);
  const words = returned.match(ID) ?? [];
  const listed = new Map(words.map((word) => [word, ids.get(word)]));
  if (!units.some(({ name }) => [...listed.values()].includes(name))) return false;
  const letters = (texts: readonly string[]) => (texts.join("").match(LETTERS) ?? []).length;
  const own = letters(words.filter((word) => listed.get(word) !== undefined));
  return own > 0 && own >= IN_IDS * letters([returned]);
}

/** Returns the part of an id after its last separator: "s_04" of "notes/s_04". */
function lastPart(name: string): string {
  return name.split(/[/.:#]/).at(-1) || name;
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
