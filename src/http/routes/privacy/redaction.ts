import {
  putRedaction,
  showRedaction,
  showRedactionCounts,
  tryRedaction,
} from "../../../protocol/routes/privacy/redaction.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const redaction = router()
  .openapi(operation(showRedaction), async (c) =>
    c.json(await c.get("project").redaction.settings(), 200),
  )
  .openapi(operation(putRedaction), async (c) => {
    const made = await c.get("project").redaction.put(c.req.valid("json"));
    if (!made.ok) throw new ApiError("invalid_request", `${made.fault} Nothing was changed.`);
    return c.json(made.value, 200);
  })
  .openapi(operation(tryRedaction), async (c) => {
    const { text, settings } = c.req.valid("json");
    const { redaction: own } = c.get("project");
    const made = await own.try(text, settings ?? (await own.settings()));
    if (!made.ok) throw new ApiError("invalid_request", made.fault);
    const counts = [...made.value.counts]
      .map(([kind, count]) => ({ kind, count }))
      .toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    return c.json({ text: made.value.text, counts }, 200);
  })
  .openapi(operation(showRedactionCounts), async (c) =>
    c.json({ days: await c.get("project").redaction.days() }, 200),
  );
