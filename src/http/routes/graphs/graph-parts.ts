import * as z from "zod";
import { Page } from "../../../protocol/api/api.ts";
import {
  GraphSession,
  GraphSessionsQuery,
  PartFigures,
  PartQuery,
  PartRecord,
} from "../../../protocol/api/graph-parts.ts";
import {
  figuresOf,
  listsOf,
  pageOfPart,
  partOf,
  sessionsOf,
  viewSession,
} from "../../graphs/graph-part-answers.ts";
import { loadChanged, UNCHANGED, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { json, operation, PageQuery, router } from "../../route.ts";

const GraphParam = z.object({ graph: z.string() });
const tags = ["Graph queries"];

const PARTS = `Parts, each a JSON object:

- \`{"part":"whole"}\`
- \`{"part":"variables","ids":[…]}\`: these variables and the links between them
- \`{"part":"operations","ids":[…]}\`: the links of these operations with both ends
- \`{"part":"walk","variable":…}\`: the records that a walk reaches, with \`direction\` (\`forward\`, \`backward\`, \`both\`), \`maxDepth\`, \`from\`, \`to\`, \`categories\`, \`sessions\`, \`operations\`, \`siblingInputs\`
- \`{"part":"around","variable":…}\`: the links that enter or leave it
- \`{"part":"writers","variable":…}\`: the links that enter it; with \`category\`, those of the category
- \`{"part":"children","variable":…}\`: the writers of each variable made directly from it
- \`{"part":"filter","of":PART}\`: its variables that pass \`from\`, \`to\`, \`categories\`, \`sessions\` (with \`"outside":true\`, those that do not) and the links between them
- \`{"part":"union","of":[PART,…]}\`, \`intersection\`: of all these
- \`{"part":"difference","of":[PART,PART]}\`, \`symmetricDifference\``;

const take = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/part",
  tags,
  summary: "Select a part of a graph, or compare it with another",
  description: PARTS,
  request: { params: GraphParam, query: PartQuery.extend(PageQuery.shape) },
  responses: {
    200: json(Page(PartRecord).extend({ figures: PartFigures }), "One page of its records."),
    ...UNCHANGED,
  },
});

const sessions = operation("read", ["not_found"], {
  method: "get",
  path: "/graphs/{graph}/sessions",
  tags,
  summary: "List the sessions of a graph, or those that a variable came from or led to",
  request: { params: GraphParam, query: GraphSessionsQuery.extend(PageQuery.shape) },
  responses: { 200: json(Page(GraphSession), "In the graph's order."), ...UNCHANGED },
});

export const graphParts = router()
  .openapi(take, async (c) => {
    const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
    if (graph === undefined) return unchanged(c);
    const query = c.req.valid("query");
    const part = partOf(graph, query.of);
    const other = query.with && partOf(graph, query.with);
    const page = pageOfPart(graph, listsOf(graph, part, query), query);
    return c.json({ ...page, figures: figuresOf(graph, part, other) }, 200);
  })
  .openapi(sessions, async (c) => {
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
