import type { MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import type { HttpEnv } from "../context.ts";

/**
 * If no route matches, this is recorded as the route. The path itself is not recorded, because a
 * client can send any text there.
 */
const NO_ROUTE = "none";

/** Records the request. If the request wakes workers, they record its id as their cause. */
export const recordRequest: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { causing, now, record } = c.get("services");
  const startedAt = now();
  const requestId = c.get("requestId");
  await causing(requestId, next);
  const { path: route = NO_ROUTE } =
    matchedRoutes(c).findLast(({ path }) => !path.includes("*")) ?? {};
  record({
    ...{ kind: "request", requestId, method: c.req.method, route, status: c.res.status },
    milliseconds: Math.max(0, now() - startedAt),
    // Undefined if the request was refused before its project was known.
    project: (c.get("project") as HttpEnv["Variables"]["project"] | undefined)?.id ?? null,
  });
};
