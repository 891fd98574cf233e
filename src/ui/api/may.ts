import { useQuery } from "@tanstack/react-query";
import type { Scope } from "../../protocol/api/api.ts";
import { permits } from "../../protocol/people/roles.ts";
import { whoamiQuery } from "./resources.ts";

/** Whether the person has the scope in the project. False until the scopes have loaded. */
export function useMay(project: string, scope: Scope): boolean {
  return permits(useQuery(whoamiQuery(project)).data?.scopes ?? [], scope);
}
