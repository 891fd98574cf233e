/** Looking things up in an evolution graph. Iteration is in the graph's order everywhere. */
import type {
  GraphHeader,
  GraphWarning,
  Link,
  Operation,
  Pending,
  Session,
  Variable,
  Verdict,
} from "./model.ts";

export interface GraphParts {
  readonly header: GraphHeader;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly links: ReadonlyMap<string, Link>;
  readonly verdicts: readonly Verdict[];
  readonly warnings: readonly GraphWarning[];
  readonly pending: readonly Pending[];
}

const NO_LINKS: readonly Link[] = [];
const NO_VARIABLES: readonly Variable[] = [];

export class EvolutionGraph {
  readonly header: GraphHeader;
  readonly sessions: ReadonlyMap<string, Session>;
  readonly operations: ReadonlyMap<string, Operation>;
  readonly variables: ReadonlyMap<string, Variable>;
  readonly links: ReadonlyMap<string, Link>;
  readonly verdicts: readonly Verdict[];
  readonly warnings: readonly GraphWarning[];
  readonly pending: readonly Pending[];

  readonly #byOperation = new Map<string, Link[]>();
  readonly #bySource = new Map<string, Link[]>();
  readonly #byTarget = new Map<string, Link[]>();
  readonly #byName = new Map<string, Variable[]>();

  constructor(parts: GraphParts) {
    this.header = parts.header;
    this.sessions = parts.sessions;
    this.operations = parts.operations;
    this.variables = parts.variables;
    this.links = parts.links;
    this.verdicts = parts.verdicts;
    this.warnings = parts.warnings;
    this.pending = parts.pending;
    for (const link of parts.links.values()) {
      append(this.#byOperation, link.op, link);
      append(this.#bySource, link.from, link);
      append(this.#byTarget, link.to, link);
    }
    for (const variable of parts.variables.values()) {
      append(this.#byName, variable.fullName, variable);
    }
    for (const versions of this.#byName.values()) versions.sort((a, b) => a.version - b.version);
  }

  /** The links that the operation owns. */
  linksOf(operation: string): readonly Link[] {
    return this.#byOperation.get(operation) ?? NO_LINKS;
  }

  /** The links that leave the variable. */
  linksFrom(variable: string): readonly Link[] {
    return this.#bySource.get(variable) ?? NO_LINKS;
  }

  /** The links that enter the variable. */
  linksTo(variable: string): readonly Link[] {
    return this.#byTarget.get(variable) ?? NO_LINKS;
  }

  /** All versions of a name, lowest first. */
  versionsOf(fullName: string): readonly Variable[] {
    return this.#byName.get(fullName) ?? NO_VARIABLES;
  }

  /**
   * What the operation was given (`inputs`), what it left behind (`outputs`), and what it made and
   * used itself on the way (`intermediates`).
   */
  endsOf(operation: string): {
    inputs: Variable[];
    intermediates: Variable[];
    outputs: Variable[];
  } {
    const links = this.linksOf(operation);
    const sources = new Set(links.map((link) => link.from));
    const targets = new Set(links.map((link) => link.to));
    const pick = (ids: Iterable<string>, wanted: (id: string) => boolean) =>
      [...ids].flatMap((id) => {
        const variable = wanted(id) ? this.variables.get(id) : undefined;
        return variable ? [variable] : [];
      });
    return {
      inputs: pick(sources, (id) => !targets.has(id)),
      intermediates: pick(sources, (id) => targets.has(id)),
      outputs: pick(targets, (id) => !sources.has(id)),
    };
  }
}

function append<T>(index: Map<string, T[]>, key: string, item: T): void {
  const list = index.get(key);
  if (list) list.push(item);
  else index.set(key, [item]);
}
