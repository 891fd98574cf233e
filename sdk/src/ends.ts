/**
 * Which variables a value given to or returned by an operation stands for. A list stands for its
 * elements, and a plain object that holds known values for those: a retrieval's result is the
 * memory units, not a new text that repeats them.
 */
import { encode, fieldsOf, idOf, isData, isObject, isPlainObject, isSentence } from "./encode.ts";
import type { Recorder } from "./recorder.ts";
import type { Scope } from "./scope.ts";
import { type Description, Variable } from "./variable.ts";

/** Describes a value, or leaves it out with `null`. */
export type Describe = (value: unknown, index: number) => Description | null | undefined;

export interface Side {
  readonly recorder: Recorder;
  readonly scope: Scope;
  readonly describe: Describe;
  /** How the names begin that are given to unnamed values. */
  readonly label: string;
  /** Set for results: an equal earlier value that this operation made is not the same value. */
  readonly maker?: string;
}

/** Longer lists are recorded as one value: a link for each element costs more than it tells. */
const MAX_LIST = 50;
/** Longer values are not searched for known ones. */
const MAX_SEARCHED_CHARS = 256 * 1024;
const MAX_DEPTH = 3;

export function endsOf(side: Side, value: unknown, index: number, depth = 0): Variable[] {
  if (value === undefined || typeof value === "function" || typeof value === "symbol") return [];
  const { recorder, scope } = side;
  if (value instanceof Variable) return [recorder.held(scope, value) ?? value];
  const identical = recorder.held(scope, value);
  const description = side.describe(value, index);
  if (description === null) return [];
  if (description?.name !== undefined) return [recorder.record(scope, value, description, side)];
  if (Array.isArray(value) && identical === undefined && isListOfValues(side, value, depth)) {
    return value.flatMap((element, at) =>
      endsOf(side, element, side.maker === undefined ? index : at, depth + 1),
    );
  }
  const shown = description && "value" in description ? description.value : value;
  const known =
    identical ??
    (depth === 0 && side.maker !== undefined && typeof shown === "string"
      ? madeInside(side, shown, description)
      : knownEqual(side, shown, description));
  if (known) {
    recorder.alias(value, known, shown === value);
    return [known];
  }
  // A flag, a count or a client object that is passed along is a setting, not information. As a
  // result a number tells something too, and an instance where it is described.
  const isTold = side.maker !== undefined && (description !== undefined || !isInstance(shown));
  if (!isTold && !isInformation(shown)) return [];
  const version = knownById(side, shown);
  if (version !== undefined) {
    if (saysNothingNew(shown, version)) {
      recorder.alias(value, version, false);
      return [version];
    }
    const mutates = side.maker === undefined ? undefined : version;
    const as = {
      ...description,
      name: version.name,
      class: version.class ?? description?.class,
      category: version.category ?? description?.category,
    };
    return [recorder.record(scope, value, as, { mutates })];
  }
  const fields = isPlainObject(value) ? fieldsOf(value) : [];
  if (fields.length > 0 && fields.length <= MAX_LIST && holdsKnown(side, value, depth)) {
    const ends: Variable[] = [];
    const rest = fields.filter(([, part]) => {
      if (!holdsKnown(side, part, depth + 1)) return true;
      ends.push(...endsOf(side, part, index, depth + 1));
      return false;
    });
    if (!rest.some(([, part]) => isSentence(part))) return ends;
    return [...ends, recorder.record(scope, Object.fromEntries(rest), description ?? {}, side)];
  }
  if (Array.isArray(value) && side.maker !== undefined) {
    // What the list was put together from, as far as it is known.
    const known = value
      .slice(0, MAX_LIST)
      .flatMap((part) => (holdsKnown(side, part, depth + 1) ? endsOf(side, part, index, 1) : []));
    scope.operation?.inner.push(...known);
  }
  return [recorder.record(scope, value, description ?? {}, side)];
}

/**
 * A single text that a step returns may well equal an earlier one (an answer that quotes a memory
 * unit), so it is a known value only where the step itself, or one inside it, recorded that, or
 * where it is the value's name.
 */
function madeInside(side: Side, text: string, description: Description | undefined) {
  const before = side.scope.operation?.before ?? 0;
  return knownEqual(
    side,
    text,
    description,
    (known) => known.name === text || (known.order > before && known.text === text),
  );
}

/** The earlier value that this one is, unless it was made by the same operation or for another use. */
function knownEqual(
  side: Side,
  value: unknown,
  description: Description | undefined,
  mayBe: (known: Variable) => boolean = () => true,
) {
  return side.recorder.equal(side.scope, value, {
    accept: (known) =>
      mayBe(known) &&
      (side.maker === undefined || known.madeBy !== side.maker) &&
      (description?.class ?? known.class) === known.class &&
      (description?.category ?? known.category) === known.category,
  });
}

/** The variable whose name is the object's id: the same thing, loaded anew or changed. */
function knownById(side: Side, value: unknown): Variable | undefined {
  const id = idOf(value, 1);
  return id === undefined ? undefined : side.recorder.latest(side.scope, id);
}

/** Whether all that the object states is stated by the version: a row with its score is the unit. */
function saysNothingNew(value: unknown, { text }: Variable): boolean {
  if (!isObject(value)) return true;
  return fieldsOf(value).every(
    ([, part]) =>
      !isSentence(part) || text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)),
  );
}

function isListOfValues(side: Side, list: readonly unknown[], depth: number): boolean {
  if (depth >= MAX_DEPTH || list.length === 0 || list.length > MAX_LIST) return false;
  if (list.every((element) => isInformation(element) || isInstance(element))) return true;
  return list.some((element) => holdsKnown(side, element, depth + 1));
}

function holdsKnown(side: Side, value: unknown, depth: number): boolean {
  if (value instanceof Variable) return true;
  if (typeof value === "string") return knownEqual(side, value, undefined) !== undefined;
  if (!isObject(value)) return false;
  if (side.recorder.held(side.scope, value) || knownEqual(side, value, undefined)) return true;
  if (depth >= MAX_DEPTH || encode(value).length > MAX_SEARCHED_CHARS) return false;
  if (!isData(value)) return false;
  return fieldsOf(value).some(([, part]) => holdsKnown(side, part, depth + 1));
}

function isInformation(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "string" || (isObject(value) && !isInstance(value));
}

/** An object of a class, which may hold anything. */
function isInstance(value: unknown): boolean {
  return isObject(value) && !isData(value) && !(value instanceof Map || value instanceof Set);
}
