import { listServedPrompts as declaration } from "../../../protocol/routes/prompts.ts";
import { operation, router } from "../../route.ts";

export const listServedPrompts = router().openapi(operation(declaration), async (c) => {
  const served = await c.get("project").prompts.served();
  const bytes = new TextEncoder().encode(JSON.stringify(served));
  const hash = await crypto.subtle.digest("SHA-256", bytes);
  const tag = `"${Buffer.from(hash).toString("base64url")}"`;
  const headers = { ETag: tag, "Cache-Control": "private, no-cache" };
  const known = c.req.header("if-none-match")?.split(",") ?? [];
  if (known.some((value) => value.trim().replace(/^W\//, "") === tag)) {
    return c.body(null, 304, headers);
  }
  return c.json(served, 200, headers);
});
