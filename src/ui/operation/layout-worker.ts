import { Graph, layout } from "@dagrejs/dagre";
import type { Layout, LayoutRequest } from "./layout.ts";

self.addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  self.postMessage(compute(data));
});

function compute({ id, nodes, edges }: LayoutRequest): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 12, ranksep: 40, marginx: 4, marginy: 4 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id: name, width, height } of nodes) graph.setNode(name, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    id,
    width,
    height,
    nodes: nodes.map(({ id: name }) => {
      const { x, y } = graph.node(name);
      return { x, y };
    }),
    edges: edges.map(({ from, to }) => graph.edge(from, to).points),
  };
}
