/** A recorded value, and the memory of recently recorded ones. */
import { MAX_EQUAL, MAX_RECENT, MAX_RECENT_CHARS } from "../core/bounds.ts";

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

/** A handle on one recorded version of a value. Anywhere a value is taken, its handle is too. */
export class Variable {
  declare readonly graph: string;
  /** The client's id for the value; the service answers with `name@version`. */
  declare readonly ref: string;
  declare readonly name: string;
  declare readonly class: string | undefined;
  declare readonly category: string | undefined;
  declare readonly comment: string | undefined;
  /** @internal */
  declare readonly text: string;
  /**
   * Name of the operation that made it, where one did.
   * @internal
   */
  declare madeBy: string | undefined;

  /**
   * Its place among what its client recorded.
   * @internal
   */
  declare readonly order: number;

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
    this.order = Number.parseFloat(ref);
    this.text = text;
    this.name = name;
    this.class = kind;
    this.category = category;
    this.comment = comment;
  }
}

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
    if (++this.#entries > MAX_RECENT || this.#chars > MAX_RECENT_CHARS) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#entries = this.#chars = 0;
    }
    const known = this.#young.get(graph) ?? new Map();
    this.#young.set(graph, known.set(key, variables));
  }
}
