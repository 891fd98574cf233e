import { queryOptions } from "@tanstack/react-query";
import { callPeople } from "../api/request.ts";

export const signInSettingsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: ["sign-in-settings", organizationId],
    queryFn: () => callPeople("GET /organization/sign-in-settings", { organizationId }),
    staleTime: 0,
  });

/** Sends a change of the settings. Returns the new settings. */
export const change = callPeople;
