import type { Context } from "hono";
import { ofPerson } from "../../../database/queues/queue-item-repository.ts";
import type { StoredQueue } from "../../../database/queues/queue-repository.ts";
import type { QueueItem } from "../../../protocol/api/annotation/queues.ts";
import type { Case } from "../../../protocol/api/api.ts";
import type { HttpEnv } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { askingPerson } from "./asking-person.ts";

/** @throws ApiError if the queue has no such item */
export async function shownItem(
  c: Context<HttpEnv>,
  queue: StoredQueue,
  id: string,
): Promise<QueueItem> {
  const { cases, queueItems } = c.get("project");
  const person = askingPerson(c);
  const [found, isItem] = await Promise.all([cases.find(id), queueItems.has(queue.id, id)]);
  if (found === undefined || !isItem) throw notFound("item");
  const mine = person === undefined ? [] : await queueItems.of(queue.id, person);
  const index = mine.findIndex((item) => item.case === id);
  const item = mine[index];
  const isLabelled = person !== undefined && (await queueItems.hasLabelled(id, person));
  const isHidden = queue.isBlind && queue.state === "open" && !isLabelled;
  return {
    queue: queue.id,
    case: isHidden ? withoutVerdict(found) : found,
    isHidden,
    mine: item === undefined ? null : ofPerson(item),
    place: index + 1,
    of: mine.length,
    previous: mine[index - 1]?.case ?? null,
    next: item === undefined ? null : (mine[index + 1]?.case ?? null),
  };
}

/**
 * Leaves out the verdict, the labels, and fields that show whether these exist. The other fields
 * are listed one by one, so that a new field is hidden until somebody lists it.
 */
function withoutVerdict(item: Case): Case {
  const { id, graph, system, sessionCategory, origin, occurredAt, createdAt } = item;
  const { query, queryId, expected, prediction, predictionId, evidence, judgeReason } = item;
  const { correction } = item;
  return {
    ...{ id, graph, system, sessionCategory, origin, occurredAt, createdAt },
    ...{ query, queryId, expected, prediction, predictionId, evidence, judgeReason },
    ...{ correction, decisions: 0 },
    ...{
      state: "done",
      failure: null,
      outcome: null,
      errorType: null,
      subKind: null,
      op: null,
    },
    ...{
      opName: null,
      confidence: null,
      agreement: null,
      proof: null,
      attribution: null,
      attributedAt: null,
    },
    ...{ label: null, labelState: "none", labelledBy: 0 },
  };
}
