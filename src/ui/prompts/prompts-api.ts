/** What the pages of prompts read and change. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type {
  Prompt,
  PromptBehind,
  PromptSummary,
  PromptVersion,
  Serving,
} from "../../protocol/api/prompts.ts";
import { addressOf as at, request } from "../api/request.ts";
import type { Items, Page } from "../api/resources.ts";

const firstPage = (): string | undefined => undefined;

export const promptsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "prompts"],
    queryFn: ({ signal, pageParam }) =>
      request<Page<PromptSummary>>("GET", at("prompts"), {
        query: { project, cursor: pageParam },
        signal,
      }),
    initialPageParam: firstPage(),
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const promptQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "prompt", id],
    queryFn: ({ signal }) =>
      request<Prompt>("GET", at("prompts", id), { query: { project }, signal }),
  });

export const versionQuery = (project: string, id: string, number: number) =>
  queryOptions({
    queryKey: [project, "prompt", id, number],
    queryFn: ({ signal }) =>
      request<PromptVersion>("GET", at("prompts", id, "versions", String(number)), {
        query: { project },
        signal,
      }),
  });

export const promptsBehindQuery = (project: string, id: string) =>
  queryOptions({
    queryKey: [project, "case", id, "prompts"],
    queryFn: ({ signal }) =>
      request<Items<PromptBehind>>("GET", at("cases", id, "prompts"), {
        query: { project },
        signal,
      }),
  });

export const servePrompt = (project: string, id: string, body: Serving) =>
  request<Prompt>("PUT", at("prompts", id, "serving"), { query: { project }, body });

export const writePrompt = (project: string, body: { name: string; text: string }) =>
  request<PromptVersion>("POST", at("prompts"), { query: { project }, body });

export const deletePrompt = (project: string, id: string) =>
  request<unknown>("DELETE", at("prompts", id), { query: { project } });
