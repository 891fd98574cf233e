/** What the ledger says about a unit, with the variables that show it. */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

export interface UnitFlag {
  readonly flag: LedgerFlag;
  /** Rows. */
  readonly proof: readonly number[];
}
