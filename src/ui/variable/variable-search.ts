export const SHOWN = ["text", "blame", "changes"] as const;
export const DIRECTIONS = ["backward", "forward", "both"] as const;
export const MAX_HOPS = 6;

export interface VariableSearch {
  readonly show?: (typeof SHOWN)[number];
  readonly direction?: (typeof DIRECTIONS)[number];
  /** A neighbour is at most this many links away. 0 means that there is no limit. */
  readonly hops?: number;
  /** Lists only neighbours with this category. */
  readonly category?: string;
}

export function parseVariableSearch(raw: Record<string, unknown>): VariableSearch {
  const { hops, category } = raw;
  const isHops = typeof hops === "number" && Number.isInteger(hops) && hops >= 0;
  return {
    show: SHOWN.find((each) => each === raw.show),
    direction: DIRECTIONS.find((each) => each === raw.direction),
    hops: isHops && hops <= MAX_HOPS ? hops : undefined,
    category: typeof category === "string" && category !== "" ? category : undefined,
  } as VariableSearch;
}
