import { type ErrorComponentProps, Link } from "@tanstack/react-router";
import { Empty, Failure } from "../components/page/states.tsx";

/** Shown instead of a page that failed. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  return (
    <div className="home">
      <Failure error={error} what="This page could not be shown" retry={reset} />
    </div>
  );
}

export function NotFound() {
  return (
    <div className="home">
      <Empty title="There is nothing at this address">
        <p>
          <Link to="/" className="button">
            Go to my projects
          </Link>
        </p>
      </Empty>
    </div>
  );
}
