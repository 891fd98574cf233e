/** Lists of a ledger, read from its stored parts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { BlamedVariables } from "../../src/database/cases/blamed-variables.ts";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import { ledgerPage } from "../../src/http/graphs/ledger/ledger-answers.ts";
import { ledgerOfGraph } from "../../src/http/graphs/ledger/ledger-source.ts";
import { encodeLedger, storedLedger } from "../../src/http/graphs/ledger/stored-ledger.ts";
import { LEDGER_FLAGS, LEDGER_SORTS } from "../../src/protocol/api/explorer/ledger-words.ts";
import { graph as arbitraryGraph } from "../attribution/support/arbitrary-graph.ts";
import { anyEvents, GRAPH } from "../graph/support/recorded.ts";

const anyGraph = fc.oneof(
  anyEvents.map((events) => buildGraph(GRAPH, events)),
  arbitraryGraph,
);
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
const anyQuery = fc.record({
  flags: optional(fc.subarray([...LEDGER_FLAGS], { maxLength: 1 })),
  state: optional(fc.constantFrom("held" as const, "gone" as const)),
  writer: optional(fc.constantFrom("a", "o1", "o2")),
  q: optional(
    fc.oneof(fc.constantFrom("a", "blue", "\n", '"', "İ", "Σ"), fc.string({ minLength: 1 })),
  ),
  sort: fc.constantFrom(...LEDGER_SORTS),
  order: fc.constantFrom("asc" as const, "desc" as const),
  limit: fc.integer({ min: 1, max: 4 }),
});

/** Some variables of the graph, and some that are not in the graph. */
function blaming(graph: EvolutionGraph, picks: readonly number[]): BlamedVariables[] {
  const known = [...graph.variables.keys(), "memory:none@1", "a@99", "no id"];
  return picks.map((pick, i) => ({
    ...{ id: `case ${i}`, query: "", errorType: null, opName: null, predictionId: null },
    variables: [known[pick % known.length] ?? ""],
  }));
}

test("Q94 for any graph, the stored ledger gives the same pages as a computed one", async () => {
  await fc.assert(
    fc.asyncProperty(anyGraph, anyQuery, fc.array(fc.nat()), async (graph, query, picks) => {
      const source = await ledgerOfGraph(graph);
      const [head, ...parts] = atOnce(encodeLedger(graph, source));
      const stored = storedLedger(head as Buffer, async (wanted) =>
        wanted.map((part) => parts[part - 1] as Buffer),
      );
      expect(stored.hasAllTexts).toBe(true);
      const cases = blaming(graph, picks);
      expect(await ledgerPage(stored, cases, query)).toEqual(
        await ledgerPage(source, cases, query),
      );
    }),
    { numRuns: 300 },
  );
});
