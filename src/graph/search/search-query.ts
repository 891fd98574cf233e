/** The conditions of a search in a graph. */
import type { RecordFilter, RecordKind } from "../parts/record-filter.ts";
import type { WantedText } from "./text-query.ts";

export type SearchField = "name" | "category" | "comment" | "value";

/** Only variables have values, and links have no name. A variable's name is its full name. */
export interface SearchQuery extends RecordFilter {
  readonly kinds: readonly RecordKind[];
  /** If absent, the search finds every record that passes the filters. */
  readonly pattern?: WantedText & { readonly fields: readonly SearchField[] };
  /** Only variables of this class. */
  readonly className?: string;
  /** Only links of these operations. */
  readonly operations?: readonly string[];
}
