import type { Context } from "hono";
import type { StoredQueue } from "../../../database/queues/queue-repository.ts";
import type { Queue } from "../../../protocol/api/annotation/queues.ts";
import type { HttpEnv } from "../../context.ts";
import { notFound } from "../../errors.ts";
import { askingPerson } from "./asking-person.ts";

/** @throws ApiError if the project has no such queue */
export async function storedQueue(c: Context<HttpEnv>, id: string): Promise<StoredQueue> {
  const row = await c.get("project").queues.row(id);
  if (row === undefined) throw notFound("queue");
  return row;
}

/** @throws ApiError if the project has no such queue */
export async function shownQueue(c: Context<HttpEnv>, id: string): Promise<Queue> {
  const found = await c.get("project").queues.find(id, askingPerson(c));
  if (found === undefined) throw notFound("queue");
  return found;
}
