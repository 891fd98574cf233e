/**
 * Turns values into variables. Looks for a known variable by object identity, then by content, then
 * by name. Without a known variable, records a new one.
 */
import { CLIENT_CHARS, MIN_SHARED_CHARS, SPLICE_CHARS } from "../core/bounds.ts";
import {
  cut,
  encode,
  fieldsOf,
  idOf,
  isObject,
  isSentence,
  wholeCharacters,
} from "../core/encode.ts";
import { toName } from "../core/name.ts";
import { errorMessage, type ReportProblem } from "../core/problem.ts";
import { MAX_VALUE_CHARS, type Splice } from "../core/wire.ts";
import type { EventDelivery } from "../deliver/delivery.ts";
import { Emitter } from "./emitter.ts";
import { operationSources, type TraceScope } from "./scope.ts";
import { type Description, RecentVariables, Variable } from "./variable.ts";

export interface RecorderOptions {
  /** Describes any value. If a call gives a description too, its fields replace the same fields. */
  readonly describe?: ((value: unknown) => Description | null | undefined) | undefined;
  /**
   * If there is a mask, the recorder sends every version whole and not as a splice, because the
   * mask must see the full text.
   */
  readonly mask?: unknown;
  readonly report: ReportProblem;
}

interface LinkDescription {
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

interface Recording {
  /** If the value has no name, the recorder makes one that begins with this label. */
  readonly label?: string;
  /**
   * The version that the new version replaces. `lineage` has the comment and metadata of the link
   * from the old version to the new one.
   */
  readonly mutates?: Variable | undefined;
  readonly lineage?: LinkDescription;
}

interface ObjectEntry {
  readonly variable: Variable;
  /**
   * The field `value` of the object's description. If it is a function, the recorder calls it again
   * to find out whether the object has changed. If it is undefined, the recorder encodes the object
   * itself again. Any other `value` means that the object counts as unchanged.
   */
  readonly as: unknown;
}

export class Recorder extends Emitter {
  readonly #options: RecorderOptions;
  #objects = new WeakMap<object, ObjectEntry>();
  #texts = new RecentVariables();
  #names = new RecentVariables();
  /**
   * The counter's value when events were last lost. A variable with a higher `order` was recorded
   * later. Any other variable has perhaps not reached the service. So the recorder sends it again
   * before an event refers to it.
   */
  #lost = 0;

  constructor(options: RecorderOptions, delivery: EventDelivery) {
    super(delivery);
    this.#options = options;
  }

  report(cause: unknown): void {
    this.#options.report("internal", errorMessage(cause), 1, { cause });
  }

  /** Called when events were lost: later events must not refer to variables in lost events. */
  forget(): void {
    this.#objects = new WeakMap();
    this.#texts = new RecentVariables();
    this.#names = new RecentVariables();
    this.#lost = this.stamp().seq;
  }

  /** Returns `own`, and adds the fields that `own` lacks but the client's `describe` gives. */
  describe(value: unknown, own?: Description): Description | undefined {
    const general = this.#options.describe?.(value);
    const description = general ? { ...general, ...own } : own;
    const name = description?.name;
    return typeof name === "function"
      ? { ...description, name: name(value as never) }
      : description;
  }

  /**
   * Returns the variable in this graph for a `Variable` of the SDK, or for an object that was
   * recorded in this graph before. If the object has changed since, records a new version and
   * returns it. Returns undefined for any other value.
   */
  findObject(scope: TraceScope, value: unknown): Variable | undefined {
    if (value instanceof Variable) {
      if (value.graph === scope.graph && value.order > this.#lost) return value;
      const again = this.record(scope, value.text, value);
      scope.operation?.unlinked.delete(again);
      return again;
    }
    const held = this.#objects.get(value as object);
    if (held?.variable.graph !== scope.graph) return undefined;
    const { variable, as } = held;
    if (isFixed(as) || cut(encode(shownOf(value, as)), MAX_VALUE_CHARS) === variable.text)
      return variable;
    // The object has changed since it was recorded. If an operation runs, this operation made the
    // change, so link the old version to the new one.
    return this.record(scope, value, variable, { mutates: scope.operation && variable });
  }

  /** Returns the new version of a known object that the running operation changed in place. */
  mutated(scope: TraceScope, value: unknown): Variable | undefined {
    const before = this.#objects.get(value as object)?.variable;
    const now = before && this.findObject(scope, value);
    if (now !== before) return now;
  }

  /**
   * Returns the latest variable with this content that passes `accept`. If there is none, returns
   * the latest variable whose name is this text.
   */
  findText(
    { graph }: TraceScope,
    value: unknown,
    accept?: (variable: Variable) => boolean,
    minChars = MIN_SHARED_CHARS,
  ): Variable | undefined {
    const text = encode(value);
    const alike = text.length < minChars ? undefined : this.#texts.get(graph, text, accept);
    if (alike || typeof value !== "string") return alike;
    return this.#names.get(graph, value, accept);
  }

  find(scope: TraceScope, value: unknown, minChars?: number): Variable | undefined {
    return this.findObject(scope, value) ?? this.findText(scope, value, undefined, minChars);
  }

  /** Returns a value's variable; records the value if it has none. */
  findOrRecord(scope: TraceScope, value: unknown, own?: Description): Variable {
    return this.find(scope, value) ?? this.record(scope, value, this.describe(value, own));
  }

  /**
   * Records a value. If the latest version with the same name has the same text, returns that
   * version instead. If the description gives no name, the name is the value's id. If the value has
   * no id, the name consists of `label` and a new number.
   */
  record(
    scope: TraceScope,
    value: unknown,
    description: Description = {},
    { label = "value", mutates, lineage }: Recording = {},
  ): Variable {
    const { graph, strict, operation } = scope;
    const earlier = description instanceof Variable && this.#objects.get(value as object)?.as;
    const as = typeof earlier === "function" ? earlier : description.value;
    const whole = encode(shownOf(value, as));
    const text = cut(whole, MAX_VALUE_CHARS);
    const kind = toName(description.class);
    const given =
      toName(description.name as string | undefined) ??
      toName(isFixed(as) ? undefined : idOf(value));
    const before = (given && this.#names.get(graph, nameKey(given, kind))) || mutates;
    if (before && before.class === kind) {
      if (description.reference || (before.text === text && before.name === given)) {
        this.alias(value, before, before.text === text ? as : null);
        return before;
      }
      if (strict && !mutates && before.name === given)
        this.#options.report("undeclared", `${given} changed without \`mutate\``, 1);
    }
    const ref = this.newId();
    // The ref ends with the client's random id. The name keeps six characters of this id, so that
    // names of different processes differ.
    const name = given ?? `${label}-${ref.slice(0, 6 - CLIENT_CHARS)}`;
    const variable = new Variable(graph, ref, text, name, description, kind);
    const splice =
      !this.#options.mask && before && before.order > this.#lost
        ? spliceOf(before.ref, before.text, text)
        : undefined;
    // Remember the variable before sending its event. If the event is lost, `forget` is called, and
    // it must also forget this variable.
    this.#remember(value, variable, as, Boolean(given));
    this.send(scope, {
      type: "variable",
      id: ref,
      ref,
      name,
      class: kind,
      category: description.category,
      comment: description.comment,
      metadata: description.metadata,
      length: whole.length === text.length ? undefined : whole.length,
      mutates: mutates?.ref,
      splice,
      value: splice ? undefined : text,
    });
    operation?.unlinked.add(variable);
    if (mutates) this.#sendLink(scope, mutates, variable, lineage);
    return variable;
  }

  /** Records a marker for a deleted or missing value. */
  marker(scope: TraceScope, deleted: boolean): Variable {
    const description = { class: deleted ? "delete_marker" : "empty_marker", category: "marker" };
    return this.record(scope, deleted ? "deleted" : "nothing", description);
  }

  latest({ graph }: TraceScope, name: string): Variable | undefined {
    return this.#names.get(graph, name);
  }

  /** Remembers the variable for this object. Returns false for a handle or a non-object. */
  alias(value: unknown, variable: Variable, as: unknown): value is object {
    if (!isObject(value) || value instanceof Variable) return false;
    if (this.#objects.get(value)?.variable !== variable) this.#objects.set(value, { variable, as });
    return true;
  }

  /**
   * Call this before recording a link from `variable`. If the running operation made `variable`,
   * this method records a link to `variable` from each source that the operation has so far.
   * Sources that the operation gets later have no link, because `variable` was not made from them.
   */
  linkAll(scope: TraceScope, variable: Variable): void {
    const { operation } = scope;
    if (!operation?.unlinked.delete(variable) || operation.inputs.length === 0) return;
    for (const source of operationSources(operation)) this.link(scope, source, variable);
  }

  /** Records a link in the running operation. */
  link(scope: TraceScope, from: Variable, to: Variable, described?: LinkDescription): void {
    this.linkAll(scope, from);
    scope.operation?.unlinked.delete(to);
    scope.operation?.targets.add(to.ref);
    this.#sendLink(scope, from, to, described);
  }

  #sendLink(
    scope: TraceScope,
    from: Variable,
    to: Variable,
    described: LinkDescription = {},
  ): void {
    const { operation } = scope;
    const link = `${from.ref}>${to.ref}`;
    if (!operation || from === to || operation.links.has(link)) return;
    operation.links.add(link);
    this.send(scope, {
      type: "link",
      op: operation.id,
      from: from.ref,
      to: to.ref,
      category: described.category ?? operation.category,
      comment: described.comment ?? operation.options.comment,
      metadata: described.metadata,
    });
  }

  #remember(value: unknown, variable: Variable, as: unknown, named: boolean): void {
    const { graph, name, text } = variable;
    this.#texts.add(graph, text, variable);
    if (named) {
      this.#names.add(graph, nameKey(name, variable.class), variable);
      if (variable.class) this.#names.add(graph, name, variable);
    }
    if (!this.alias(value, variable, as)) return;
    // If the app later passes only a sentence from one of the object's fields, the SDK must still
    // find the object. So remember the sentences. Do not remember single words and ids, because
    // other objects can contain them too.
    for (const [, part] of fieldsOf(value)) {
      if (!isSentence(part) || part.length < MIN_SHARED_CHARS) continue;
      this.#texts.add(graph, part, variable);
    }
  }
}

export function shownOf(value: unknown, as: unknown): unknown {
  return isFixed(as) ? as : typeof as === "function" ? as(value) : value;
}

function isFixed(as: unknown): boolean {
  return as !== undefined && typeof as !== "function";
}

function nameKey(name: string, className: string | undefined): string {
  return className ? `${className}:${name}` : name;
}

/**
 * Returns the part of `before` that has changed, with its new text. Returns undefined if sending
 * the whole text `after` needs fewer characters.
 */
function spliceOf(ref: string, before: string, after: string): Splice | undefined {
  const shorter = Math.min(before.length, after.length);
  let at = 0;
  while (at < shorter && before[at] === after[at]) at++;
  at = wholeCharacters(before, wholeCharacters(after, at));
  let tail = 1;
  while (tail <= shorter - at && before.at(-tail) === after.at(-tail)) tail++;
  let end = after.length - tail + 1;
  if (tail > 1 && wholeCharacters(after, end) < end) end++;
  const insert = after.slice(at, end);
  if (insert.length + SPLICE_CHARS >= after.length) return undefined;
  return { of: ref, at, remove: before.length - (after.length - end) - at, insert };
}
