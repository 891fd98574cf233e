/** Finds the operations that used a prompt of the graph as their instruction. */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { executionOrder } from "../graph/history/execution-order.ts";
import { costOf, type InTurns, RecordCount } from "../graph/in-turns.ts";
import { kindOf, stepKindOf } from "../graph/memory/record-categories.ts";
import type { Variable } from "../graph/model.ts";
import { modelOf, type TokenUsage, tokenUsageOf } from "../graph/token-usage.ts";

export interface PromptUse {
  readonly op: string;
  readonly opName: string;
  /** Start time in milliseconds since the epoch. */
  readonly at: number;
  /** Undefined if the operation reports no token counts. */
  readonly tokens?: TokenUsage | undefined;
  /** The model that the operation names. */
  readonly model?: string | undefined;
}

/**
 * To find the readers of a prompt, the search follows links. It can follow one link many times,
 * because it follows the link again for each prompt. So the number of followed links is limited to
 * `ALWAYS_FOLLOWED`, plus this number times the number of links in the graph. The limit holds for
 * all prompts of a graph together.
 */
const FOLLOWED_PER_LINK = 10;
const ALWAYS_FOLLOWED = 100_000;

export class PromptUses {
  readonly #graph: EvolutionGraph;
  /**
   * Maps the id of an operation to its use of prompts. The use is undefined if the operation is a
   * judge, or if the graph does not contain the operation.
   */
  readonly #known = new Map<string, PromptUse | undefined>();
  #remaining: number;

  constructor(graph: EvolutionGraph) {
    this.#graph = graph;
    this.#remaining = ALWAYS_FOLLOWED + graph.links.size * FOLLOWED_PER_LINK;
  }

  /** True if the search had to stop at the maximum number of links, so some uses are missing. */
  get isTooMuch(): boolean {
    return this.#remaining < 0;
  }

  /** Returns the operations that read the prompt or its filled-in text, in execution order. */
  *of(prompt: Variable): InTurns<PromptUse[]> {
    const readers = yield* this.#readersOf(prompt);
    const order = executionOrder(this.#graph);
    const records = new RecordCount();
    const uses: PromptUse[] = [];
    for (const op of readers) {
      if (records.isDue()) yield records.cost;
      const use = this.#instructed(op);
      if (use !== undefined) uses.push(use);
    }
    return uses.sort((a, b) => (order.get(a.op) ?? 0) - (order.get(b.op) ?? 0));
  }

  *#readersOf(prompt: Variable): InTurns<ReadonlySet<string>> {
    const graph = this.#graph;
    const open = [prompt.id];
    const seen = new Set(open);
    const readers = new Set<string>();
    const records = new RecordCount();
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      for (const link of graph.linksFrom(id)) {
        if (records.isDue()) yield records.cost;
        this.#remaining -= 1;
        if (this.isTooMuch) return readers;
        const made = graph.variables.get(link.to);
        if (made === undefined || made.fullName === prompt.fullName) continue;
        if (kindOf(made) !== "prompt") readers.add(link.op);
        else if (!seen.has(made.id)) {
          seen.add(made.id);
          open.push(made.id);
        }
      }
    }
    yield costOf(1);
    return readers;
  }

  #instructed(op: string): PromptUse | undefined {
    if (this.#known.has(op)) return this.#known.get(op);
    const operation = this.#graph.operations.get(op);
    const use =
      operation === undefined || judges(this.#graph, op)
        ? undefined
        : {
            ...{ op, opName: operation.name, at: operation.startedAt ?? operation.at },
            ...{ tokens: tokenUsageOf(operation), model: modelOf(operation) },
          };
    this.#known.set(op, use);
    return use;
  }
}

/**
 * Whether the operation judges answers. Judges do not count as users of a prompt, because a better
 * prompt for a judge would improve no answer.
 */
function judges(graph: EvolutionGraph, op: string): boolean {
  if (stepKindOf(graph.operations.get(op)) === "judge") return true;
  return graph.linksOf(op).some(({ from, to }) =>
    [from, to].some((id) => {
      const variable = graph.variables.get(id);
      const kind = variable && kindOf(variable);
      return kind === "expected" || kind === "judgement";
    }),
  );
}
