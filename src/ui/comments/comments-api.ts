import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

/** The case or finding that the comments belong to. */
export type CommentPlace = { readonly case: string } | { readonly finding: string };

export const commentsQuery = (project: string, place: CommentPlace) =>
  infiniteQueryOptions({
    queryKey: [project, "comments", place],
    queryFn: ({ signal, pageParam }) => {
      const query = { project, cursor: pageParam };
      return "case" in place
        ? call("GET /cases/{case}/comments", { params: place, query }, { signal })
        : call("GET /findings/{finding}/comments", { params: place, query }, { signal });
    },
    ...PAGES,
  });

/** @param id a new id. If a request repeats the id, the service stores the comment only once */
export const addComment = (project: string, place: CommentPlace, id: string, body: string) => {
  const input = { query: { project }, body: { id, body } };
  return "case" in place
    ? call("POST /cases/{case}/comments", { params: place, ...input })
    : call("POST /findings/{finding}/comments", { params: place, ...input });
};

export const editComment = (project: string, comment: string, body: string) =>
  call("PATCH /comments/{comment}", { params: { comment }, query: { project }, body: { body } });

export const deleteComment = (project: string, comment: string) =>
  call("DELETE /comments/{comment}", { params: { comment }, query: { project } });

export const mentionsQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "mentions"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /mentions", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

const UNREAD_MS = 60_000;

export const unreadQuery = (project: string) =>
  queryOptions({
    queryKey: [project, "unread-mentions"],
    queryFn: async ({ signal }) =>
      (await call("GET /mentions", { query: { project, limit: 1 } }, { signal })).unread,
    refetchInterval: UNREAD_MS,
  });

export const seeMentions = (project: string, comments: readonly string[]) =>
  call("POST /mentions/seen", { query: { project }, body: { comments: [...comments] } });
