/** A flag of the ledger on a unit, with the variables that prove it. */
import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

export interface UnitFlag {
  readonly flag: LedgerFlag;
  /** Rows of the variables. */
  readonly proof: readonly number[];
}
