import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { writeSmartcomment } from "../../../src/graph/smartcomment/export.ts";

/** The graph's smartcomment export, parsed from JSON. */
export function exported(graph: EvolutionGraph) {
  return JSON.parse([...writeSmartcomment(graph)].join(""));
}
