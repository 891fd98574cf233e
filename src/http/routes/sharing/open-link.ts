import { openShared } from "../../../protocol/routes/sharing/sharing.ts";
import { hashLinkToken } from "../../../tenancy/link-token.ts";
import { ApiError } from "../../errors.ts";
import { operation, router } from "../../route.ts";
import { readShared } from "./public-content.ts";

/**
 * The length of the rate window in wrangler.toml. The rate-limit binding does not say when the
 * window ends. So clients wait for a whole window.
 */
const RATE_RETRY_SECONDS = 60;

export const shared = router().openapi(operation(openShared), async (c) => {
  const services = c.get("services");
  c.header("Cache-Control", "no-store");
  c.header("X-Robots-Tag", "noindex, nofollow");
  if (!(await services.mayOpenLink(c.req.header("cf-connecting-ip") ?? "unknown"))) {
    throw new ApiError(
      "rate_limited",
      "Too many links were opened from this network. Wait as many seconds as Retry-After says.",
      { retryAfter: RATE_RETRY_SECONDS },
    );
  }
  const hash = hashLinkToken(c.req.valid("param").token);
  const link = hash === undefined ? undefined : await services.openLink(hash);
  const found = link && (await readShared(services.project(link.project), link, services.now()));
  if (found === undefined) {
    throw new ApiError(
      "not_found",
      "This link shows nothing: it has expired, was revoked, or its content was deleted. Ask the person who sent it for a new one.",
    );
  }
  return c.json(found, 200);
});
