/** The HTTP surface: `/v1`, sign-in, the API's description. The order of `use` is the order of work. */
import { Scalar } from "@scalar/hono-api-reference";
import type { MiddlewareHandler } from "hono";
import { csrf } from "hono/csrf";
import { secureHeaders } from "hono/secure-headers";
import { authenticate } from "./authentication.ts";
import type { HttpEnv, Services } from "./context.ts";
import { ApiError, answerError, answerNotFound } from "./errors.ts";
import { API_DESCRIPTION } from "./openapi.ts";
import { router } from "./route.ts";
import { cases } from "./routes/cases.ts";
import { distribution } from "./routes/distribution.ts";
import { events } from "./routes/events.ts";
import { graphs } from "./routes/graphs.ts";
import { keys } from "./routes/keys.ts";
import { project } from "./routes/project.ts";
import { projects } from "./routes/projects.ts";
import { reports } from "./routes/reports.ts";
import { webhooks } from "./routes/webhooks.ts";

/** Paths of better-auth that try a password. */
const SIGN_IN_PATHS = ["/api/auth/sign-in/email", "/api/auth/sign-up/email"];
const SIGN_IN_RETRY_SECONDS = 60;

const inProject = router()
  .route("/", events)
  .route("/", graphs)
  .route("/", cases)
  .route("/", distribution)
  .route("/", reports)
  .route("/", webhooks)
  .route("/", keys)
  .route("/", project);

/** The typed surface, for clients in this repository. */
export type Api = ReturnType<typeof createApp>;

export function createApp(servicesOf: (request: Request) => Services) {
  const app = router();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(async (c, next) => {
    c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
    c.set("services", servicesOf(c.req.raw));
    await next();
    c.header("X-Request-Id", c.get("requestId"));
  });
  app.use(protect);
  app.get("/health", (c) => c.json({ ok: true }));
  app.on(["GET", "POST"], "/api/auth/*", signIn);
  describe(app);
  return app
    .use(
      "/v1/*",
      csrf({ origin: (origin, c) => isOwnOrigin(origin, c.req.url, c.get("services")) }),
    )
    .route("/v1", projects)
    .use("/v1/*", authenticate)
    .route("/v1", inProject);
}

const protect = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    frameAncestors: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
  },
});

const signIn: MiddlewareHandler<HttpEnv> = async (c) => {
  const services = c.get("services");
  const address = c.req.header("cf-connecting-ip") ?? "unknown";
  if (SIGN_IN_PATHS.includes(c.req.path) && !(await services.signInAllowed(address))) {
    throw new ApiError("rate_limited", "Too many attempts to sign in. Wait a minute.", {
      retryAfter: SIGN_IN_RETRY_SECONDS,
    });
  }
  const response = await services.auth().handler(c.req.raw);
  return new Response(response.body, response);
};

/** A browser may change things only from this installation's own pages. */
function isOwnOrigin(origin: string, url: string, services: Services): boolean {
  return origin === new URL(services.publicUrl).origin || origin === new URL(url).origin;
}

function describe(app: ReturnType<typeof router>): void {
  app.get("/v1/openapi.json", (c) => c.json(app.getOpenAPI31Document(API_DESCRIPTION)));
  app.get(
    "/docs",
    Scalar({
      url: "/v1/openapi.json",
      cdn: "/scalar/standalone.js",
      withDefaultFonts: false,
      pageTitle: "MemTrace API",
    }),
  );
}
