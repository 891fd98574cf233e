import { showHealth as declaration } from "../../../protocol/routes/memory/health.ts";
import { ledgerShares } from "../../../reports/health/ledger-shares.ts";
import { isSeenAnswer, unchanged } from "../../graphs/graph-revision.ts";
import { operation, router } from "../../route.ts";

export const showHealth = router().openapi(operation(declaration), async (c) => {
  const query = c.req.valid("query");
  const { health, memory } = c.get("project");
  const { system } = query;
  const counted = await memory.figures(system === undefined ? {} : { system });
  const figures = await health.figures(query);
  const examples = await health.examplesOfShares(query);
  const shares = ledgerShares(counted).map((share) => ({
    ...share,
    graphs: examples.get(share.figure) ?? [],
  }));
  const answer = { ...figures, shares, memory: counted };
  if (isSeenAnswer(c, answer)) return unchanged(c);
  return c.json(answer, 200);
});
