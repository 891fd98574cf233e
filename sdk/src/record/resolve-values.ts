/**
 * When an operation receives or returns a value, this module looks for recorded variables in it,
 * also inside lists and plain objects. For example, the results of a retrieval are then the stored
 * memory units, not a new variable that repeats their texts.
 */
import { MAX_DEPTH, MAX_LIST, MAX_SCANNED_CHARS } from "../core/bounds.ts";
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
import type { TraceScope } from "./scope.ts";
import { type Description, Variable } from "./variable.ts";

/**
 * One description for all values, or a function that describes one value. `null` leaves a value
 * out.
 */
export type Describe =
  | Description
  | ((value: never, index: number) => Description | null | undefined)
  | undefined;

export interface ResolveContext {
  readonly recorder: Recorder;
  readonly scope: TraceScope;
  readonly describe: Describe;
  /** If a value has no name, the recorder makes one that begins with this label. */
  readonly label: string;
  /**
   * Name of the operation that returned the value; undefined for an input. If an earlier call of
   * this operation returned an equal text, the new result still gets a variable of its own.
   */
  readonly madeBy?: string;
}

export function resolveValues(
  context: ResolveContext,
  value: unknown,
  index: number,
  depth = 0,
): Variable[] {
  try {
    return resolve(context, value, index, depth);
  } catch (cause) {
    // The app's `describe` can throw. Skip only the value for which it throws.
    context.recorder.report(cause);
    return [];
  }
}

function resolve(
  context: ResolveContext,
  value: unknown,
  index: number,
  depth: number,
): Variable[] {
  const { recorder, scope, madeBy, describe } = context;
  if (/^(undefined|function|symbol)$/.test(typeof value)) return [];
  const identical = recorder.findObject(scope, value);
  if (identical && value instanceof Variable) return [identical];
  // `describe` expects one element, so do not call it with the whole list.
  const own =
    typeof describe !== "function"
      ? describe
      : Array.isArray(value)
        ? undefined
        : describe(value as never, index);
  if (own === null) return [];
  const description = recorder.describe(value, own);
  if (description?.name) return [recorder.record(scope, value, description, context)];
  if (Array.isArray(value) && !identical && isListOfValues(context, value, depth)) {
    return value.flatMap((element, at) =>
      resolveValues(context, element, madeBy ? at : index, depth + 1),
    );
  }
  const shown = shownOf(value, description?.value);
  // If an operation returns a text, an earlier variable can have the same text and still be a
  // different thing: an answer can quote a memory unit. Reuse the earlier variable only if it was
  // recorded during this call, or if the text is the variable's name.
  const isMadeText = depth === 0 && madeBy && typeof shown === "string";
  const before = scope.operation?.start?.seq ?? 0;
  const accept = ({ name, order, text }: Variable) =>
    !isMadeText || name === shown || (order > before && text === shown);
  const known = identical ?? knownEqual(context, shown, description, accept);
  if (known) {
    recorder.alias(value, known, shown === value ? undefined : null);
    return [known];
  }
  // If an operation returns this value, record it, even if it is only a number. But a class
  // instance is recorded only if it has a description. If an operation receives a number, a flag or
  // a client object, do not record it, because it is only a setting.
  const isInformative = madeBy && (description || !isInstance(shown));
  if (!isInformative && !isInformation(shown)) return [];
  // If the name of a variable is the id of this object, both are the same record of the app. The
  // app has loaded the record again or has changed it.
  const version = recorder.latest(scope, idOf(shown, 1) ?? "");
  if (version) {
    if (!containsAllTexts(shown, version)) {
      const { name, class: kind = description?.class } = version;
      const { category = description?.category } = version;
      const as = { ...description, name, class: kind, category };
      return [recorder.record(scope, value, as, { mutates: madeBy ? version : undefined })];
    }
    recorder.alias(value, version, null);
    return [version];
  }
  const fields = isPlainObject(value) ? fieldsOf(value) : [];
  // A value with a category and an id is a separate record, even if its fields contain recorded
  // values.
  const isOwn = description?.category && idOf(value);
  if (
    !isOwn &&
    fields.length > 0 &&
    fields.length <= MAX_LIST &&
    holdsKnown(context, value, depth)
  ) {
    const isKnown = ([, part]: [string, unknown]) => holdsKnown(context, part, depth + 1);
    const variables = fields.flatMap((field) =>
      isKnown(field) ? resolveValues(context, field[1], index, depth + 1) : [],
    );
    const rest = fields.filter((field) => !isKnown(field));
    return rest.some(([, part]) => isSentence(part))
      ? [...variables, recorder.record(scope, Object.fromEntries(rest), description, context)]
      : variables;
  }
  if (Array.isArray(value) && madeBy) {
    // The operation returned a list, and the SDK records the whole list as one value. An element
    // can contain values that were recorded before. The list was made from these values, so add
    // them to its sources.
    for (const part of value.slice(0, MAX_LIST))
      if (holdsKnown(context, part, depth + 1))
        scope.operation?.inner.push(...resolveValues(context, part, index, 1));
  }
  return [recorder.record(scope, value, description, context)];
}

/**
 * Returns an earlier variable with the same content and class as the value. If the value is the
 * result of an operation, the variable must also have the same category, and an operation with the
 * same name must not have made the variable.
 */
function knownEqual(
  context: ResolveContext,
  value: unknown,
  description?: Description,
  accept: (known: Variable) => boolean = () => true,
) {
  return context.recorder.findText(
    context.scope,
    value,
    (known) =>
      accept(known) &&
      (description?.class ?? known.class) === known.class &&
      // For an input (without `madeBy`), do not compare the category. The input is often an earlier
      // variable, which keeps its own category. The category in the description is only for an
      // input that is recorded as a new variable.
      (!context.madeBy ||
        (known.madeBy !== context.madeBy &&
          (description?.category ?? known.category) === known.category)),
  );
}

/**
 * Whether the recorded version contains every text of the object. For example, a search can return
 * a unit together with a score. All texts of this result are in the unit. So the result counts as
 * the unit itself, not as a new version.
 */
function containsAllTexts(value: unknown, { text }: Variable): boolean {
  return fieldsOf(value as object).every(
    ([, part]) =>
      !isSentence(part) || text.includes(part) || text.includes(JSON.stringify(part).slice(1, -1)),
  );
}

function isListOfValues(context: ResolveContext, list: readonly unknown[], depth: number): boolean {
  if (depth >= MAX_DEPTH || list.length === 0 || list.length > MAX_LIST) return false;
  if (list.every((element) => typeof element === "string" || isObject(element))) return true;
  return list.some((element) => holdsKnown(context, element, depth + 1));
}

function holdsKnown(context: ResolveContext, value: unknown, depth: number): boolean {
  if (typeof value !== "string" && !isObject(value)) return false;
  if (context.recorder.findObject(context.scope, value) || knownEqual(context, value)) return true;
  if (depth >= MAX_DEPTH || !isData(value) || encode(value).length > MAX_SCANNED_CHARS)
    return false;
  return fieldsOf(value as object).some(([, part]) => holdsKnown(context, part, depth + 1));
}

function isInformation(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === "string" || (isObject(value) && !isInstance(value));
}

function isInstance(value: unknown): boolean {
  return isObject(value) && !isData(value) && !(value instanceof Map || value instanceof Set);
}
