import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { PageHeader } from "../components/page/page-header.tsx";
import { EmptyPage, Failure } from "../components/page/states.tsx";

export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <div className="home">
      <PageHeader title="Not shown" />
      <Failure error={error} what="This page could not be shown" retry={reset} />
    </div>
  );
}

/** Shown for an unknown URL outside projects. */
export function StrayAddress() {
  return (
    <main id="content">
      <NotFound />
    </main>
  );
}

export function NotFound() {
  return (
    <div className="home">
      <EmptyPage title="There is nothing at this address">
        <p>
          <Link to="/" className="button">
            Go to my projects
          </Link>
        </p>
      </EmptyPage>
    </div>
  );
}
