/** A graph file that no single request can hold. */
import { generateGraph } from "../../bench/generated-graph.ts";

type Json = Record<string, unknown>;
export interface GraphFile {
  readonly graph_id: string;
  readonly data: Record<string, Json[]>;
}

/** About 24 MB of JSON, with records that only a file may contain: a self link and annotations. */
export function largeGraphFile(graph: string): GraphFile {
  const { file } = generateGraph(7, 5_000);
  const data = file.data as GraphFile["data"];
  const nodes = data.nodes ?? [];
  const edge = data.edges?.at(-1);
  const [answer] = nodes.filter(({ category }) => category === "prediction");
  const padded = nodes.map((node) => ({ ...node, comment: "x".repeat(1_000) }));
  const selfLink = { ...edge, edge_id: "self", target_full_node_id: edge?.source_full_node_id };
  const annotation = {
    ...{ query: "Where does the garden stand?", golden_answers: ["by the river"] },
    ...{ prediction: answer?.value ?? "unknown", final_error_type: "ExtractionError" },
    ...{ source_evidence_ids: [nodes[0]?.full_node_id] },
  };
  return {
    ...file,
    graph_id: graph,
    data: {
      ...data,
      nodes: padded,
      edges: [...(data.edges ?? []), selfLink],
      annotations: [annotation],
    },
  };
}
