import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import type { ItemState } from "../../protocol/api/annotation/queues.ts";
import type { Input } from "../../protocol/routes/client.ts";
import { call } from "../api/request.ts";
import { PAGES } from "../api/resources.ts";

export const queuesQuery = (project: string) =>
  infiniteQueryOptions({
    queryKey: [project, "queues"],
    queryFn: ({ signal, pageParam }) =>
      call("GET /queues", { query: { project, cursor: pageParam } }, { signal }),
    ...PAGES,
  });

export const queueQuery = (project: string, queue: string) =>
  queryOptions({
    queryKey: [project, "queue", queue],
    queryFn: ({ signal }) =>
      call("GET /queues/{queue}", { params: { queue }, query: { project } }, { signal }),
  });

export const queueItemsQuery = (project: string, queue: string, state: ItemState | undefined) =>
  infiniteQueryOptions({
    queryKey: [project, "queue", queue, "items", state],
    queryFn: ({ signal, pageParam }) =>
      call(
        "GET /queues/{queue}/items",
        { params: { queue }, query: { project, state, cursor: pageParam } },
        { signal },
      ),
    ...PAGES,
  });

export const queueItemQuery = (project: string, queue: string, item: string) =>
  queryOptions({
    queryKey: [project, "queue", queue, "item", item],
    queryFn: ({ signal }) =>
      call(
        "GET /queues/{queue}/items/{case}",
        { params: { queue, case: item }, query: { project } },
        { signal },
      ),
  });

/**
 * Returns the next item that the person has neither labelled nor skipped.
 * @param after id of an item. Only the items after it are searched. If it is undefined, all items
 * are searched
 */
export const nextItem = (project: string, queue: string, after?: string) =>
  call("GET /queues/{queue}/next", { params: { queue }, query: { project, after } });

export type NewQueue = Input<"POST /queues">["body"];
export type QueueSelection = NewQueue["cases"];

export const createQueue = (project: string, body: NewQueue) =>
  call("POST /queues", { query: { project }, body });

export const changeQueue = (
  project: string,
  queue: string,
  body: Input<"PATCH /queues/{queue}">["body"],
) => call("PATCH /queues/{queue}", { params: { queue }, query: { project }, body });

export const deleteQueue = (project: string, queue: string) =>
  call("DELETE /queues/{queue}", { params: { queue }, query: { project } });

export const addToQueue = (project: string, queue: string, body: QueueSelection) =>
  call("POST /queues/{queue}/cases", { params: { queue }, query: { project }, body });

export const skipItem = (project: string, queue: string, item: string, reason: string) =>
  call("POST /queues/{queue}/items/{case}/skip", {
    ...{ params: { queue, case: item }, query: { project }, body: { reason } },
  });

export const giveItem = (
  project: string,
  queue: string,
  item: string,
  body: Input<"POST /queues/{queue}/items/{case}/give">["body"],
) =>
  call("POST /queues/{queue}/items/{case}/give", {
    ...{ params: { queue, case: item }, query: { project }, body },
  });
