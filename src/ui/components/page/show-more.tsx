import type { ReactNode } from "react";
import { Failure } from "./states.tsx";

interface ShowMoreProps {
  readonly query: {
    readonly hasNextPage: boolean;
    readonly isFetchingNextPage: boolean;
    readonly isFetchNextPageError: boolean;
    readonly error: unknown;
    readonly fetchNextPage: () => unknown;
  };
  readonly children: ReactNode;
}

/** Loads the next page of a list. Hidden on the last page. */
export function ShowMore({ query, children }: ShowMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <div className="show-more">
      {query.isFetchNextPageError ? (
        <Failure error={query.error} what="The next page could not be loaded" />
      ) : null}
      <button
        type="button"
        className="button"
        disabled={query.isFetchingNextPage}
        onClick={() => query.fetchNextPage()}
      >
        {query.isFetchingNextPage ? "Loading…" : children}
      </button>
    </div>
  );
}
