/**
 * Loads the cases that the model needs to explain a report. For each case, also reads records from
 * the case's graph, such as the evidence.
 */

import type { CaseRepository } from "../../database/cases/case-repository.ts";
import { PacksLost, unlessLost } from "../../database/cold/packs-lost.ts";
import { logFailure } from "../../database/failure-log.ts";
import type { GraphRepository } from "../../database/graphs/graph-repository.ts";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import type { AttributedVerdict } from "../../protocol/api/attribution.ts";
import {
  type CaseMaterial,
  caseMaterial,
  NO_MATERIAL,
} from "../../reports/explain/case-material.ts";
import type { ExplainedCase } from "../../reports/explain/explain.ts";

export class ExplainedCases {
  readonly #cases: CaseRepository;
  readonly #graphs: GraphRepository;
  /** The last loaded graph. Consecutive cases are often from the same graph. */
  #opened: { readonly id: string; readonly graph: EvolutionGraph | undefined } | undefined;

  constructor({ cases, graphs }: { cases: CaseRepository; graphs: GraphRepository }) {
    this.#cases = cases;
    this.#graphs = graphs;
  }

  /**
   * Returns the cases in the order of `ids`. Leaves out deleted cases, and cases that wait for a
   * new verdict.
   */
  async of(ids: readonly string[]): Promise<ExplainedCase[]> {
    const found = new Map((await this.#cases.findAll(ids)).map((item) => [item.id, item]));
    const explained: ExplainedCase[] = [];
    for (const id of ids) {
      const item = found.get(id);
      if (item?.errorType == null || item.attribution?.outcome !== "attributed") continue;
      const { graph, query, expected, prediction, errorType, opName, confidence } = item;
      explained.push({
        ...{ id, query, expected, prediction, errorType, opName },
        reason: item.attribution.reason,
        confidence: confidence ?? 0,
        material: await this.#materialOf(graph, item.attribution),
      });
    }
    return explained;
  }

  async #materialOf(graphId: string, verdict: AttributedVerdict): Promise<CaseMaterial> {
    if (this.#opened?.id !== graphId) {
      this.#opened = { id: graphId, graph: await this.#open(graphId) };
    }
    const { graph } = this.#opened;
    return graph === undefined ? NO_MATERIAL : caseMaterial(graph, verdict);
  }

  /** Undefined if the graph's packs are lost. One damaged graph must not fail the report. */
  async #open(graphId: string): Promise<EvolutionGraph | undefined> {
    const loaded = await unlessLost(this.#graphs.load(graphId));
    if (!(loaded instanceof PacksLost)) return loaded?.graph;
    logFailure("a report quotes nothing from a graph", loaded, { graph: graphId });
    return undefined;
  }
}
