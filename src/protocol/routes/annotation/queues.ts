/** Routes for queues: lists of cases that people label. */
import * as z from "zod";
import {
  CreateQueue,
  GiveItem,
  ITEM_STATES,
  NextItem,
  Queue,
  QueueAdded,
  QueueCases,
  QueueItem,
  QueueItemSummary,
  SkipItem,
  UpdateQueue,
} from "../../api/annotation/queues.ts";
import { Page } from "../../api/api.ts";
import { declare, json, jsonBody, PageQuery } from "../declaration.ts";

const QueueParam = z.object({ queue: z.string() });
const ItemParam = QueueParam.extend({ case: z.string() });

export const listQueues = declare("read", [], {
  method: "get",
  path: "/queues",
  tags: ["Queues"],
  summary: "List queues with their progress, newest first",
  description: "A page has at most 20 queues.",
  request: { query: PageQuery },
  responses: { 200: json(Page(Queue), "One page.") },
});

export const createQueue = declare("write", ["conflict", "invalid_request"], {
  method: "post",
  path: "/queues",
  isRepeatable: false,
  audit: { action: "queue.create", shown: ["people", "perItem", "isBlind"] },
  tags: ["Queues"],
  summary: "Create a queue of cases for people to label",
  description:
    "Every case is assigned to `perItem` of the people, who get equal numbers of cases. An item is done when the person has labelled the case with `PUT /v1/cases/{case}/label`. A blind queue hides verdicts and labels only in the routes of the queue: people who can read the project can still open the case itself.",
  request: { body: jsonBody(CreateQueue) },
  responses: { 201: json(Queue, "The queue.") },
});

export const showQueue = declare("read", ["not_found"], {
  method: "get",
  path: "/queues/{queue}",
  tags: ["Queues"],
  summary: "Show a queue with its progress",
  request: { params: QueueParam },
  responses: { 200: json(Queue, "The queue.") },
});

export const updateQueue = declare("write", ["not_found"], {
  method: "patch",
  path: "/queues/{queue}",
  audit: { action: "queue.update", shown: ["people", "perItem", "isBlind"] },
  tags: ["Queues"],
  summary: "Rename, close or reopen a queue, or change its people",
  description:
    "New people take over open items. Items that somebody labelled or skipped stay with that person. A closed queue hides nothing.",
  request: { params: QueueParam, body: jsonBody(UpdateQueue) },
  responses: { 200: json(Queue, "The queue after the change.") },
});

export const deleteQueue = declare("write", ["not_found"], {
  method: "delete",
  path: "/queues/{queue}",
  audit: "queue.delete",
  tags: ["Queues"],
  summary: "Delete a queue",
  description: "The labels of its cases stay. The reasons of skipped items are deleted.",
  request: { params: QueueParam },
  responses: { 204: { description: "Deleted." } },
});

export const addQueueCases = declare("write", ["not_found", "conflict", "invalid_request"], {
  method: "post",
  path: "/queues/{queue}/cases",
  isRepeatable: true,
  audit: "queue.add_cases",
  tags: ["Queues"],
  summary: "Add cases to a queue",
  description:
    "Cases that are already in the queue do not change. If one of the queue's people may no longer label, the answer is 400: change the people first.",
  request: { params: QueueParam, body: jsonBody(QueueCases) },
  responses: { 200: json(QueueAdded, "How many were added.") },
});

export const listQueueItems = declare("read", ["not_found"], {
  method: "get",
  path: "/queues/{queue}/items",
  tags: ["Queues"],
  summary: "List the items of a queue with the state of each person, in their order",
  request: {
    params: QueueParam,
    query: PageQuery.extend({
      state: z.enum(ITEM_STATES).optional().describe("only cases with an item in this state"),
      person: z.string().optional().describe("items of this person"),
    }),
  },
  responses: { 200: json(Page(QueueItemSummary), "One page.") },
});

export const nextQueueItem = declare("read", ["not_found", "invalid_request"], {
  method: "get",
  path: "/queues/{queue}/next",
  tags: ["Queues"],
  summary: "Find the next open item of the signed-in person",
  request: {
    params: QueueParam,
    query: z.object({
      after: z.string().optional().describe("id of a case; the search starts after its item"),
    }),
  },
  responses: { 200: json(NextItem, "The item's case.") },
});

export const showQueueItem = declare("read", ["not_found"], {
  method: "get",
  path: "/queues/{queue}/items/{case}",
  tags: ["Queues"],
  summary: "Show an item of a queue, without the fields that are hidden from the signed-in person",
  request: { params: ItemParam },
  responses: { 200: json(QueueItem, "The item with its case.") },
});

export const skipQueueItem = declare("label", ["not_found", "conflict", "invalid_request"], {
  method: "post",
  path: "/queues/{queue}/items/{case}/skip",
  isRepeatable: true,
  audit: "queue.skip_item",
  tags: ["Queues"],
  summary: "Skip an item, with the reason",
  description: "The item becomes done when the person labels its case.",
  request: { params: ItemParam, body: jsonBody(SkipItem) },
  responses: { 200: json(QueueItem, "The item after the change.") },
});

export const giveQueueItem = declare("write", ["not_found", "conflict", "invalid_request"], {
  method: "post",
  path: "/queues/{queue}/items/{case}/give",
  isRepeatable: false,
  audit: { action: "queue.give_item", shown: ["from", "to"] },
  tags: ["Queues"],
  summary: "Give a skipped item to another person",
  description:
    "The other person gets an open item of the same case. The skipped item stays with its reason, and no longer counts in the progress.",
  request: { params: ItemParam, body: jsonBody(GiveItem) },
  responses: { 200: json(Queue, "The queue after the change.") },
});
