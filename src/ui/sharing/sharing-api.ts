import { queryOptions } from "@tanstack/react-query";
import type { LinkKind } from "../../protocol/api/sharing/links.ts";
import type { Input } from "../../protocol/routes/client.ts";
import { call } from "../api/request.ts";

export const viewsQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "views"],
    queryFn: ({ signal }) => call("GET /views", { query: { project } }, { signal }),
  });

export const createView = (project: string, body: Input<"POST /views">["body"]) =>
  call("POST /views", { query: { project }, body });

export const changeView = (
  project: string,
  view: string,
  body: Input<"PATCH /views/{view}">["body"],
) => call("PATCH /views/{view}", { params: { view }, query: { project }, body });

export const deleteView = (project: string, view: string) =>
  call("DELETE /views/{view}", { params: { view }, query: { project } });

/** The case, report or view behind a public link. */
export interface LinkTarget {
  readonly kind: LinkKind;
  readonly target: string;
}

/** Public links to `of`. Without `of`, all public links of the project. */
export const linksQuery = (project: string, of?: LinkTarget) =>
  queryOptions({
    queryKey: [project, "links", of ?? null],
    queryFn: ({ signal }) => call("GET /links", { query: { project, ...of } }, { signal }),
  });

export const createLink = (project: string, body: Input<"POST /links">["body"]) =>
  call("POST /links", { query: { project }, body });

export const revokeLink = (project: string, link: string) =>
  call("DELETE /links/{link}", { params: { link }, query: { project } });

export const sharedQuery = (token: string) =>
  queryOptions({
    queryKey: ["shared", token],
    queryFn: ({ signal }) => call("GET /shared/{token}", { params: { token } }, { signal }),
  });
