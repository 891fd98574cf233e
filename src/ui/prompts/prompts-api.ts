import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { Serving } from "../../protocol/api/prompts.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

export const promptsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "prompts"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /prompts", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const promptQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "prompt", id],
    queryFn: ({ signal }) =>
      call("GET /prompts/{prompt}", { params: { prompt: id }, query: { project } }, { signal }),
  });

export const versionQuery = (project: string, id: string, number: number) =>
  queryOptions({
    queryKey: [project, "prompt", id, number],
    queryFn: ({ signal }) =>
      call(
        "GET /prompts/{prompt}/versions/{version}",
        { params: { prompt: id, version: String(number) }, query: { project } },
        { signal },
      ),
  });

export const promptsBehindQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "case", id, "prompts"],
    queryFn: ({ signal }) =>
      call("GET /cases/{case}/prompts", { params: { case: id }, query: { project } }, { signal }),
  });

export const servePrompt = (project: string, id: string, body: Serving) =>
  call("PUT /prompts/{prompt}/serving", { params: { prompt: id }, query: { project }, body });

export const writePrompt = (project: string, body: { name: string; text: string }) =>
  call("POST /prompts", { query: { project }, body });

export const deletePrompt = (project: string, id: string) =>
  call("DELETE /prompts/{prompt}", { params: { prompt: id }, query: { project } });
