import { LEDGER_FLAGS, type LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

export interface MemorySearch {
  readonly flag?: LedgerFlag;
  readonly system?: string;
}

/** Ignores unknown parameters and invalid values. */
export function parseMemorySearch(raw: Record<string, unknown>): MemorySearch {
  const parsed = {
    flag: LEDGER_FLAGS.find((flag) => flag === raw.flag),
    system: typeof raw.system === "string" && raw.system !== "" ? raw.system : undefined,
  };
  return parsed as MemorySearch;
}
