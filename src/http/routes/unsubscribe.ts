/**
 * Unsubscribes a reader from an alert channel's e-mails, or subscribes the reader again. Anybody
 * with the link from such an e-mail can do this. A mail program can post here without asking the
 * reader (RFC 8058). Opening the link changes nothing, because e-mail scanners open links too.
 */
import type { Context } from "hono";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import { router } from "../route.ts";

export const unsubscribe = router();

unsubscribe.post("/", (c) => answer(c, false));
unsubscribe.delete("/", (c) => answer(c, true));

async function answer(c: Context<HttpEnv>, isSubscribed: boolean): Promise<Response> {
  c.set("isRepeatable", true);
  c.header("Cache-Control", "no-store");
  const changed = await c.get("services").setSubscribed(c.req.query("token") ?? "", isSubscribed);
  if (changed === undefined) {
    throw new ApiError(
      "not_found",
      "This link is incomplete, or its channel was deleted. A deleted channel sends no e-mails.",
    );
  }
  return c.json(changed);
}
