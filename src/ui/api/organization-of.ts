import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "./people.ts";
import { projectsQuery } from "./resources.ts";

/** Returns the project's organization; null if the person is no member of it. */
export function useOrganizationOf(project: string) {
  const owner = useQuery({
    ...projectsQuery,
    select: ({ items }) => items.find(({ id }) => id === project)?.organization,
  }).data;
  return useQuery({
    ...organizationsQuery,
    select: (known) => known.find(({ id }) => id === owner) ?? null,
    enabled: owner !== undefined,
  });
}
