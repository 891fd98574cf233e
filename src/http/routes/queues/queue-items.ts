import {
  giveQueueItem,
  listQueueItems,
  showQueueItem,
  skipQueueItem,
} from "../../../protocol/routes/annotation/queues.ts";
import { ApiError, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { workingPerson } from "./asking-person.ts";
import { shownQueue, storedQueue } from "./known-queue.ts";
import { checkLabeller } from "./queue-people.ts";
import { shownItem } from "./shown-item.ts";

export const queueItems = router()
  .openapi(operation(listQueueItems), async (c) => {
    const { id } = await storedQueue(c, c.req.valid("param").queue);
    const { cursor, limit, ...filter } = c.req.valid("query");
    return c.json(await c.get("project").queueItems.list(id, filter, cursor, limit), 200);
  })
  .openapi(operation(showQueueItem), async (c) => {
    const stored = await storedQueue(c, c.req.valid("param").queue);
    return c.json(await shownItem(c, stored, c.req.valid("param").case), 200);
  })
  .openapi(operation(skipQueueItem), async (c) => {
    const stored = await storedQueue(c, c.req.valid("param").queue);
    const { case: id } = c.req.valid("param");
    const person = workingPerson(c);
    const { queueItems: repository } = c.get("project");
    const item = (await repository.of(stored.id, person)).find((each) => each.case === id);
    if (item === undefined) throw notFound("item of yours");
    if (stored.state === "closed") {
      throw new ApiError("conflict", "The queue is closed. Reopen it to skip items.");
    }
    if (item.state === "done") {
      throw new ApiError(
        "conflict",
        "You have labelled this case. Withdraw your label before you skip it.",
      );
    }
    const { reason } = c.req.valid("json");
    await repository.skip(stored.id, id, person, reason, c.get("services").now());
    return c.json(await shownItem(c, stored, id), 200);
  })
  .openapi(operation(giveQueueItem), async (c) => {
    const stored = await storedQueue(c, c.req.valid("param").queue);
    const { case: id } = c.req.valid("param");
    const { queueItems: repository } = c.get("project");
    if (!(await repository.has(stored.id, id))) throw notFound("item");
    if (stored.state === "closed") {
      throw new ApiError("conflict", "The queue is closed. Reopen it to give items.");
    }
    const { from, to } = c.req.valid("json");
    checkLabeller(await c.get("project").comments.members(), to, "to");
    const item = { queue: stored.id, case: id, from, to };
    if (!(await repository.give(item, c.get("services").now()))) {
      throw new ApiError(
        "conflict",
        "Nothing was changed: the person in `from` has no skipped item of this case that can be given, or the person in `to` already has the case.",
      );
    }
    return c.json(await shownQueue(c, stored.id), 200);
  });
