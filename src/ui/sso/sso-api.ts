import { queryOptions } from "@tanstack/react-query";
import { callPeople } from "../api/request.ts";

export const signInSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["sign-in-settings", organizationId],
    queryFn: () => callPeople("GET /organization/sign-in-settings", { organizationId }),
    staleTime: 0,
  });

export const change = callPeople;
