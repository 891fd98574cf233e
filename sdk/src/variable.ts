/** A recorded value, and the memory of recently recorded ones. */

/** How a value is shown in the graph. */
export interface Description {
  /**
   * What the value is called, or how its name is found: values with one name are its versions.
   * Unnamed ones stand alone.
   */
  name?: string | ((value: never) => string | undefined) | undefined;
  /** Kind of value, part of its identity: `query`, `prediction`, `context`. */
  class?: string | undefined;
  /** Role: `message`, `memory_entry`, `prompt`, `llm_response`, `message & query`. */
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /**
   * What to record in the value's place, for example a row's text without its score; as a function
   * of the value it also shows what later changes of an object made of it.
   */
  value?: unknown;
  /** The value only refers to what was recorded under its name, and is no change of that. */
  reference?: boolean | undefined;
}

/** How many values this module has seen recorded, over all clients. */
export let recorded = 0;

/** A handle on one recorded version of a value. Anywhere a value is taken, its handle is too. */
export class Variable {
  readonly graph: string;
  /** The client's id for the value; the service answers with `name@version`. */
  readonly ref: string;
  readonly name: string;
  readonly class: string | undefined;
  readonly category: string | undefined;
  readonly comment: string | undefined;
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
    name: string,
    { category, comment }: Description,
    kind?: string,
  ) {
    this.graph = graph;
    this.ref = ref;
    this.text = text;
    this.name = name;
    this.class = kind;
    this.category = category;
    this.comment = comment;
  }
}

/** What one generation may hold. */
const MAX_ENTRIES = 10_000;
const MAX_CHARS = 8 * 1024 * 1024;

/** How many variables with one content are told apart by what they are for. */
const MAX_EQUAL = 4;

type Generation = Map<string, Map<string, readonly Variable[]>>;

/**
 * Recently recorded variables by graph and key. A full generation becomes the old one, and the one
 * before is forgotten as a whole: what was used since then has moved on to the young one.
 */
export class RecentVariables {
  #young: Generation = new Map();
  #old: Generation = new Map();
  #entries = 0;
  #chars = 0;

  /** The latest variable of the key that is accepted. */
  get(
    graph: string,
    key: string,
    accept: (variable: Variable) => boolean = () => true,
  ): Variable | undefined {
    return this.#find(graph, key)?.find(accept);
  }

  add(graph: string, key: string, variable: Variable): void {
    const known = this.#find(graph, key)?.filter((other) => other !== variable);
    this.#put(graph, key, known ? [variable, ...known].slice(0, MAX_EQUAL) : [variable]);
  }

  #find(graph: string, key: string): readonly Variable[] | undefined {
    const young = this.#young.get(graph)?.get(key);
    const found = young ?? this.#old.get(graph)?.get(key);
    if (found && !young) this.#put(graph, key, found);
    return found;
  }

  #put(graph: string, key: string, variables: readonly Variable[]): void {
    this.#chars += key.length + (variables[0]?.text.length ?? 0);
    if (++this.#entries > MAX_ENTRIES || this.#chars > MAX_CHARS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#entries = this.#chars = 0;
    }
    const known = this.#young.get(graph) ?? new Map();
    this.#young.set(graph, known.set(key, variables));
  }
}
