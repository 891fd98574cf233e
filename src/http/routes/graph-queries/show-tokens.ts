import { PriceList, withCost } from "../../../graph/token-cost.ts";
import { type TokenSum, tokenTotals } from "../../../graph/token-usage.ts";
import { MAX_LISTED_SUMS, type NamedTokenSum } from "../../../protocol/api/insights/tokens.ts";
import { showTokens as declaration } from "../../../protocol/routes/graph-queries.ts";
import { boundedWork } from "../../bounded-work.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const showTokens = router().openapi(operation(declaration), async (c) => {
  const { prices } = await c.get("project").prices.prices();
  const [graph] = await loadChanged(c, [c.req.valid("param").graph], prices);
  if (graph === undefined) return unchanged(c);
  const work = tokenTotals(graph);
  const found = await boundedWork(work, "Export the graph, and sum the usage of its operations.");
  const list = new PriceList(prices);
  const priced = (sum: TokenSum) => ({ calls: sum.calls, ...withCost(sum, sum.byModel, list) });
  const listed = (sums: ReadonlyMap<string, TokenSum>): NamedTokenSum[] =>
    [...sums]
      .sort(([, one], [, other]) => tokensOf(other) - tokensOf(one))
      .slice(0, MAX_LISTED_SUMS)
      .map(([name, sum]) => ({ name: name === "" ? null : name, ...priced(sum) }));
  return c.json(
    {
      total: priced(found.total),
      byModel: listed(found.byModel),
      byOperation: listed(found.byOperation),
      bySession: listed(found.bySession),
    },
    200,
  );
});

const tokensOf = ({ inputTokens, outputTokens }: TokenSum) => inputTokens + outputTokens;
