/**
 * Some memories first mark a unit as no longer true, and later delete it. Then the operation that
 * marked the unit lost the fact, not the deletion. This file finds that operation.
 */
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import { executionOrder } from "../../../graph/history/execution-order.ts";
import type { Variable } from "../../../graph/model.ts";
import { fieldsOf } from "../../../protocol/json/json-fields.ts";
import type { Loss } from "../flow.ts";

/**
 * Returns the loss at the operation that marked the unit as no longer true. An operation marks a
 * unit if it writes a new version that only fills empty fields, such as an end date. If several
 * operations did this, the last one counts. Returns undefined if there is none.
 */
export function retirementOf(unit: string, graph: EvolutionGraph): Loss | undefined {
  const versions = versionsUntil(unit, graph);
  for (let index = versions.length - 1; index > 0; index -= 1) {
    const [before, after] = [versions[index - 1], versions[index]];
    if (before !== undefined && after !== undefined && marks(before.value, after.value))
      return changeOf(before, after, graph);
  }
  return undefined;
}

/**
 * Returns the loss at the operation that wrote this version of the unit, if this version ends the
 * fact (see `ends`). For example, `invalid_at` has a value in this version, but not in the version
 * before. Otherwise, returns undefined.
 */
export function endingOf(unit: string, graph: EvolutionGraph): Loss | undefined {
  const [after, before] = versionsUntil(unit, graph).toReversed();
  if (before === undefined || after === undefined || !ends(before.value, after.value))
    return undefined;
  return changeOf(before, after, graph);
}

function versionsUntil(unit: string, graph: EvolutionGraph): Variable[] {
  const last = graph.variables.get(unit);
  if (last === undefined) return [];
  return graph.versionsOf(last.fullName).filter(({ version }) => version <= last.version);
}

function changeOf(before: Variable, after: Variable, graph: EvolutionGraph): Loss | undefined {
  const link = graph.linksTo(after).find(({ from }) => from === before.id);
  if (link === undefined) return undefined;
  const { id, op, from, to, category } = link;
  const steps = [{ link: id, op, from, to, category }];
  return { carrier: before.id, op, at: executionOrder(graph).get(op) ?? 0, steps };
}

/**
 * Whether both texts are JSON objects that differ in only one way: `after` has values in one or
 * more fields that are missing or empty in `before`. All other fields must be equal.
 */
function marks(before: string, after: string): boolean {
  const changed = changedFields(before, after);
  return changed !== undefined && changed.length > 0 && changed.every(({ old }) => isEmpty(old));
}

/**
 * Whether `after` says that the fact is no longer true, and `before` does not. The two may differ
 * only in fields about the time or state of the fact (see `isAboutTime`).
 */
function ends(before: string, after: string): boolean {
  const changed = changedFields(before, after) ?? changedWords(before, after);
  return changed?.some(saysEnded) === true && changed.every((each) => isAboutTime(each));
}

interface ChangedField {
  readonly key: string;
  readonly old: unknown;
  readonly now: unknown;
}

/**
 * Returns the fields in which two JSON objects differ. Returns undefined if a text is no JSON
 * object, or if `after` lacks a field of `before`.
 */
function changedFields(before: string, after: string): ChangedField[] | undefined {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  if (old === undefined || now === undefined) return undefined;
  if (!Object.keys(old).every((key) => key in now)) return undefined;
  return Object.keys(now)
    .map((key) => ({ key, old: old[key], now: now[key] }))
    .filter((each) => JSON.stringify(each.old) !== JSON.stringify(each.now));
}

const KEY_AND_VALUE = /^[[({]?(?<key>[\p{L}_]+)[=:](?<value>.*?)[\])},;]?$/u;

/**
 * Returns the fields in which two texts differ. Such a text is, for example,
 * "(Ana)-[WORKS_AT]->(Iberia) invalid_at=null". Returns undefined if the texts differ in anything
 * else.
 */
function changedWords(before: string, after: string): ChangedField[] | undefined {
  const [old, now] = [before.split(/\s+/), after.split(/\s+/)];
  if (old.length !== now.length) return undefined;
  const changed: ChangedField[] = [];
  for (const [index, word] of now.entries()) {
    if (word === old[index]) continue;
    const [a, b] = [KEY_AND_VALUE.exec(old[index] ?? "")?.groups, KEY_AND_VALUE.exec(word)?.groups];
    if (a?.key === undefined || a.key !== b?.key) return undefined;
    changed.push({ key: a.key, old: a.value, now: b.value });
  }
  return changed;
}

function isEmpty(value: unknown): boolean {
  if (typeof value === "string") return /^(?:null|none|present|-|)$/i.test(value);
  return value === undefined || value === null || value === false;
}

const END_KEY =
  /^(?:is_?)?(?:invalid|invalidated|expired|superseded|replaced|archived|deleted|retired|obsolete|inactive|ended)(?:_?(?:at|on|by|date))?$/i;
const STATE_KEY = /^(?:status|state)$/i;
const VALID_KEY = /^(?:is_?)?(?:active|valid|current|live)$/i;
const ENDED = /^(?:invalidated|archived|deleted|retired|superseded|obsolete|outdated)$/i;

function saysEnded({ key, old, now }: ChangedField): boolean {
  if (END_KEY.test(key)) return isEmpty(old) && !isEmpty(now);
  if (VALID_KEY.test(key)) return String(old) === "true" && String(now) === "false";
  return STATE_KEY.test(key) && ENDED.test(String(now)) && !ENDED.test(String(old));
}

/** Whether the field says if the fact is true, until when it is true, or when the unit changed. */
function isAboutTime({ key }: ChangedField): boolean {
  const isOfFact = [END_KEY, STATE_KEY, VALID_KEY].some((pattern) => pattern.test(key));
  return isOfFact || /^(?:updated|modified|changed|version)/i.test(key);
}
