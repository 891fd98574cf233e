import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "./people.ts";
import { projectsQuery } from "./resources.ts";

/**
 * Returns the organization that owns the project. Null if the person is not a member of this
 * organization.
 */
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
