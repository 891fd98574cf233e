import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Judgement, JudgeSettings } from "../../protocol/api/annotation/judge.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

export const judgeQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "judge"],
    queryFn: ({ signal }) => call("GET /judge", { query: { project } }, { signal }),
  });

export const judgementsQuery = (project: string, judgement: Judgement | undefined) =>
  infiniteQueryOptions({
    queryKey: [project, "judge", "judgements", judgement],
    queryFn: ({ signal, pageParam: cursor }) =>
      call("GET /judge/judgements", { query: { project, judgement, cursor } }, { signal }),
    ...PAGES,
  });

export const putJudge = (project: string, body: JudgeSettings) =>
  call("PUT /judge/settings", { query: { project }, body });
