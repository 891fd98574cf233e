import { type TokenSum, tokenTotals } from "../../../graph/token-usage.ts";
import { MAX_LISTED_SUMS, type NamedTokenSum } from "../../../protocol/api/insights/tokens.ts";
import { showTokens as declaration } from "../../../protocol/routes/graph-queries.ts";
import { boundedWork } from "../../bounded-work.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const showTokens = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  const work = tokenTotals(graph);
  const found = await boundedWork(work, "Export the graph, and sum the usage of its operations.");
  return c.json(
    {
      total: found.total,
      byModel: listed(found.byModel),
      byOperation: listed(found.byOperation),
      bySession: listed(found.bySession),
    },
    200,
  );
});

function listed(sums: ReadonlyMap<string, TokenSum>): NamedTokenSum[] {
  return [...sums]
    .map(([name, sum]) => ({ name: name === "" ? null : name, ...sum }))
    .sort((one, other) => tokensOf(other) - tokensOf(one))
    .slice(0, MAX_LISTED_SUMS);
}

const tokensOf = ({ inputTokens, outputTokens }: NamedTokenSum) => inputTokens + outputTokens;
