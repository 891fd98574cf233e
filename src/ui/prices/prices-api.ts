import { queryOptions } from "@tanstack/react-query";
import type { ModelPrices } from "../../protocol/api/insights/model-prices.ts";
import { call } from "../api/request.ts";

export const pricesQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "prices"],
    queryFn: ({ signal }) => call("GET /project/prices", { query: { project } }, { signal }),
  });

export const putPrices = (project: string, body: ModelPrices) =>
  call("PUT /project/prices", { query: { project }, body });
