/** States of a page: loading, failed, empty. */
import type { ReactNode } from "react";
import { ApiFailure } from "../../api/request.ts";
import { Id } from "../text/id.tsx";
import { Icon } from "./icon.tsx";
import { PageHeader, useTitle } from "./page-header.tsx";

/** Grey bars in place of content that is loading. */
export function Skeleton({ rows = 3, height = 16 }: { rows?: number; height?: number }) {
  return (
    <div className="skeleton" role="status" aria-label="Loading">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity
        <span key={row} style={{ height, width: `${96 - ((row * 17) % 40)}%` }} />
      ))}
    </div>
  );
}

interface FailureProps {
  readonly error: unknown;
  /** Names the failure, such as "The case could not be loaded". */
  readonly what: string;
  readonly retry?: () => void;
}

export function Failure({ error, what, retry }: FailureProps) {
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className="failure" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{what}.</strong>{" "}
        <span>{failure?.message ?? "Something went wrong on this page."}</span>
        {failure?.requestId ? (
          <p className="muted">
            Request <Id id={failure.requestId} limit={40} />
          </p>
        ) : null}
        {retry ? (
          <p>
            <button type="button" className="button small" onClick={retry}>
              <Icon name="refresh" size={14} /> Try again
            </button>
          </p>
        ) : null}
      </div>
    </div>
  );
}

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <div className="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

/** A whole page for a URL that leads to nothing. */
export function EmptyPage({ title, children }: EmptyProps) {
  useTitle(title);
  return (
    <div className="empty">
      <h1>{title}</h1>
      {children}
    </div>
  );
}

interface LoadedProps<Data> {
  readonly query: {
    readonly data: Data | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  readonly what: string;
  readonly skeleton?: ReactNode;
  /**
   * True if the content also contains the headline of the page. If the content cannot be loaded,
   * the error message then gets a headline of its own.
   */
  readonly isPage?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** Shows grey bars, then the content or the failure. */
export function Loaded<Data>(props: LoadedProps<Data>) {
  const { query, what, skeleton, isPage = false, children } = props;
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? (
          <Failure
            error={query.error}
            what={`${what}; the page shows the last version that loaded`}
          />
        ) : null}
        {children(query.data)}
      </>
    );
  }
  if (query.error) {
    // If the item does not exist, a retry would fail too.
    const isMissing = query.error instanceof ApiFailure && query.error.status === 404;
    const retry = isMissing ? {} : { retry: () => query.refetch() };
    return (
      <>
        {isPage ? <PageHeader title={isMissing ? "Not found" : "Not loaded"} /> : null}
        <Failure error={query.error} what={what} {...retry} />
      </>
    );
  }
  return skeleton ?? <Skeleton />;
}
