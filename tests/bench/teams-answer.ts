/** Milliseconds of each query of the organization's pages. */
export interface TeamsAnswer {
  readonly rows: number;
  readonly audit: Readonly<Record<string, readonly number[]>>;
  readonly usage: Readonly<Record<string, readonly number[]>>;
  readonly members: Readonly<Record<string, readonly number[]>>;
  readonly overview: Readonly<Record<string, readonly number[]>>;
}
