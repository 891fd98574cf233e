import { deleteQueue, showQueue, updateQueue } from "../../../protocol/routes/annotation/queues.ts";
import { operation, router } from "../../route.ts";
import { shownQueue, storedQueue } from "./known-queue.ts";
import { checkPeople } from "./queue-people.ts";

export const oneQueue = router()
  .openapi(operation(showQueue), async (c) => {
    return c.json(await shownQueue(c, c.req.valid("param").queue), 200);
  })
  .openapi(operation(updateQueue), async (c) => {
    const { id, perItem } = await storedQueue(c, c.req.valid("param").queue);
    const { people, ...fields } = c.req.valid("json");
    const change =
      people === undefined ? fields : { ...fields, people: await checkPeople(c, people, perItem) };
    await c.get("project").queues.change(id, change, c.get("services").now());
    return c.json(await shownQueue(c, id), 200);
  })
  .openapi(operation(deleteQueue), async (c) => {
    const { id } = await storedQueue(c, c.req.valid("param").queue);
    await c.get("project").queues.delete(id);
    return c.body(null, 204);
  });
