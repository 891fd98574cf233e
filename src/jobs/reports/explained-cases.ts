/**
 * The cases for the model that explains a report: their texts, and their decisive operations as
 * text.
 */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { subgraphOfOperations } from "../../graph/parts/subgraph.ts";
import { renderSubgraph } from "../../graph/render.ts";
import type { ExplainedCase } from "../../reports/explain.ts";

const MAX_VALUE_CHARS = 800;
const MAX_OPERATION_CHARS = 8_000;

export class ExplainedCases {
  readonly #cases: CaseRepository;
  readonly #graphs: GraphRepository;
  /** The graph that was opened last, because consecutive cases are often from the same graph. */
  #opened: { readonly id: string; readonly graph: EvolutionGraph | undefined } | undefined;

  constructor({ cases, graphs }: { cases: CaseRepository; graphs: GraphRepository }) {
    this.#cases = cases;
    this.#graphs = graphs;
  }

  /** In the given order, without cases that were deleted or wait for another verdict. */
  async of(ids: readonly string[]): Promise<ExplainedCase[]> {
    const found = new Map((await this.#cases.findAll(ids)).map((item) => [item.id, item]));
    const explained: ExplainedCase[] = [];
    for (const id of ids) {
      const item = found.get(id);
      if (item === undefined || item.errorType === null || item.attribution === null) continue;
      const { graph, query, expected, prediction, errorType, op, opName, confidence } = item;
      explained.push({
        ...{ id, query, expected, prediction, errorType, opName },
        reason: item.attribution.reason,
        confidence: confidence ?? 0,
        operation: op === null ? "" : await this.#rendered(graph, op),
      });
    }
    return explained;
  }

  async #rendered(graphId: string, op: string): Promise<string> {
    if (this.#opened?.id !== graphId) {
      const loaded = await this.#graphs.load(graphId);
      this.#opened = { id: graphId, graph: loaded?.graph };
    }
    const { graph } = this.#opened;
    if (graph === undefined) return "";
    const part = subgraphOfOperations(graph, [op]);
    const text = renderSubgraph(graph, part, {
      ...{ format: "xml", valueChars: MAX_VALUE_CHARS, mostChars: MAX_OPERATION_CHARS },
    });
    return text.slice(0, MAX_OPERATION_CHARS).toWellFormed();
  }
}
