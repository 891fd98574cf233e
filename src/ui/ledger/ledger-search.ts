/** Filters of the ledger in the URL, so that a copied link shows the same units. */
import {
  LEDGER_FLAGS,
  LEDGER_SORTS,
  type LedgerFlag,
  type LedgerSort,
} from "../../protocol/api/explorer/ledger-words.ts";

export const LEDGER_LISTS = ["units", "searches"] as const;

export interface LedgerSearch {
  readonly list?: (typeof LEDGER_LISTS)[number];
  readonly flags?: readonly LedgerFlag[];
  readonly state?: "held" | "gone";
  /** Operation name. Lists units that this operation wrote. */
  readonly writer?: string;
  readonly q?: string;
  readonly sort?: LedgerSort;
  readonly order?: "asc";
  /** Full name of the open unit. */
  readonly unit?: string;
}

/** Ignores unknown parameters and invalid values. */
export function parseLedgerSearch(raw: Record<string, unknown>): LedgerSearch {
  const given: readonly unknown[] = Array.isArray(raw.flags) ? raw.flags : [];
  const flags = LEDGER_FLAGS.filter((flag) => given.includes(flag));
  const parsed = {
    list: raw.list === "searches" ? raw.list : undefined,
    flags: flags.length === 0 ? undefined : flags,
    state: raw.state === "held" || raw.state === "gone" ? raw.state : undefined,
    ...{ writer: text(raw.writer), q: text(raw.q)?.slice(0, MAX_SEARCH), unit: text(raw.unit) },
    sort: LEDGER_SORTS.find((sort) => sort === raw.sort),
    order: raw.order === "asc" ? raw.order : undefined,
  };
  return parsed as LedgerSearch;
}

const MAX_SEARCH = 200;

const text = (value: unknown): string | undefined =>
  value === undefined || value === null || value === "" || typeof value === "object"
    ? undefined
    : String(value);
