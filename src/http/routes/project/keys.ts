import * as z from "zod";
import { CreateKey, Key, KeyWithSecret } from "../../../protocol/api/api.ts";
import { ApiError, notFound } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const list = operation("admin", [], {
  method: "get",
  path: "/keys",
  tags: ["Keys"],
  summary: "List keys, newest first",
  responses: { 200: json(z.object({ items: z.array(Key) }), "All keys, revoked ones too.") },
});

const create = operation("admin", [], {
  method: "post",
  path: "/keys",
  tags: ["Keys"],
  summary: "Create a key",
  request: { body: jsonBody(CreateKey) },
  responses: { 201: json(KeyWithSecret, "The key, shown this once.") },
});

const revoke = operation("admin", ["not_found"], {
  method: "delete",
  path: "/keys/{key}",
  tags: ["Keys"],
  summary: "Revoke a key",
  description: "In effect everywhere within 60 seconds.",
  request: { params: z.object({ key: z.string() }) },
  responses: { 200: json(Key, "The revoked key.") },
});

export const keys = router()
  .openapi(list, async (c) => c.json({ items: await c.get("project").keys.list() }, 200))
  .openapi(create, async (c) => {
    const input = c.req.valid("json");
    const now = c.get("services").now();
    if (input.expiresAt !== null && Date.parse(input.expiresAt) <= now) {
      throw new ApiError("invalid_request", "expiresAt: must lie in the future.");
    }
    return c.json(await c.get("project").keys.create(input, now), 201);
  })
  .openapi(revoke, async (c) => {
    const revoked = await c
      .get("project")
      .keys.revoke(c.req.valid("param").key, c.get("services").now());
    if (revoked === null) throw notFound("key");
    return c.json(revoked, 200);
  });
