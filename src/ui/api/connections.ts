/** Requests about apps that act for the person through the MCP server. */
import { queryOptions } from "@tanstack/react-query";
import type { ConnectionScope } from "../../protocol/people/connections.ts";
import { callPeople } from "./request.ts";

export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: () => callPeople("GET /connections", {}),
});

export const connectionRequestQuery = (request: string) =>
  queryOptions({
    queryKey: ["connection-request", request],
    queryFn: () => callPeople("GET /connections/request", { request }),
    // Always load the request again. With outdated data, the person would see one request and allow
    // another one.
    staleTime: 0,
  });

export const allowApp = (decision: {
  request: string;
  project: string;
  scopes: ConnectionScope[];
}) => callPeople("POST /connections/allow", decision);

export const removeConnection = (id: string) => callPeople("POST /connections/remove", { id });
