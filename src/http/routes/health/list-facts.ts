import { TooMuchEffort } from "../../../attribution/effort.ts";
import { describedFact } from "../../../attribution/survival/count-facts.ts";
import type { TracedFact } from "../../../attribution/survival/follow-facts.ts";
import { survivalInTurns } from "../../../attribution/survival/survival.ts";
import type { EvolutionGraph } from "../../../graph/evolution-graph.ts";
import type { FactQuery } from "../../../protocol/api/explorer/survival.ts";
import { listFacts as declaration } from "../../../protocol/routes/memory/health.ts";
import { boundedWork, tooCostly } from "../../bounded-work.ts";
import { loadChanged, unchanged } from "../../graphs/graph-revision.ts";
import { pageOfList } from "../../list-page.ts";
import { operation, router } from "../../route.ts";

const REMEDY = "Record smaller graphs, for example one per end user.";

export const listFacts = router().openapi(operation(declaration), async (c) => {
  const [graph] = await loadChanged(c, [c.req.valid("param").graph]);
  if (graph === undefined) return unchanged(c);
  const query = c.req.valid("query");
  const facts = await factsOf(graph);
  const found = [...facts.entries()].filter(([, fact]) => passes(fact, query, graph));
  const page = pageOfList(
    found,
    query,
    ([index]) => String(index),
    ([, fact]) => describedFact(fact, graph),
  );
  return c.json(page, 200);
});

async function factsOf(graph: EvolutionGraph): Promise<readonly TracedFact[]> {
  try {
    // Each page of the list needs all facts. So cache the facts together with the graph.
    return await boundedWork(graph.derivedInTurns(survivalInTurns), REMEDY);
  } catch (error) {
    if (error instanceof TooMuchEffort)
      throw tooCostly(`This takes more work than one request may do. ${REMEDY}`);
    throw error;
  }
}

function passes(fact: TracedFact, { kind, fate, op }: FactQuery, graph: EvolutionGraph): boolean {
  if (kind !== undefined && fact.kind !== kind) return false;
  if (fate !== undefined && fact.fate !== fate) return false;
  if (op === undefined) return true;
  return fact.op !== null && graph.operations.get(fact.op)?.name === op;
}
