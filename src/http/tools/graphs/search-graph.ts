import * as z from "zod";
import { SearchGraphQuery } from "../../../protocol/api/graph-queries.ts";
import { idText } from "../../../protocol/bounded-inputs.ts";
import { PageQuery } from "../../../protocol/routes/declaration.ts";
import { searchGraph } from "../../graphs/graph-answers.ts";
import { foundGraph } from "../found.ts";
import { graphPage } from "../pages.ts";
import { tool } from "../tool.ts";
import { excerpt } from "../tool-result.ts";

const MAX_HITS = 20;
const KINDS = ["session", "operation", "variable", "link"] as const;

export const searchRecords = tool({
  name: "search_graph",
  title: "Search a graph",
  description:
    "Finds records of a graph by text or regular expression: messages, memory units, operations, links and sessions. blame takes the ids of variables.",
  access: "read",
  isReadOnly: true,
  input: z.object({
    graph: idText.describe("id of the graph"),
    text: z.string().min(1).max(1_000).describe("the text to find"),
    syntax: z.enum(["plain", "regex"]).default("plain"),
    kinds: z.array(z.enum(KINDS)).max(KINDS.length).optional().describe("by default all"),
    cursor: PageQuery.shape.cursor.describe("the value of `next_cursor` on the previous page"),
    limit: z.number().int().min(1).max(MAX_HITS).default(10),
  }),
  answer: async ({ graph: id, text, syntax, kinds, cursor, limit }, context) => {
    const graph = await foundGraph(context, id);
    const query = SearchGraphQuery.parse({ q: text, syntax, ...(kinds ? { kinds } : {}) });
    const { items, next } = await searchGraph(graph, { ...query, cursor, limit });
    return {
      facts: { graph: id, next_cursor: next },
      lists: {
        hits: items.map((hit) => ({
          ...{ kind: hit.kind, id: hit.id, name: hit.name, category: hit.category, at: hit.at },
          excerpt: hit.match && excerpt(hit.match.excerpt),
        })),
      },
      page: `${graphPage(context, id)}?${new URLSearchParams({ view: "search", q: text })}`,
      next: "blame and trace_information say more about a hit.",
    };
  },
});
