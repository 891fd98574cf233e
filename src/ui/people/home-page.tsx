import { useQuery } from "@tanstack/react-query";
import { Navigate } from "@tanstack/react-router";
import { projectsQuery } from "../api/resources.ts";
import { Loaded, Skeleton } from "../components/page/states.tsx";
import { lastProject } from "../shell/last-project.ts";

/**
 * Opens the project that was last open on this device, or the first project. Without a project,
 * opens the page that creates one.
 */
export function HomePage() {
  const projects = useQuery(projectsQuery);
  return (
    <main className="home">
      <Loaded
        query={projects}
        what="Your projects could not be loaded"
        skeleton={<Skeleton rows={3} />}
      >
        {({ items }) => {
          const last = lastProject();
          const project = items.find(({ id }) => id === last) ?? items[0];
          return project ? (
            <Navigate to="/p/$project" params={{ project: project.id }} replace />
          ) : (
            <Navigate to="/start" replace />
          );
        }}
      </Loaded>
    </main>
  );
}
