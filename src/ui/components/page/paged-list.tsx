import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useListKeys } from "../../shell/keyboard.ts";
import { ShowMore } from "./show-more.tsx";
import { Loaded } from "./states.tsx";

interface PagedListProps<Row> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** The name of the list in the middle of a sentence, such as "reports". */
  readonly of: string;
  readonly skeleton?: ReactNode;
  /** Shown instead of the list if it has no rows. */
  readonly empty: ReactNode;
  /** Label of the button for the next page; by default "Show older" and the list's name. */
  readonly more?: string;
  /** Called for `Enter` on a row. */
  readonly onOpen: (row: Row) => unknown;
  /** @param selected index of the row that is selected with the keyboard, or -1 */
  readonly children: (rows: readonly Row[], selected: number) => ReactNode;
}

/** A list that loads page by page. The keys `j`, `k` and `Enter` work on it. */
export function PagedList<Row>(props: PagedListProps<Row>) {
  const { query, of, skeleton, empty, more = `Show older ${of}`, onOpen, children } = props;
  const rows = query.data?.pages.flatMap(({ items }) => items) ?? [];
  const selected = useListKeys(rows, onOpen);
  return (
    <>
      <Loaded query={query} what={`The ${of} could not be loaded`} skeleton={skeleton}>
        {() => (rows.length === 0 ? empty : children(rows, selected))}
      </Loaded>
      <ShowMore query={query}>{more}</ShowMore>
    </>
  );
}
