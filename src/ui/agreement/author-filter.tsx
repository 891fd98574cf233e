/** Lists the people and keys that labelled cases of the project. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { authorsQuery } from "../api/labels.ts";
import { nameOf } from "../case/labels/label-line.tsx";
import { shortenMiddle } from "../text/shorten.ts";

const route = getRouteApi("/p/$project");

/** Returns the authors. The list is empty until the request has finished. */
export function useAuthors() {
  const { project } = route.useParams();
  return useQuery(authorsQuery(project)).data?.items ?? [];
}

/** Shows the id until the name has loaded. */
export function AuthorName({ id }: { id: string }) {
  const found = useAuthors().find((author) => author.id === id);
  return shortenMiddle(found ? nameOf(found) : id, 40);
}
