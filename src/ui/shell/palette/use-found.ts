import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { recordsNamedQuery } from "../../api/graph-queries.ts";
import { casesQuery, graphsQuery } from "../../api/resources.ts";
import { firstLine } from "../../text/shorten.ts";

export interface PageOfProject {
  readonly label: string;
  readonly open: () => void;
}

export interface Found {
  readonly key: string;
  readonly kind: string;
  readonly name: string;
  readonly open: () => void;
}

interface Wanted {
  readonly project: string;
  /** The open graph. Units and operations are searched only in this graph. */
  readonly graph: string | undefined;
  readonly wanted: string;
  readonly pages: readonly PageOfProject[];
}

/** Maximum number of results per kind. */
const SHOWN = 6;

export function useFound({ project, graph, wanted, pages }: Wanted): {
  readonly found: readonly Found[];
  readonly isLoading: boolean;
} {
  const navigate = useNavigate();
  const isWanted = wanted !== "";
  const cases = useInfiniteQuery({
    ...casesQuery(project, { palette: wanted }, () => ({ search: wanted })),
    enabled: isWanted,
  });
  const graphs = useInfiniteQuery(graphsQuery(project));
  const records = useQuery({
    ...recordsNamedQuery(project, graph ?? "", wanted),
    enabled: isWanted && graph !== undefined,
  });
  const has = (name: string) => name.toLowerCase().includes(wanted.toLowerCase());
  const found: Found[] = [
    ...pages
      .filter(({ label }) => has(label))
      .map(({ label, open }) => ({ key: `page ${label}`, kind: "page", name: label, open })),
    ...first(graphs.data?.pages.flatMap(({ items }) => items.filter(({ id }) => has(id)))).map(
      ({ id }) => ({
        ...{ key: `graph ${id}`, kind: "graph", name: id },
        open: () =>
          void navigate({ to: "/p/$project/graphs/$graph", params: { project, graph: id } }),
      }),
    ),
    ...first(isWanted ? cases.data?.pages.flatMap(({ items }) => items) : []).map(
      ({ id, query }) => ({
        ...{ key: `case ${id}`, kind: "case", name: firstLine(query, 90) || id },
        open: () => void navigate({ to: "/p/$project/cases/$case", params: { project, case: id } }),
      }),
    ),
    ...(isWanted && graph !== undefined ? (records.data?.items ?? []) : []).map((record) => {
      const { id, kind } = record;
      const params = { project, graph: graph ?? "" };
      const isOperation = kind === "operation";
      return {
        ...{ key: `${kind} ${id}`, kind, name: isOperation ? (record.name ?? id) : id },
        open: () =>
          void (isOperation
            ? navigate({
                to: "/p/$project/graphs/$graph/operations/$op",
                params: { ...params, op: id },
              })
            : navigate({
                to: "/p/$project/graphs/$graph/variables/$variable",
                params: { ...params, variable: id },
              })),
      };
    }),
  ];
  const isLoading = cases.isFetching || graphs.isFetching || records.isFetching;
  return { found, isLoading };
}

const first = <T>(items: readonly T[] | undefined): readonly T[] => (items ?? []).slice(0, SHOWN);
