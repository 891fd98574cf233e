/** Gives variables and operations short names for the model, such as V12 and O3. */
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { executionOrder } from "../../graph/history/execution-order.ts";
import type { Operation, Variable } from "../../graph/model.ts";
import type { Mention } from "../../protocol/api/transcript.ts";

export class Catalog {
  readonly graph: EvolutionGraph;
  /** All operations in execution order. The operation at index 2 has the short name O3. */
  readonly operations: readonly Operation[];
  readonly #variables: readonly string[];
  readonly #operationNames: ReadonlyMap<string, string>;
  readonly #variableNames: ReadonlyMap<string, string>;
  #roots: readonly Variable[] | undefined;

  constructor(graph: EvolutionGraph) {
    this.graph = graph;
    const order = [...executionOrder(graph)].sort(([, a], [, b]) => a - b).map(([id]) => id);
    this.operations = order.flatMap((id) => graph.operations.get(id) ?? []);
    this.#variables = [...graph.variables.keys()];
    this.#operationNames = new Map(order.map((id, index) => [id, `O${index + 1}`]));
    this.#variableNames = new Map(this.#variables.map((id, index) => [id, `V${index + 1}`]));
  }

  /** The variables that no operation wrote, earliest first. */
  get roots(): readonly Variable[] {
    this.#roots ??= this.#variables
      .filter((id) => this.graph.linksTo(id).length === 0)
      .flatMap((id) => this.graph.variables.get(id) ?? [])
      .sort((a, b) => a.at - b.at);
    return this.#roots;
  }

  nameOf(id: string): string {
    return this.#operationNames.get(id) ?? this.#variableNames.get(id) ?? id;
  }

  /** Returns the variables and operations whose short names occur in the texts. */
  mentionsIn(texts: readonly string[]): Mention[] {
    const names = new Set(texts.flatMap((text) => text.match(/\b[VO]\d+\b/g) ?? []));
    return [...names].flatMap((name): Mention[] => {
      const kind = name.startsWith("V") ? "variable" : "operation";
      const record = kind === "variable" ? this.variable(name) : this.operation(name);
      return record === undefined ? [] : [{ name, kind, id: record.id }];
    });
  }

  /** Returns the variable with this short name or id. */
  variable(name: string): Variable | undefined {
    const place = placeIn(name, "V");
    return this.graph.variables.get(this.#variables[place] ?? name);
  }

  /** Returns the operation with this short name or id. */
  operation(name: string): Operation | undefined {
    return this.operations[placeIn(name, "O")] ?? this.graph.operations.get(name);
  }
}

function placeIn(name: string, letter: string): number {
  const digits = name.startsWith(letter) ? name.slice(1) : "";
  return /^\d+$/.test(digits) ? Number(digits) - 1 : -1;
}
