import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useListKeys } from "../../shell/keyboard.ts";
import { ShowMore } from "./show-more.tsx";
import { Loaded } from "./states.tsx";

interface PagedListProps<Row> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** The plural name of the rows inside a sentence, such as "reports". */
  readonly of: string;
  readonly skeleton?: ReactNode;
  /** Shown if the list has no rows. */
  readonly empty: ReactNode;
  /**
   * Label of the button that loads the next page. Default: "Show older" and the name of the rows.
   */
  readonly more?: string;
  /** Called when the person presses `Enter` on a row. */
  readonly onOpen: (row: Row) => unknown;
  /** @param selected index of the row that the keyboard has selected; -1 if it has selected none */
  readonly children: (rows: readonly Row[], selected: number) => ReactNode;
}

/**
 * A list that is loaded page by page. The person can move in it with `j` and `k`, and open a row
 * with `Enter`.
 */
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
