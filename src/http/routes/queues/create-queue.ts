import { MAX_QUEUES } from "../../../protocol/limits.ts";
import { createQueue as declaration } from "../../../protocol/routes/annotation/queues.ts";
import { ApiError, atLimit } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { chosenCases, storedSelection } from "./chosen-cases.ts";
import { shownQueue } from "./known-queue.ts";
import { checkPeople } from "./queue-people.ts";

export const createQueue = router().openapi(operation(declaration), async (c) => {
  const { newId, now } = c.get("services");
  const { name, perItem, isBlind, ...wanted } = c.req.valid("json");
  const people = await checkPeople(c, wanted.people, perItem);
  const { cases } = await chosenCases(c, wanted.cases);
  if (cases.length === 0) {
    throw new ApiError(
      "invalid_request",
      "cases: no case of the project matches. Widen the filters.",
    );
  }
  const id = newId("que");
  const chosen = storedSelection(wanted.cases, { cases });
  const fields = { id, name, people, perItem, isBlind, cases, chosen };
  if (!(await c.get("project").queues.create(fields, now())))
    throw atLimit(MAX_QUEUES, "queues", "Delete one first.");
  return c.json(await shownQueue(c, id), 201);
});
