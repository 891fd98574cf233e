/**
 * Which variables a value given to or returned by an operation stands for. A list stands for its
 * elements, and a plain object that holds known values for those: a retrieval's result is the
 * memory units, not a new text that repeats them.
 */
import { MAX_DEPTH, MAX_LIST, MAX_SEARCHED_CHARS } from "../core/bounds.ts";
import {
  encode,
  fieldsOf,
  idOf,
  isData,
  isObject,
  isPlainObject,
  isSentence,
} from "../core/encode.ts";
import { type Recorder, shownOf } from "./recorder.ts";
import type { Scope } from "./scope.ts";
import { type Description, Variable } from "./variable.ts";

/** Describes every value, or each by itself: with `null` it is left out. */
export type Describe =
  | Description
  | ((value: never, index: number) => Description | null | undefined)
  | undefined;

export interface Side {
  readonly recorder: Recorder;
  readonly scope: Scope;
  readonly describe: Describe;
  /** How the names begin that are given to unnamed values. */
  readonly label: string;
  /** Set for results: an equal earlier value that this operation made is not the same value. */
  readonly maker?: string;
}

/** Types of values that tell nothing. */
const UNTOLD = ["undefined", "function", "symbol"];

export function endsOf(side: Side, value: unknown, index: number, depth = 0): Variable[] {
  try {
    return endsFound(side, value, index, depth);
  } catch (cause) {
    // What the app says of a value may fail for that one; the others stay, and so does the step.
    side.recorder.failed(cause);
    return [];
  }
}

function endsFound(side: Side, value: unknown, index: number, depth: number): Variable[] {
  const { recorder, scope, maker, describe } = side;
  if (UNTOLD.includes(typeof value)) return [];
  const identical = recorder.held(scope, value);
  if (identical && value instanceof Variable) return [identical];
  // The app's function sees the values that its own type promises, and so no whole lists.
  const own =
    typeof describe !== "function"
      ? describe
      : Array.isArray(value)
        ? undefined
        : describe(value as never, index);
  if (own === null) return [];
  const description = recorder.described(value, own);
  if (description?.name) return [recorder.record(scope, value, description, side)];
  if (Array.isArray(value) && !identical && isListOfValues(side, value, depth)) {
    return value.flatMap((element, at) => endsOf(side, element, maker ? at : index, depth + 1));
  }
  const shown = shownOf(value, description?.value);
  // A single text that a step returns may well equal an earlier one (an answer that quotes a memory
  // unit), so it is a known value only where the step itself, or one inside it, recorded that, or
  // where it is the value's name.
  const isMadeText = depth === 0 && maker && typeof shown === "string";
  const before = scope.operation?.start?.seq ?? 0;
  const mayBe = ({ name, order, text }: Variable) =>
    !isMadeText || name === shown || (order > before && text === shown);
  const known = identical ?? knownEqual(side, shown, description, mayBe);
  if (known) {
    recorder.alias(value, known, shown === value ? undefined : null);
    return [known];
  }
  // A flag, a count or a client object that is passed along is a setting, not information. As a
  // result a number tells something too, and an instance where it is described.
  const isTold = maker && (description || !isInstance(shown));
  if (!isTold && !isInformation(shown)) return [];
  // The variable whose name is the object's id: the same thing, loaded anew or changed.
  const version = recorder.latest(scope, idOf(shown, 1) ?? "");
  if (version) {
    if (!saysNothingNew(shown, version)) {
      const { name, class: kind = description?.class } = version;
      const { category = description?.category } = version;
      const as = { ...description, name, class: kind, category };
      return [recorder.record(scope, value, as, { mutates: maker ? version : undefined })];
    }
    recorder.alias(value, version, null);
    return [version];
  }
  const fields = isPlainObject(value) ? fieldsOf(value) : [];
  // What is said to be of a kind and has an id is a thing of its own, whatever it was made of.
  const isOwn = description?.category && idOf(value);
  if (!isOwn && fields.length > 0 && fields.length <= MAX_LIST && holdsKnown(side, value, depth)) {
    const isKnown = ([, part]: [string, unknown]) => holdsKnown(side, part, depth + 1);
    const ends = fields.flatMap((field) =>
      isKnown(field) ? endsOf(side, field[1], index, depth + 1) : [],
    );
    const rest = fields.filter((field) => !isKnown(field));
    return rest.some(([, part]) => isSentence(part))
      ? [...ends, recorder.record(scope, Object.fromEntries(rest), description, side)]
      : ends;
  }
  if (Array.isArray(value) && maker) {
    // What the list was put together from, as far as it is known.
    for (const part of value.slice(0, MAX_LIST))
      if (holdsKnown(side, part, depth + 1))
        scope.operation?.inner.push(...endsOf(side, part, index, 1));
  }
  return [recorder.record(scope, value, description, side)];
}

/** The earlier value that this one is, unless it was made by the same operation or for another use. */
function knownEqual(
  side: Side,
  value: unknown,
  description?: Description,
  mayBe: (known: Variable) => boolean = () => true,
) {
  return side.recorder.equal(
    side.scope,
    value,
    (known) =>
      mayBe(known) &&
      (description?.class ?? known.class) === known.class &&
      // What goes in keeps the category that it has: the description is for what is new.
      (!side.maker ||
        (known.madeBy !== side.maker &&
          (description?.category ?? known.category) === known.category)),
  );
}

/** Whether all that the object states is stated by the version: a row with its score is the unit. */
function saysNothingNew(value: unknown, { text }: Variable): boolean {
  return fieldsOf(value as object).every(
    ([, part]) =>
      !isSentence(part) || text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)),
  );
}

function isListOfValues(side: Side, list: readonly unknown[], depth: number): boolean {
  if (depth >= MAX_DEPTH || list.length === 0 || list.length > MAX_LIST) return false;
  if (list.every((element) => typeof element === "string" || isObject(element))) return true;
  return list.some((element) => holdsKnown(side, element, depth + 1));
}

function holdsKnown(side: Side, value: unknown, depth: number): boolean {
  if (typeof value !== "string" && !isObject(value)) return false;
  if (side.recorder.held(side.scope, value) || knownEqual(side, value)) return true;
  if (depth >= MAX_DEPTH || !isData(value) || encode(value).length > MAX_SEARCHED_CHARS)
    return false;
  return fieldsOf(value as object).some(([, part]) => holdsKnown(side, part, depth + 1));
}

function isInformation(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "string" || (isObject(value) && !isInstance(value));
}

/** An object of a class, which may hold anything. */
function isInstance(value: unknown): boolean {
  return isObject(value) && !isData(value) && !(value instanceof Map || value instanceof Set);
}
