import type { RecordFilter, RecordKind } from "../parts/record-filter.ts";
import type { WantedText } from "./text-query.ts";

export type SearchField = "name" | "category" | "comment" | "value";

/**
 * Conditions that a record must meet. Not every record has every field: only variables have values,
 * and links have no name. For a variable, the name is its full name.
 */
export interface SearchQuery extends RecordFilter {
  readonly kinds: readonly RecordKind[];
  /** If absent, every record that passes the filters is a hit. */
  readonly pattern?: WantedText & { readonly fields: readonly SearchField[] };
  /** Finds only variables of this class. */
  readonly className?: string;
  /** Finds only links of the operations with these ids. */
  readonly operations?: readonly string[];
}
