/**
 * Computes what share of a project's units and searches has a problem, with confidence intervals.
 */
import type { MemoryHealth } from "../../protocol/api/explorer/health.ts";
import { LEDGER_SHARES } from "../../protocol/api/explorer/health-words.ts";
import type { MemoryFigures } from "../../protocol/api/explorer/memory.ts";
import { wilson } from "../../statistics/wilson.ts";

type LedgerShare = MemoryHealth["shares"][number];

export function ledgerShares(figures: MemoryFigures): Omit<LedgerShare, "graphs">[] {
  const { units, searches, emptySearches, flags } = figures;
  return LEDGER_SHARES.map((figure) => {
    const [count, of] =
      figure === "empty-searches" ? [emptySearches, searches] : [flags[figure], units];
    return {
      ...{ figure, count, of },
      share: { value: of === 0 ? null : count / of, ...wilson(count, of) },
    };
  });
}
