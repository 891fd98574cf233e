import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/request.ts";
import { PERIOD_DAYS, type UsageSearch } from "./usage-search.ts";

const DAY_MS = 24 * 3_600_000;

export const usageQuery = (project: string, { period }: UsageSearch) =>
  queryOptions({
    queryKey: [project, "usage", period],
    queryFn: ({ signal }) => {
      const days = PERIOD_DAYS[period ?? "30d"];
      const from = new Date(Date.now() - (days - 1) * DAY_MS).toISOString().slice(0, 10);
      return call("GET /usage", { query: { project, from } }, { signal });
    },
  });
