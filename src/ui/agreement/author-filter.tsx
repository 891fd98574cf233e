/** The people and keys that labelled cases of the project, for filters. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { authorsQuery } from "../api/labels.ts";
import { nameOf } from "../case/labels/label-line.tsx";
import { shortenMiddle } from "../text/shorten.ts";

const route = getRouteApi("/p/$project");

/** The authors; empty until they have loaded. */
export function useAuthors() {
  const { project } = route.useParams();
  return useQuery(authorsQuery(project)).data?.items ?? [];
}

/** The author's name; the id until the name is known. */
export function AuthorName({ id }: { id: string }) {
  const found = useAuthors().find((author) => author.id === id);
  return shortenMiddle(found ? nameOf(found) : id, 40);
}
