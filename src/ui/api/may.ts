import { useQuery } from "@tanstack/react-query";
import type { Scope } from "../../protocol/api/api.ts";
import { permits } from "../../protocol/people/roles.ts";
import { whoamiQuery } from "./resources.ts";

/** Whether the signed-in person has the scope; false until their scopes have loaded. */
export function useMay(project: string, scope: Scope): boolean {
  return permits(useQuery(whoamiQuery(project)).data?.scopes ?? [], scope);
}
