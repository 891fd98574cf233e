import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/request.ts";

export const replaysQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "replays", id],
    queryFn: ({ signal }) =>
      call("GET /cases/{case}/replays", { params: { case: id }, query: { project } }, { signal }),
  });

export const comparisonQuery = (project: string, id: string, replay: string) =>
  queryOptions({
    queryKey: [project, "replays", id, replay],
    queryFn: ({ signal }) => {
      const input = { params: { case: id, replay }, query: { project } };
      return call("GET /cases/{case}/replays/{replay}", input, { signal });
    },
  });
