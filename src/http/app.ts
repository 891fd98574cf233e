/**
 * Builds the HTTP interface: `/v1`, sign-in, and the API description. Middleware runs in the order
 * in which `use` is called.
 */
import type { MiddlewareHandler } from "hono";
import { secureHeaders } from "hono/secure-headers";
import { authorizationOf, isUpgrade } from "../tenancy/authorization.ts";
import { authenticate } from "./authentication.ts";
import type { HttpEnv, Services } from "./context.ts";
import { docsPage } from "./docs-page.ts";
import { ApiError, answerError, answerNotFound } from "./errors.ts";
import { mcp } from "./mcp/mcp.ts";
import { metadata } from "./oauth/metadata.ts";
import { oauth } from "./oauth/oauth.ts";
import { API_DESCRIPTION } from "./openapi.ts";
import { recordRequest } from "./operation/record-request.ts";
import { router } from "./route.ts";
import { ask } from "./routes/ask/ask.ts";
import { audit } from "./routes/audit/audit.ts";
import { benchmarks } from "./routes/benchmarks/benchmarks.ts";
import { cases } from "./routes/cases/cases.ts";
import { channels } from "./routes/channels/channels.ts";
import { comments } from "./routes/comments/comments.ts";
import { datasets } from "./routes/datasets/datasets.ts";
import { experiments } from "./routes/experiments/experiments.ts";
import { graphParts } from "./routes/graph-queries/graph-parts.ts";
import { graphQueries } from "./routes/graph-queries/graph-queries.ts";
import { graphWarnings } from "./routes/graph-queries/graph-warnings.ts";
import { deletion } from "./routes/graphs/deletion.ts";
import { events } from "./routes/graphs/events.ts";
import { graphs } from "./routes/graphs/graphs.ts";
import { live } from "./routes/graphs/live.ts";
import { otlp } from "./routes/graphs/otlp.ts";
import { health } from "./routes/health/health.ts";
import { impact } from "./routes/impact/impact.ts";
import { distribution } from "./routes/insights/distribution.ts";
import { findings } from "./routes/insights/findings.ts";
import { mergedFindings } from "./routes/insights/merge-findings.ts";
import { reports } from "./routes/insights/reports.ts";
import { shifts } from "./routes/insights/shifts.ts";
import { judge } from "./routes/judge/judge.ts";
import { labels } from "./routes/labels/labels.ts";
import { ledger } from "./routes/ledger/ledger.ts";
import { localLetters } from "./routes/local-letters.ts";
import { operator } from "./routes/operator/operator.ts";
import { people } from "./routes/people.ts";
import { exports } from "./routes/privacy/exports.ts";
import { receiptKeys } from "./routes/privacy/receipt-keys.ts";
import { receipts } from "./routes/privacy/receipts.ts";
import { redaction } from "./routes/privacy/redaction.ts";
import { retention } from "./routes/privacy/retention.ts";
import { connectedApps } from "./routes/project/connected-apps.ts";
import { jobs } from "./routes/project/jobs.ts";
import { keys } from "./routes/project/keys.ts";
import { model } from "./routes/project/model.ts";
import { prices } from "./routes/project/prices.ts";
import { project } from "./routes/project/project.ts";
import { projects } from "./routes/project/projects.ts";
import { prompts } from "./routes/prompts/prompts.ts";
import { proposals } from "./routes/proposals/proposals.ts";
import { queues } from "./routes/queues/queues.ts";
import { replays } from "./routes/replays/replays.ts";
import { rules } from "./routes/rules/rules.ts";
import { scim } from "./routes/scim/scim.ts";
import { links } from "./routes/sharing/links.ts";
import { shared } from "./routes/sharing/open-link.ts";
import { views } from "./routes/sharing/views.ts";
import { sso } from "./routes/sso/sso.ts";
import { unsubscribe } from "./routes/unsubscribe.ts";
import { showUsage } from "./routes/usage/show-usage.ts";
import { webhooks } from "./routes/webhooks/webhooks.ts";

const inProject = router()
  .route("/", events)
  .route("/", otlp)
  .route("/", graphs)
  .route("/", graphQueries)
  .route("/", graphParts)
  .route("/", graphWarnings)
  .route("/", ask)
  .route("/", ledger)
  .route("/", impact)
  .route("/", health)
  .route("/", live)
  .route("/", deletion)
  .route("/", cases)
  .route("/", labels)
  .route("/", judge)
  .route("/", replays)
  .route("/", comments)
  .route("/", queues)
  .route("/", distribution)
  .route("/", reports)
  .route("/", datasets)
  .route("/", benchmarks)
  .route("/", experiments)
  .route("/", proposals)
  .route("/", jobs)
  .route("/", findings)
  .route("/", mergedFindings)
  .route("/", shifts)
  .route("/", webhooks)
  .route("/", channels)
  .route("/", rules)
  .route("/", keys)
  .route("/", connectedApps)
  .route("/", audit)
  .route("/", showUsage)
  .route("/", views)
  .route("/", links)
  .route("/", project)
  .route("/", prompts)
  .route("/", model)
  .route("/", prices)
  .route("/", redaction)
  .route("/", retention)
  .route("/", receipts)
  .route("/", exports);

export function createApp(servicesOf: (request: Request) => Services) {
  const app = router();
  app.onError(answerError);
  app.notFound(answerNotFound);
  app.use(async (c, next) => {
    c.set("requestId", c.req.header("cf-ray") ?? crypto.randomUUID());
    c.set("services", servicesOf(c.req.raw));
    await next();
    // Set the header directly on the response, because `c.header` would first copy the whole
    // response.
    c.res.headers.set("X-Request-Id", c.get("requestId"));
    if (isApi(c.req.path) && !c.res.headers.has("Cache-Control"))
      c.res.headers.set("Cache-Control", "no-store");
  });
  app.use(recordRequest);
  app.use((c, next) => (isApi(c.req.path) ? protectAnswers : protectPages)(c, next));
  app.get("/health", (c) => c.json({ ok: true }));
  app.use("/api/auth/*", refuseForeignPages, async (c, next) => {
    c.set("isRepeatable", c.req.method === "GET");
    await next();
  });
  app.route("/api/auth", people);
  app.route("/api/sso", sso);
  app.route("/scim/v2", scim);
  app.route("/api/receipt-keys", receiptKeys);
  app.route("/api/unsubscribe", unsubscribe);
  app.route("/dev", localLetters);
  app.route("/oauth", oauth);
  app.route("/.well-known", metadata);
  app.use("/mcp", refuseForeignPages);
  app.route("/mcp", mcp);
  describe(app);
  return app
    .use("/v1/*", refuseForeignPages)
    .route("/v1", projects)
    .route("/v1", shared)
    .route("/v1", operator)
    .use("/v1/*", authenticate)
    .route("/v1", inProject);
}

const protectPages = secureHeaders({
  contentSecurityPolicy: {
    defaultSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", "data:"],
    frameAncestors: ["'none'"],
    baseUri: ["'self'"],
    formAction: ["'self'"],
  },
});

/**
 * Sets security headers for answers that programs read. Headers that only matter for web pages are
 * left out, because they are longer than most answers.
 */
const protectAnswers = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
});

function isApi(path: string): boolean {
  return path === "/v1" || path.startsWith("/v1/") || path === "/mcp";
}

/**
 * If a page of another site sends a request with the person's cookie, refuses it. A request without
 * a cookie passes: it can only have an API key, and a browser never adds an API key by itself.
 */
const refuseForeignPages: MiddlewareHandler<HttpEnv> = async (c, next) => {
  const { method, raw } = c.req;
  // A browser lets any page open a WebSocket to this service, so check upgrades too.
  const isGuarded = !["GET", "HEAD", "OPTIONS"].includes(method) || isUpgrade(raw.headers);
  const byCookie = authorizationOf(raw.headers) === null && c.req.header("cookie") !== undefined;
  if (isGuarded && byCookie && !c.get("services").isOwnPage(raw)) {
    throw new ApiError(
      "forbidden",
      "A request with a sign-in cookie can change data or open a live connection only from this installation's own pages. From a program, send a project key.",
    );
  }
  await next();
};

function describe(app: ReturnType<typeof router>): void {
  app.openAPIRegistry.registerComponent("securitySchemes", "key", {
    type: "http",
    scheme: "bearer",
    description: "A project key, mt_live_…",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "operatorKey", {
    type: "http",
    scheme: "bearer",
    description: "The installation's secret OPERATOR_KEY",
  });
  app.openAPIRegistry.registerComponent("securitySchemes", "signIn", {
    type: "apiKey",
    in: "cookie",
    name: "memtrace.session_token",
    description: "A signed-in person's browser; name the project with `?project=`",
  });
  let made: ReturnType<typeof app.getOpenAPI31Document> | undefined;
  // Create the description only once, because converting all schemas takes hundreds of
  // milliseconds.
  const description = () => {
    made ??= app.getOpenAPI31Document(API_DESCRIPTION);
    return made;
  };
  app.get("/v1/openapi.json", (c) => c.json(description()));
  app.get("/docs/api", (c) => c.html(docsPage(description())));
}
