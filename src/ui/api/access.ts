/** What the signed-in person may do in a project, and with whom. */
import { useQuery } from "@tanstack/react-query";
import { membersQuery } from "./people.ts";
import { projectsQuery, whoamiQuery } from "./resources.ts";

/** False for viewers, and until it is known. */
export const useMayWrite = (project: string): boolean =>
  useQuery(whoamiQuery(project)).data?.scopes.includes("write") ?? false;

/** The members of the project's organization. */
export function useMembers(project: string) {
  const projects = useQuery(projectsQuery).data?.items;
  const organization = projects?.find(({ id }) => id === project)?.organization;
  return useQuery({
    ...membersQuery(organization ?? ""),
    enabled: organization !== undefined,
  });
}
