/**
 * Turns values into variables: finds the variable that a value already is, by object identity, then
 * by content, then by name; records it as a new one otherwise.
 */
import { cut, cutText, encode, fieldsOf, idOf, isObject, isSentence } from "./encode.ts";
import { toName } from "./name.ts";
import { type Scope, sourcesOf } from "./scope.ts";
import { spliceOf } from "./splice.ts";
import { type Description, RecentVariables, textKey, Variable } from "./variable.ts";
import { type EventBody, MAX_VALUE_CHARS } from "./wire.ts";

/** Shorter texts are equal too often by chance to be taken for one value. */
const MIN_SHARED_CHARS = 8;

interface Outlet {
  send(scope: Scope, event: EventBody): void;
  newId(): string;
}

interface LinkDescription {
  category?: string | undefined;
  comment?: string | undefined;
}

interface EqualOptions {
  minChars?: number;
  accept?: (variable: Variable) => boolean;
}

interface Held {
  readonly variable: Variable;
  /** Whether the variable's text is the object's own, so that a difference means a change. */
  readonly own: boolean;
}

export class Recorder {
  readonly #outlet: Outlet;
  #held = new WeakMap<object, Held>();
  #recent = new RecentVariables();
  /** Variables that may have been lost on the way must be sent again before they are built upon. */
  #sent = new WeakSet<Variable>();

  constructor(outlet: Outlet) {
    this.#outlet = outlet;
  }

  /** To be called when events were lost: from now on everything is sent anew. */
  forget(): void {
    this.#held = new WeakMap();
    this.#recent = new RecentVariables();
    this.#sent = new WeakSet();
  }

  /** The variable that a handle or a known object is; a changed object becomes a new version. */
  held(scope: Scope, value: unknown): Variable | undefined {
    if (value instanceof Variable) {
      if (value.graph === scope.graph && this.#sent.has(value)) return value;
      const again = this.record(scope, value.text, value);
      scope.operation?.loose.delete(again);
      return again;
    }
    if (!isObject(value)) return undefined;
    const held = this.#held.get(value);
    if (held === undefined || held.variable.graph !== scope.graph) return undefined;
    const { variable, own } = held;
    if (!own || cut(encode(value), MAX_VALUE_CHARS) === variable.text) return variable;
    // Noticed inside an operation, the change was made there.
    return this.record(scope, value, variable, { mutates: scope.operation && variable });
  }

  /** The new version of a known object that the running operation has changed in place. */
  changed(scope: Scope, value: unknown): Variable | undefined {
    const before = isObject(value) ? this.#held.get(value)?.variable : undefined;
    const now = before && this.held(scope, value);
    return now === before ? undefined : now;
  }

  /** The latest accepted variable with this content, or, for a text, with this name. */
  equal(
    scope: Scope,
    value: unknown,
    { minChars = MIN_SHARED_CHARS, accept }: EqualOptions = {},
  ): Variable | undefined {
    const text = encode(value);
    const alike =
      text.length < minChars ? undefined : this.#recent.get(contentKey(scope.graph, text), accept);
    if (alike !== undefined || typeof value !== "string") return alike;
    return this.#recent.get(nameKey(scope.graph, value), accept);
  }

  find(scope: Scope, value: unknown, options?: EqualOptions): Variable | undefined {
    return this.held(scope, value) ?? this.equal(scope, value, options);
  }

  /**
   * Records a value. An unnamed one is called by its id, or gets a name of its own that begins
   * with `label`; equal to the latest version of its name, it is that version.
   */
  record(
    scope: Scope,
    value: unknown,
    description: Description,
    { label = "value", mutates }: { label?: string; mutates?: Variable | undefined } = {},
  ): Variable {
    const own = description instanceof Variable || !("value" in description);
    const whole = encode(own ? value : description.value);
    const text = cut(whole, MAX_VALUE_CHARS);
    const ref = this.#outlet.newId();
    const className = toName(description.class);
    const variable = new Variable(scope.graph, ref, text, {
      name:
        toName(description.name) ??
        toName(own ? idOf(value) : undefined) ??
        toName(`${label}-${tailOf(ref)}`),
      class: className,
      category: description.category,
    });
    const before = this.#recent.get(nameKey(scope.graph, variable.name, className)) ?? mutates;
    if (before?.text === text && before.name === variable.name && before.class === className) {
      this.#remember(value, before, own);
      return before;
    }
    const splice =
      before && this.#sent.has(before) ? spliceOf(before.ref, before.text, text) : undefined;
    // Before it is sent: where sending it fails, everything is forgotten.
    this.#sent.add(variable);
    this.#remember(value, variable, own);
    this.#outlet.send(scope, {
      type: "variable",
      ref,
      name: variable.name,
      class: className,
      category: toName(description.category),
      comment: cutText(description.comment),
      metadata: description instanceof Variable ? undefined : description.metadata,
      length: whole.length === text.length ? undefined : whole.length,
      mutates: mutates?.ref,
      ...(splice ? { splice } : { value: text }),
    });
    scope.operation?.loose.add(variable);
    if (mutates) this.#sendLink(scope, mutates, variable);
    return variable;
  }

  /** Records what stands where nothing was left. */
  marker(scope: Scope, deleted: boolean): Variable {
    const description = { class: deleted ? "delete_marker" : "empty_marker", category: "marker" };
    return this.record(scope, deleted ? "deleted" : "nothing", description);
  }

  /** The latest version of a name. */
  latest(scope: Scope, name: string): Variable | undefined {
    return this.#recent.get(nameKey(scope.graph, name));
  }

  /** From now on the object is known as the variable. */
  alias(value: unknown, variable: Variable, own: boolean): void {
    if (!isObject(value) || value instanceof Variable) return;
    if (this.#held.get(value)?.variable !== variable) this.#held.set(value, { variable, own });
  }

  /**
   * To be called when a variable is used: if the running operation made it, it was made from what
   * the operation had until now.
   */
  settle(scope: Scope, variable: Variable): void {
    const { operation } = scope;
    if (!operation?.loose.delete(variable) || operation.inputs.size === 0) return;
    for (const source of sourcesOf(operation)) this.link(scope, source, variable);
  }

  /** Links two variables in the running operation. */
  link(scope: Scope, from: Variable, to: Variable, described: LinkDescription = {}): void {
    this.settle(scope, from);
    scope.operation?.loose.delete(to);
    scope.operation?.reached.add(to.ref);
    this.#sendLink(scope, from, to, described);
  }

  #sendLink(scope: Scope, from: Variable, to: Variable, described: LinkDescription = {}): void {
    const { operation } = scope;
    const link = `${from.ref}>${to.ref}`;
    if (operation === undefined || from === to || operation.links.has(link)) return;
    operation.links.add(link);
    const { category, comment } = described;
    this.#outlet.send(scope, {
      type: "link",
      op: operation.id,
      from: from.ref,
      to: to.ref,
      category: toName(category ?? operation.category),
      comment: cutText(comment),
    });
  }

  #remember(value: unknown, variable: Variable, own: boolean): void {
    const { graph, name, text } = variable;
    this.#recent.add(contentKey(graph, text), variable);
    this.#recent.add(nameKey(graph, name, variable.class), variable);
    if (variable.class !== undefined) this.#recent.add(nameKey(graph, name), variable);
    if (!isObject(value) || value instanceof Variable) return;
    this.#held.set(value, { variable, own });
    // A sentence out of a recorded object leads back to it; a single word or an id would not safely.
    for (const [, part] of fieldsOf(value)) {
      if (!isSentence(part) || part.length < MIN_SHARED_CHARS) continue;
      this.#recent.add(contentKey(graph, part), variable);
    }
  }
}

/** What makes a name unique: a count, and enough of the client's id to tell processes apart. */
function tailOf(ref: string): string {
  const [client = "", count] = ref.split("-");
  return `${count}-${client.slice(-6)}`;
}

function contentKey(graph: string, text: string): string {
  return `text ${graph}\n${textKey(text)}`;
}

function nameKey(graph: string, name: string, className?: string): string {
  return `name ${graph}\n${className === undefined ? "" : `${className}:`}${name}`;
}
