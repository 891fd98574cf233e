import { MAX_EQUAL, MAX_RECENT, MAX_RECENT_CHARS } from "../core/bounds.ts";

/** How to show a value in the graph. */
export interface Description {
  /**
   * The variable's name, or a function that returns it. Values with the same name are versions of
   * one variable. A value without a name never gets a second version.
   */
  name?: string | ((value: never) => string | undefined) | undefined;
  /** `query`, `prediction` or `context`. The class and the name together identify the variable. */
  class?: string | undefined;
  /**
   * Such as `message`, `memory_entry`, `prompt`, `llm_response`. Join several with `&`:
   * `message & query`.
   */
  category?: string | undefined;
  comment?: string | undefined;
  metadata?: Record<string, unknown> | undefined;
  /**
   * The value to record instead of the given value, for example a row's text without its score. Can
   * be a function: if your app changes the object, the SDK calls it again and records a new
   * version. If `value` is not a function, the SDK does not notice such a change.
   */
  value?: unknown;
  /**
   * True if the value only names a variable, such as an id without the text. If a variable with
   * this name is already recorded, the SDK uses it and records no new version.
   */
  reference?: boolean | undefined;
}

/** Handle of one recorded version. Methods that take a value also take its handle. */
export class Variable {
  declare readonly graph: string;
  /** The client's id for this version. The service uses another id: `name@version`. */
  declare readonly ref: string;
  declare readonly name: string;
  declare readonly class: string | undefined;
  declare readonly category: string | undefined;
  declare readonly comment: string | undefined;
  /** @internal */
  declare readonly text: string;
  /**
   * Name of the operation that made the variable.
   * @internal
   */
  declare madeBy: string | undefined;

  /**
   * The client's counter when it recorded the variable. A later variable has a higher number.
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
 * Keeps the recently recorded variables by graph and key, in a newer and an older map. When an
 * entry is used, it moves to the newer map. When the newer map is full, it replaces the older one,
 * whose entries are then forgotten. So this class uses a limited amount of RAM.
 */
export class RecentVariables {
  #young: Generation = new Map();
  #old: Generation = new Map();
  #entries = 0;
  #chars = 0;

  /** Returns the key's latest variable that passes `accept`. */
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
    this.#young.set(graph, (this.#young.get(graph) ?? new Map()).set(key, variables));
  }
}
