import type { Context } from "hono";
import type { ChosenCases } from "../../../database/queues/queue-item-repository.ts";
import type { QueueCases } from "../../../protocol/api/annotation/queues.ts";
import { MAX_QUEUE_CANDIDATES, MAX_QUEUE_CASES } from "../../../protocol/limits.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";

export async function chosenCases(
  c: Context<HttpEnv>,
  wanted: QueueCases,
  queue?: string,
): Promise<ChosenCases> {
  const chosen = await c.get("project").queueItems.choose(wanted, queue);
  if (chosen.ok) return chosen.value;
  if (chosen.fault.kind === "too_many_to_sample") {
    throw new ApiError(
      "conflict",
      `cases: more than ${MAX_QUEUE_CANDIDATES} cases match. Narrow the filters, for example with from and to.`,
    );
  }
  const { matching, room } = chosen.fault;
  throw new ApiError(
    "conflict",
    `cases: ${matching} cases match, and the queue has room for ${room} of ${MAX_QUEUE_CASES}. Narrow the filters, or give a sample.`,
  );
}

/**
 * This text is stored instead of the ids of end users, because a queue can be kept longer than
 * their data.
 */
const NOT_STORED = "not stored";

/**
 * Returns the selection as the queue stores it. If the request named cases by id, only the ids of
 * the added cases are stored. All ids of the request could take megabytes.
 */
export function storedSelection(
  wanted: QueueCases,
  { cases: added }: Pick<ChosenCases, "cases">,
): QueueCases {
  const { user, users } = wanted;
  return {
    ...wanted,
    ...(wanted.cases === undefined ? {} : { cases: added }),
    ...(user === undefined ? {} : { user: NOT_STORED }),
    ...(users === undefined ? {} : { users: users.map(() => NOT_STORED) }),
  };
}
