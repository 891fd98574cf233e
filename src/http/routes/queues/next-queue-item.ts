import { nextQueueItem as declaration } from "../../../protocol/routes/annotation/queues.ts";
import { operation, router } from "../../route.ts";
import { workingPerson } from "./asking-person.ts";
import { storedQueue } from "./known-queue.ts";

export const nextQueueItem = router().openapi(operation(declaration), async (c) => {
  const { id } = await storedQueue(c, c.req.valid("param").queue);
  const { after } = c.req.valid("query");
  const mine = await c.get("project").queueItems.of(id, workingPerson(c));
  // Look for an open item first after `after`, and then from the beginning of the queue.
  const start = mine.findIndex((item) => item.case === after) + 1;
  const inTurn = [...mine.slice(start), ...mine.slice(0, start)];
  const open = inTurn.filter(({ state }) => state === "open");
  return c.json({ case: open[0]?.case ?? null, open: open.length }, 200);
});
