import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";
import { type CaseSearch, filterOf } from "../cases/case-search.ts";

const PAGE_SIZE = 100;

export const answersQuery = (project: string, search: CaseSearch, judged: "all" | "right") =>
  infiniteQueryOptions({
    queryKey: [project, "answers", search],
    queryFn: ({ signal, pageParam: cursor }) => {
      const filter = filterOf(search, Date.now());
      const { from, to, system, sessionCategory, graph, search: words } = filter;
      const traits = { from, to, system, sessionCategory, graph, search: words };
      const query = { project, ...traits, judged, limit: PAGE_SIZE, cursor };
      return call("GET /answers", { query }, { signal });
    },
    ...PAGES,
  });

export const disputeAnswer = (project: string, answer: string) =>
  call("POST /answers/{answer}/case", { params: { answer }, query: { project } });
