import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Endpoint, EndpointWithSecret } from "../../protocol/api/webhook-endpoints.ts";
import { deleteEndpoint, rotateSecret, sendTest, updateEndpoint } from "../api/commands.ts";
import { endpointsQuery } from "../api/resources.ts";

export type EndpointActions = ReturnType<typeof useEndpointActions>;

/** Returns the actions that a person can take on an endpoint. */
export function useEndpointActions(
  project: string,
  id: string,
  onRotated: (endpoint: EndpointWithSecret) => void,
) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: endpointsQuery(project).queryKey });
  return {
    test: useMutation({ mutationFn: () => sendTest(project, id) }),
    toggle: useMutation({
      mutationFn: (state: Endpoint["state"]) => updateEndpoint(project, id, { state }),
      onSettled: refresh,
    }),
    rotate: useMutation({ mutationFn: () => rotateSecret(project, id), onSuccess: onRotated }),
    remove: useMutation({ mutationFn: () => deleteEndpoint(project, id), onSuccess: refresh }),
  };
}
