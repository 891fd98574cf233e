/** The measurements of `workers/explorer-side.ts`. */
export interface ExplorerAnswer {
  readonly events: number;
  /** Number of units in the ledger. */
  readonly units: number;
  readonly openMs: number;
  readonly firstMs: number;
  /** Time until the graph gives the first page; later pages come from the stored ledger. */
  readonly firstLedgerMs: number;
  readonly storingMs: number;
  readonly storedBytes: number;
  readonly nextMs: Readonly<Record<string, readonly number[]>>;
  /** Longest time that other work of the process had to wait. */
  readonly longestTurnMs: number;
  readonly largestBytes: number;
}
