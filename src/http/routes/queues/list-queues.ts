import { listQueues as declaration } from "../../../protocol/routes/annotation/queues.ts";
import { operation, router } from "../../route.ts";
import { askingPerson } from "./asking-person.ts";

export const listQueues = router().openapi(operation(declaration), async (c) => {
  const { cursor, limit } = c.req.valid("query");
  return c.json(await c.get("project").queues.list(askingPerson(c), cursor, limit), 200);
});
