import { listMentions, seeMentions } from "../../../protocol/routes/annotation/comments.ts";
import type { Principal } from "../../../tenancy/principal.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";

export const mentions = router()
  .openapi(operation(listMentions), async (c) => {
    const person = personOf(c.get("principal"));
    const { cursor, limit } = c.req.valid("query");
    const repository = c.get("project").mentions;
    const [page, unread] = await Promise.all([
      repository.list(person, cursor, limit),
      repository.unread(person),
    ]);
    return c.json({ ...page, unread }, 200);
  })
  .openapi(operation(seeMentions), async (c) => {
    const person = personOf(c.get("principal"));
    const { comments } = c.req.valid("json");
    await c.get("project").mentions.see(person, comments, c.get("services").now());
    return c.body(null, 204);
  });

function personOf({ kind, id }: Principal): string {
  if (kind === "person") return id;
  throw new ApiError("invalid_request", "Mentions belong to people, and a key has none. Sign in.");
}
