/** The people and keys that labelled cases of the project, for filters. */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { agreementQuery } from "../api/labels.ts";
import { nameOf } from "../case/labels/label-line.tsx";
import { shortenMiddle } from "../text/shorten.ts";

const route = getRouteApi("/p/$project");
const FRESH_MS = 5 * 60_000;

/** Empty until they have loaded. */
export function useAuthors() {
  const { project } = route.useParams();
  const query = useQuery({
    ...agreementQuery(project, "authors", () => ({})),
    staleTime: FRESH_MS,
  });
  return query.data?.authors ?? [];
}

/** The id itself while the name is not known. */
export function AuthorName({ id }: { id: string }) {
  const found = useAuthors().find(({ author }) => author.id === id);
  return shortenMiddle(found ? nameOf(found.author) : id, 40);
}
