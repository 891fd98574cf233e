import type { InfiniteData, UseInfiniteQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useListKeys } from "../../shell/keyboard.ts";
import { ShowMore } from "./show-more.tsx";
import { Loaded } from "./states.tsx";

interface PagedListProps<Row> {
  readonly query: UseInfiniteQueryResult<InfiniteData<{ readonly items: readonly Row[] }>>;
  /** What the list contains, such as "reports". Texts on the page use this word. */
  readonly of: string;
  readonly skeleton?: ReactNode;
  readonly empty: ReactNode;
  /** Label of the button that loads the next page. By default "Show older" and the word in `of`. */
  readonly more?: string;
  /** Called when the person presses `Enter` on a row. */
  readonly onOpen: (row: Row) => unknown;
  /** @param selected index of the row that the keyboard selected; -1 for none */
  readonly children: (rows: readonly Row[], selected: number) => ReactNode;
}

/** A list that loads page by page. `j` and `k` move in the list, and `Enter` opens a row. */
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
