import { Graph, layout } from "@dagrejs/dagre";
import type { Layout, LayoutRequest, Point } from "./layout.ts";

self.addEventListener("message", ({ data }: MessageEvent<LayoutRequest>) => {
  self.postMessage(compute(data));
});

function compute({ id, nodes, edges }: LayoutRequest): Layout {
  const graph = new Graph();
  graph.setGraph({ rankdir: "LR", nodesep: 8, ranksep: 32, marginx: 4, marginy: 4 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const [place, { width, height }] of nodes.entries()) {
    graph.setNode(String(place), { width, height });
  }
  for (const { from, to } of edges) graph.setEdge(String(from), String(to));
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    id,
    width,
    height,
    nodes: inGivenOrder(
      nodes.map((_, place) => {
        const { x, y } = graph.node(String(place));
        return { x, y };
      }),
    ),
  };
}

/**
 * Puts the nodes of each column in the given order, from top to bottom. The caller has sorted them:
 * the most important node comes first.
 */
function inGivenOrder(points: readonly Point[]): Point[] {
  const columns = Map.groupBy(points, ({ x }) => x);
  const heights = new Map(
    [...columns].map(([x, column]) => [x, column.map(({ y }) => y).sort((a, b) => b - a)]),
  );
  return points.map(({ x, y }) => ({ x, y: heights.get(x)?.pop() ?? y }));
}
