import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "./people.ts";
import { projectsQuery } from "./resources.ts";

/** Returns the members of the project's organization. */
export function useMembers(project: string) {
  const projects = useQuery(projectsQuery).data?.items;
  const organization = projects?.find(({ id }) => id === project)?.organization;
  return useQuery({
    ...membersQuery(organization ?? ""),
    enabled: organization !== undefined,
  });
}
