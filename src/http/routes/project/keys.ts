import * as z from "zod";
import { CreateKey, Key, KeyWithSecret } from "../../../protocol/api/api.ts";
import { MAX_KEYS } from "../../../protocol/limits.ts";
import type { Principal } from "../../../tenancy/principal.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { json, jsonBody, operation, router } from "../../route.ts";

const list = operation("admin", [], {
  method: "get",
  path: "/keys",
  tags: ["Keys"],
  summary: "List keys, newest first",
  responses: { 200: json(z.object({ items: z.array(Key) }), "All keys, revoked ones too.") },
});

const create = operation("keys", ["conflict"], {
  method: "post",
  path: "/keys",
  tags: ["Keys"],
  summary: "Create a key",
  description:
    "A key with the scope `keys` makes keys that have no scope beyond its own and expire no later than itself.",
  request: { body: jsonBody(CreateKey) },
  responses: { 201: json(KeyWithSecret, "The key, shown only once.") },
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
    refuseMoreThanOwn(c.get("principal"), input);
    const { creator } = c.get("principal");
    const created = await c.get("project").keys.create({ ...input, creator }, now);
    if (created === undefined) throw atLimit(MAX_KEYS, "working keys", "Revoke one first.");
    return c.json(created, 201);
  })
  .openapi(revoke, async (c) => {
    const revoked = await c
      .get("project")
      .keys.revoke(c.req.valid("param").key, c.get("services").now());
    if (revoked === null) throw notFound("key");
    return c.json(revoked, 200);
  });

/** Nobody hands on what they do not have. */
function refuseMoreThanOwn(principal: Principal, wanted: CreateKey): void {
  const beyond = wanted.scopes.filter((scope) => !principal.scopes.includes(scope));
  if (beyond.length > 0) {
    throw new ApiError(
      "forbidden",
      `scopes: you cannot give ${beyond.join(", ")}; you have ${principal.scopes.join(", ")}.`,
    );
  }
  const until = principal.expiresAt ?? null;
  if (until === null) return;
  if (wanted.expiresAt === null || Date.parse(wanted.expiresAt) > Date.parse(until)) {
    throw new ApiError(
      "forbidden",
      `expiresAt: this key expires at ${until}, so give that or earlier.`,
    );
  }
}
