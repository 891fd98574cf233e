/** What `workers/explorer-side.ts` measured. */
export interface ExplorerAnswer {
  readonly events: number;
  /** In the ledger. */
  readonly units: number;
  readonly openMs: number;
  readonly firstMs: number;
  readonly firstLedgerMs: number;
  readonly nextMs: Readonly<Record<string, readonly number[]>>;
  /** How long other work of the process had to wait. */
  readonly longestTurnMs: number;
  readonly largestBytes: number;
}
