import { listSessions, selectPart } from "../../../protocol/routes/graph-queries.ts";
import {
  figuresOf,
  listsOf,
  pageOfPart,
  partOf,
  sessionsOf,
  viewSession,
} from "../../graphs/graph-part-answers.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

export const graphParts = router()
  .openapi(operation(selectPart), async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const part = partOf(graph, query.of);
    const other = query.with && partOf(graph, query.with);
    const page = pageOfPart(graph, listsOf(graph, part, query), query);
    return c.json({ ...page, figures: figuresOf(graph, part, other) }, 200);
  })
  .openapi(operation(listSessions), async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const page = pageOfList(
      sessionsOf(graph, query),
      query,
      (id) => id,
      (id) => viewSession(graph, id),
    );
    return c.json(page, 200);
  });
