import { showReplayPlan as declaration } from "../../../protocol/routes/replays.ts";
import { operation, router } from "../../route.ts";
import { planOf } from "./planned-case.ts";

export const showReplayPlan = router().openapi(operation(declaration), async (c) => {
  const { planned } = await planOf(c.get("project"), c.req.valid("param").case);
  return c.json(planned, 200);
});
