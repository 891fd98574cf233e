/** A recorded value, and the memory of recently recorded ones. */

/** How a value is shown in the graph. */
export interface Description {
  /** What the value is called: values with one name are its versions. Unnamed ones stand alone. */
  name?: string;
  /** Kind of value, part of its identity: `query`, `prediction`, `context`. */
  class?: string | undefined;
  /** Role: `message`, `memory_entry`, `prompt`, `llm_response`, `message & query`. */
  category?: string | undefined;
  comment?: string;
  metadata?: Record<string, unknown>;
  /** What to record in the value's place, for example a row's text without its score. */
  value?: unknown;
}

let recorded = 0;

/** How many values this module has seen recorded, over all clients. */
export function recordedSoFar(): number {
  return recorded;
}

/** A handle on one recorded version of a value. Anywhere a value is taken, its handle is too. */
export class Variable {
  readonly graph: string;
  /** The client's id for the value; the service answers with `name@version`. */
  readonly ref: string;
  readonly name: string;
  readonly class: string | undefined;
  readonly category: string | undefined;
  /** @internal */
  readonly text: string;
  /**
   * Name of the operation that made it, where one did.
   * @internal
   */
  madeBy: string | undefined;

  /** @internal */
  readonly order: number = ++recorded;

  constructor(
    graph: string,
    ref: string,
    text: string,
    description: Description & { name: string },
  ) {
    this.graph = graph;
    this.ref = ref;
    this.text = text;
    this.name = description.name;
    this.class = description.class;
    this.category = description.category;
  }
}

const MAX_ENTRIES = 20_000;
const MAX_CHARS = 16 * 1024 * 1024;

/** How many variables with one content are told apart by what they are for. */
const MAX_EQUAL = 4;

/** Recently recorded variables by key; the longest unused keys are forgotten first. */
export class RecentVariables {
  readonly #variables = new Map<string, readonly Variable[]>();
  #chars = 0;

  /** The latest variable of the key that is accepted. */
  get(key: string, accept: (variable: Variable) => boolean = () => true): Variable | undefined {
    const found = this.#variables.get(key);
    if (found === undefined) return undefined;
    this.#variables.delete(key);
    this.#variables.set(key, found);
    return found.find(accept);
  }

  add(key: string, variable: Variable): void {
    const known = this.#variables.get(key) ?? [];
    const others = known.filter((other) => other !== variable).slice(0, MAX_EQUAL - 1);
    const now = [variable, ...others];
    this.#variables.delete(key);
    this.#variables.set(key, now);
    this.#chars += charsOf(now) - charsOf(known);
    for (const [oldest, variables] of this.#variables) {
      if (this.#variables.size <= MAX_ENTRIES && this.#chars <= MAX_CHARS) break;
      this.#variables.delete(oldest);
      this.#chars -= charsOf(variables);
    }
  }
}

function charsOf(variables: readonly Variable[]): number {
  return variables.reduce((sum, { text }) => sum + text.length, 0);
}

/** A short key for a text: itself, or its length and two independent 32-bit hashes. */
export function textKey(text: string): string {
  if (text.length <= 64) return text;
  let a = 0x811c9dc5;
  let b = 0x9747b28c;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b + unit, 0x85ebca6b) ^ (b >>> 13);
  }
  return `${text.length}:${a}:${b}`;
}
