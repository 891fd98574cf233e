import { compressed, decompressed } from "../../../event-store/pack/compression.ts";
import type { Flow } from "../../../protocol/api/explorer/flow.ts";
import { showFlow as declaration } from "../../../protocol/routes/graph-queries.ts";
import { notFound } from "../../errors.ts";
import { flowAnswer } from "../../graphs/flow-answer.ts";
import { openChanged, unchanged } from "../../graphs/graph-revision.ts";
import { isWorthStoring, storeOverview } from "../../graphs/overviews.ts";
import { operation, router } from "../../route.ts";

export const showFlow = router().openapi(operation(declaration), async (c) => {
  const { graph: id } = c.req.valid("param");
  const [opened] = await openChanged(c, [id]);
  if (opened === undefined) return unchanged(c);
  const query = c.req.valid("query");
  const { from, to, roles, lanes, units } = query;
  const isWhole = (from ?? to ?? roles) === undefined && lanes === 0 && units === 0;
  const { overviews } = c.get("project");
  const state = { revision: opened.revision, version: c.get("services").version };
  const [stored] = (isWhole ? await overviews.read(id, "flow", state, [0]) : undefined) ?? [];
  if (stored !== undefined) return c.json(JSON.parse(decompressed(stored).toString()) as Flow, 200);
  const graph = await opened.load();
  if (graph === undefined) throw notFound("graph");
  const flow = await flowAnswer(graph, query);
  if (isWhole && isWorthStoring(graph)) {
    await storeOverview(overviews, { graph: id, kind: "flow", state }, async () => [
      compressed(JSON.stringify(flow)),
    ]);
  }
  return c.json(flow, 200);
});
