import { addQueueCases as declaration } from "../../../protocol/routes/annotation/queues.ts";
import { operation, router } from "../../route.ts";
import { chosenCases, storedSelection } from "./chosen-cases.ts";
import { shownQueue, storedQueue } from "./known-queue.ts";
import { checkPeople } from "./queue-people.ts";

export const addQueueCases = router().openapi(operation(declaration), async (c) => {
  const stored = await storedQueue(c, c.req.valid("param").queue);
  const wanted = c.req.valid("json");
  const { cases, known } = await chosenCases(c, wanted, stored.id);
  if (cases.length > 0) {
    // Check the people again, because they may have left the organization or got another role.
    await checkPeople(c, stored.people, stored.perItem);
    const selection = storedSelection(wanted, { cases });
    await c.get("project").queueItems.add(stored, cases, selection, c.get("services").now());
  }
  const queue = await shownQueue(c, stored.id);
  return c.json({ added: cases.length, known, queue }, 200);
});
