/**
 * Turns values into variables: finds the variable that a value already is, by object identity, then
 * by content, then by name; records it as a new one otherwise.
 */
import { MIN_SHARED_CHARS } from "../core/bounds.ts";
import { cut, encode, fieldsOf, idOf, isObject, isSentence } from "../core/encode.ts";
import { toName } from "../core/name.ts";
import type { Report } from "../core/problem.ts";
import { MAX_VALUE_CHARS } from "../core/wire.ts";
import type { Delivery } from "../deliver/delivery.ts";
import { Emitter } from "./emitter.ts";
import { type Scope, sourcesOf } from "./scope.ts";
import { spliceOf } from "./splice.ts";
import { type Description, RecentVariables, Variable } from "./variable.ts";

export interface RecorderOptions {
  /** How a value is described where the call does not say it. */
  readonly describe?: ((value: unknown) => Description | null | undefined) | undefined;
  /** Where one is set, every value is sent whole, for the mask to see it. */
  readonly mask?: unknown;
  readonly report: Report;
}

interface LinkDescription {
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
}

interface Recording {
  /** How the name of an unnamed value begins. */
  readonly label?: string;
  /** The version that this one replaces in place, and how the link between them is described. */
  readonly mutates?: Variable | undefined;
  readonly lineage?: LinkDescription;
}

interface Held {
  readonly variable: Variable;
  /** The `value` of its description: where it does not follow the object, no difference tells a change. */
  readonly as: unknown;
}

export class Recorder extends Emitter {
  readonly #options: RecorderOptions;
  #held = new WeakMap<object, Held>();
  #texts = new RecentVariables();
  #names = new RecentVariables();
  /** Variables up to this one may be lost, and are sent again before they are built upon. */
  #lost = 0;

  constructor(options: RecorderOptions, delivery: Delivery) {
    super(delivery);
    this.#options = options;
  }

  /** Tells of what could not be recorded. */
  failed(cause: unknown): void {
    this.#options.report("internal", `not recorded: ${cause}`, 1, { cause });
  }

  /** To be called when events were lost: from now on everything is sent anew. */
  forget(): void {
    this.#held = new WeakMap();
    this.#texts = new RecentVariables();
    this.#names = new RecentVariables();
    this.#lost = this.stamp().seq;
  }

  /** The call's own description, completed by the client's. */
  described(value: unknown, own?: Description): Description | undefined {
    const general = this.#options.describe?.(value);
    const description = general ? { ...general, ...own } : own;
    const name = description?.name;
    return typeof name === "function"
      ? { ...description, name: name(value as never) }
      : description;
  }

  /** The variable that a handle or a known object is; a changed object becomes a new version. */
  held(scope: Scope, value: unknown): Variable | undefined {
    if (value instanceof Variable) {
      if (value.graph === scope.graph && value.order > this.#lost) return value;
      const again = this.record(scope, value.text, value);
      scope.operation?.loose.delete(again);
      return again;
    }
    const held = this.#held.get(value as object);
    if (held?.variable.graph !== scope.graph) return undefined;
    const { variable, as } = held;
    if (isFixed(as) || cut(encode(shownOf(value, as)), MAX_VALUE_CHARS) === variable.text)
      return variable;
    // Noticed inside an operation, the change was made there.
    return this.record(scope, value, variable, { mutates: scope.operation && variable });
  }

  /** The new version of a known object that the running operation has changed in place. */
  changed(scope: Scope, value: unknown): Variable | undefined {
    const before = this.#held.get(value as object)?.variable;
    const now = before && this.held(scope, value);
    return now === before ? undefined : now;
  }

  /** The latest accepted variable with this content, or, for a text, with this name. */
  equal(
    { graph }: Scope,
    value: unknown,
    accept?: (variable: Variable) => boolean,
    minChars = MIN_SHARED_CHARS,
  ): Variable | undefined {
    const text = encode(value);
    const alike = text.length < minChars ? undefined : this.#texts.get(graph, text, accept);
    if (alike || typeof value !== "string") return alike;
    return this.#names.get(graph, value, accept);
  }

  find(scope: Scope, value: unknown, minChars?: number): Variable | undefined {
    return this.held(scope, value) ?? this.equal(scope, value, undefined, minChars);
  }

  /** The variable of a value, recorded now where it was not. */
  known(scope: Scope, value: unknown, own?: Description): Variable {
    return this.find(scope, value) ?? this.record(scope, value, this.described(value, own));
  }

  /**
   * Records a value. An unnamed one is called by its id, or gets a name of its own that begins
   * with `label`; equal to the latest version of its name, it is that version.
   */
  record(
    scope: Scope,
    value: unknown,
    description: Description = {},
    { label = "value", mutates, lineage }: Recording = {},
  ): Variable {
    const { graph, strict, operation } = scope;
    const earlier = description instanceof Variable && this.#held.get(value as object)?.as;
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
    // A count, and enough of the client's id to tell processes apart.
    const name = given ?? `${label}-${ref.slice(0, ref.indexOf("-") + 7)}`;
    const variable = new Variable(graph, ref, text, name, description, kind);
    const splice =
      !this.#options.mask && before && before.order > this.#lost
        ? spliceOf(before.ref, before.text, text)
        : undefined;
    // Before it is sent: where sending it fails, everything is forgotten.
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
    operation?.loose.add(variable);
    if (mutates) this.#sendLink(scope, mutates, variable, lineage);
    return variable;
  }

  /** Records what stands where nothing was left. */
  marker(scope: Scope, deleted: boolean): Variable {
    const description = { class: deleted ? "delete_marker" : "empty_marker", category: "marker" };
    return this.record(scope, deleted ? "deleted" : "nothing", description);
  }

  /** The latest version of a name. */
  latest({ graph }: Scope, name: string): Variable | undefined {
    return this.#names.get(graph, name);
  }

  /** From now on the object is known as the variable. */
  alias(value: unknown, variable: Variable, as: unknown): value is object {
    if (!isObject(value) || value instanceof Variable) return false;
    if (this.#held.get(value)?.variable !== variable) this.#held.set(value, { variable, as });
    return true;
  }

  /**
   * To be called when a variable is used: if the running operation made it, it was made from what
   * the operation had until now.
   */
  settle(scope: Scope, variable: Variable): void {
    const { operation } = scope;
    if (!operation?.loose.delete(variable) || operation.inputs.length === 0) return;
    for (const source of sourcesOf(operation)) this.link(scope, source, variable);
  }

  /** Links two variables in the running operation. */
  link(scope: Scope, from: Variable, to: Variable, described?: LinkDescription): void {
    this.settle(scope, from);
    scope.operation?.loose.delete(to);
    scope.operation?.reached.add(to.ref);
    this.#sendLink(scope, from, to, described);
  }

  #sendLink(scope: Scope, from: Variable, to: Variable, described: LinkDescription = {}): void {
    const { operation } = scope;
    const link = `${from.ref}>${to.ref}`;
    if (!operation || from === to || operation.links.has(link)) return;
    operation.links.add(link);
    const { category, comment, metadata } = described;
    this.send(scope, {
      type: "link",
      op: operation.id,
      from: from.ref,
      to: to.ref,
      category: category ?? operation.category,
      comment: comment ?? operation.options.comment,
      metadata,
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
    // A sentence out of a recorded object leads back to it; a single word or an id would not safely.
    for (const [, part] of fieldsOf(value)) {
      if (!isSentence(part) || part.length < MIN_SHARED_CHARS) continue;
      this.#texts.add(graph, part, variable);
    }
  }
}

/** The value as its description shows it. */
export function shownOf(value: unknown, as: unknown): unknown {
  return isFixed(as) ? as : typeof as === "function" ? as(value) : value;
}

function isFixed(as: unknown): boolean {
  return as !== undefined && typeof as !== "function";
}

function nameKey(name: string, className: string | undefined): string {
  return className ? `${className}:${name}` : name;
}
