/** What `workers/explorer-side.ts` measured. */
export interface ExplorerAnswer {
  readonly events: number;
  /** In the ledger. */
  readonly units: number;
  readonly openMs: number;
  readonly firstMs: number;
  /** From the graph; later pages come from the stored ledger. */
  readonly firstLedgerMs: number;
  readonly storingMs: number;
  readonly storedBytes: number;
  readonly nextMs: Readonly<Record<string, readonly number[]>>;
  /** How long other work of the process had to wait. */
  readonly longestTurnMs: number;
  readonly largestBytes: number;
}
