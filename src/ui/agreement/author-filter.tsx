/** Gives filters the people and keys that have labelled cases of the project. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { authorsQuery } from "../api/labels.ts";
import { nameOf } from "../case/labels/label-line.tsx";
import { shortenMiddle } from "../text/shorten.ts";

const route = getRouteApi("/p/$project");

/** Returns the authors. Empty until the request has finished. */
export function useAuthors() {
  const { project } = route.useParams();
  return useQuery(authorsQuery(project)).data?.items ?? [];
}

/** Shows the author's name. Until the name has loaded, shows the id. */
export function AuthorName({ id }: { id: string }) {
  const found = useAuthors().find((author) => author.id === id);
  return shortenMiddle(found ? nameOf(found) : id, 40);
}
