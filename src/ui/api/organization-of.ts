import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "./people.ts";
import { projectsQuery } from "./resources.ts";

/** The organization that owns the project; null if the person is not a member of it. */
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
