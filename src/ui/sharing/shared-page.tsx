/** The page that a public link opens. It shows one case, report or view, and links to no others. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import type { Shared } from "../../protocol/api/sharing/public-content.ts";
import { useTitle } from "../components/page/page-header.tsx";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { dayOf } from "../text/time.ts";
import { SharedCaseView } from "./shared-case.tsx";
import { SharedReportView } from "./shared-report.tsx";
import { SharedViewCases } from "./shared-view.tsx";
import { sharedQuery } from "./sharing-api.ts";
import "./sharing.css";

const route = getRouteApi("/shared/$token");

export function SharedPage() {
  const { token } = route.useParams();
  const query = useQuery(sharedQuery(token));
  useNoIndex();
  return (
    <main className="shared-page" id="content">
      <Loaded
        isPage
        query={query}
        what="This link could not be opened"
        skeleton={<Skeleton rows={8} />}
      >
        {(shared) => <SharedThing shared={shared} />}
      </Loaded>
    </main>
  );
}

function SharedThing({ shared }: { shared: Shared }) {
  useTitle(`Shared ${shared.kind}`);
  return (
    <>
      {shared.project === null ? null : <p className="muted">{shared.project}</p>}
      {shared.kind === "case" ? <SharedCaseView item={shared.case} /> : null}
      {shared.kind === "report" ? <SharedReportView report={shared.report} /> : null}
      {shared.kind === "view" ? <SharedViewCases view={shared.view} /> : null}
      <p className="shared-note muted">
        Shared from MemTrace with a link that ends on {dayOf(shared.expiresAt)}.
      </p>
    </>
  );
}

/**
 * Tells search engines not to index the page. A response header says this too, but some search
 * engines read only the page.
 */
function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement("meta");
    meta.name = "robots";
    meta.content = "noindex, nofollow";
    document.head.append(meta);
    return () => meta.remove();
  }, []);
}
