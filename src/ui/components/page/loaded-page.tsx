import type { ReactNode } from "react";
import { Crumbs, type ListName } from "./crumbs.tsx";
import { Loaded, Skeleton } from "./states.tsx";

interface LoadedPageProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly project: string;
  /**
   * Until the item has loaded, the page shows a link to this list. The link stays if the item does
   * not exist.
   */
  readonly list: ListName;
  /** Name of the kind of item, such as "report". */
  readonly of: string;
  readonly skeleton?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** A page about one item, with grey bars until the item has loaded. */
export function LoadedPage<Data>(props: LoadedPageProps<Data>) {
  const { query, project, list, of, skeleton = <Skeleton rows={10} height={24} /> } = props;
  return (
    <>
      {query.data === undefined ? <Crumbs project={project} list={list} /> : null}
      <Loaded isPage query={query} what={`The ${of} could not be loaded`} skeleton={skeleton}>
        {props.children}
      </Loaded>
    </>
  );
}
