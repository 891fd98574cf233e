import { takeWalk as declaration } from "../../../protocol/routes/graph-queries.ts";
import { findVariable, walkFrom } from "../../graphs/graph-answers.ts";
import { viewWalkStep } from "../../graphs/graph-query-views.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const takeWalk = router().openapi(operation(declaration), async (c) => {
  const { graph: id, variable } = c.req.valid("param");
  const [graph] = await loadChanged(c, [id]);
  if (graph === undefined) return unchanged(c);
  const query = c.req.valid("query");
  const found = walkFrom(graph, variable, query);
  // Create only the steps of this page, because a walk can reach every variable of the graph.
  const page = pageOfList(
    found.variables.rows,
    query,
    (row) => graph.rows.variableId(row),
    (row) => viewWalkStep(graph, found, findVariable(graph, graph.rows.variableId(row))),
  );
  return c.json(page, 200);
});
