import type { ReactNode } from "react";
import { Loaded, Skeleton } from "./states.tsx";

interface LoadedPageProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** What the page shows, as "report". */
  readonly of: string;
  readonly children: (data: Data) => ReactNode;
}

/** A page that shows one thing, once it is there. */
export function LoadedPage<Data>({ query, of, children }: LoadedPageProps<Data>) {
  return (
    <Loaded
      query={query}
      what={`The ${of} could not be loaded`}
      skeleton={<Skeleton rows={10} height={24} />}
    >
      {children}
    </Loaded>
  );
}
