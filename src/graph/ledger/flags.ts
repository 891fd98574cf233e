import type { LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";

export interface UnitFlag {
  readonly flag: LedgerFlag;
  /** Rows of the variables that prove the flag. */
  readonly proof: readonly number[];
}
