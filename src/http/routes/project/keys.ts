import type { CreateKey } from "../../../protocol/api/api.ts";
import { MAX_KEYS } from "../../../protocol/limits.ts";
import { createKey, listKeys, revokeKey } from "../../../protocol/routes/project.ts";
import type { Principal } from "../../../tenancy/principal.ts";
import { ApiError, atLimit, notFound } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const keys = router()
  .openapi(operation(listKeys), async (c) => {
    const { cursor, limit } = c.req.valid("query");
    return c.json(await c.get("project").keys.list(cursor, limit), 200);
  })
  .openapi(operation(createKey), async (c) => {
    const input = c.req.valid("json");
    const now = c.get("services").now();
    if (input.expiresAt !== null && Date.parse(input.expiresAt) <= now) {
      throw new ApiError("invalid_request", "expiresAt: must be in the future.");
    }
    refuseMoreThanOwn(c.get("principal"), input);
    const { creator } = c.get("principal");
    const created = await c.get("project").keys.create({ ...input, creator }, now);
    if (created === undefined) throw atLimit(MAX_KEYS, "working keys", "Revoke one first.");
    return c.json(created, 201);
  })
  .openapi(operation(revokeKey), async (c) => {
    const revoked = await c
      .get("project")
      .keys.revoke(c.req.valid("param").key, c.get("services").now());
    if (revoked === null) throw notFound("key");
    return c.json(revoked, 200);
  });

/** Refuses a key with more scopes than the caller has. */
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
      `expiresAt: this key expires at ${until}. Give this time or an earlier one.`,
    );
  }
}
