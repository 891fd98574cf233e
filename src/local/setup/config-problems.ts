/** Finds settings in wrangler.toml that would break a deployment. */
import { PlanName } from "../../protocol/api/teams/plans.ts";
import type { Bindings } from "./deployment-config.ts";

/**
 * The tests run with this compatibility date. With an earlier one, Cloudflare may not offer
 * everything that the Worker needs.
 */
const OLDEST_COMPATIBILITY_DATE = "2026-10-28";
const FLAGS = ["nodejs_compat", "global_fetch_strictly_public"];
const OBJECTS = ["GRAPHS", "WORKERS"];
const QUEUES = ["ATTRIBUTION_QUEUE", "JOB_QUEUE", "WEBHOOK_QUEUE"];
const RATES = ["PROJECT_RATE", "SIGN_IN_RATE", "SIGN_UP_RATE"];
/**
 * The Worker must answer requests to these paths. If one is missing in the configuration,
 * Cloudflare answers with the page of the UI.
 */
const WORKER_PATHS = ["/p/*", "/v1/*", "/api/*", "/docs/api", "/health", "/mcp"];
const EVERY_MINUTE = "* * * * *";

/** @param today the current date, as in 2026-03-04 */
export function configProblems(config: Bindings, today: string): string[] {
  return [
    ...dateProblems(config, today),
    ...bindingProblems(config),
    ...variableProblems(config),
    ...queueProblems(config),
  ];
}

function dateProblems(
  { compatibility_date: date = "none", compatibility_flags: flags }: Bindings,
  today: string,
): string[] {
  return [
    ...(date >= OLDEST_COMPATIBILITY_DATE && date <= today
      ? []
      : [
          `compatibility_date is ${date}; set a day from ${OLDEST_COMPATIBILITY_DATE} to today, ${today}.`,
        ]),
    ...missing(FLAGS, flags, "compatibility_flags lacks"),
  ];
}

function bindingProblems(config: Bindings): string[] {
  const databases = config.d1_databases.map(({ binding }) => binding);
  const packs = String(config.vars.PACK_DATABASE);
  return [
    ...missing(["DB"], databases, "no D1 database is bound as"),
    ...(packs === "auto" || databases.includes(packs)
      ? []
      : [
          `PACK_DATABASE is ${packs}, but no D1 database is bound as that. Bind it, or set "auto".`,
        ]),
    ...missing(
      OBJECTS,
      config.durable_objects.bindings.map(({ name }) => name),
      "no Durable Object is bound as",
    ),
    ...missing(
      RATES,
      config.ratelimits.map(({ name }) => name),
      "no rate limit is bound as",
    ),
    ...(config.version_metadata?.binding === "VERSION"
      ? []
      : ["version_metadata must be bound as VERSION."]),
    ...(config.assets?.binding === "ASSETS" ? [] : ["assets must be bound as ASSETS."]),
    ...(config.assets?.run_worker_first === true
      ? []
      : missing(WORKER_PATHS, workerPaths(config), "assets.run_worker_first lacks")),
    ...missing([EVERY_MINUTE], config.triggers.crons ?? [], "triggers.crons lacks"),
  ];
}

function workerPaths({ assets }: Bindings): readonly string[] {
  const first = assets?.run_worker_first;
  return typeof first === "object" ? first : [];
}

function queueProblems({ queues: { producers = [], consumers = [] } }: Bindings): string[] {
  const consumed = consumers.map(({ queue }) => queue);
  return [
    ...missing(
      QUEUES,
      producers.map(({ binding }) => binding),
      "no queue is bound as",
    ),
    ...missing(
      producers.map(({ queue }) => queue),
      consumed,
      "no consumer is configured for the queue",
    ),
  ];
}

function variableProblems({ vars, send_email: mail }: Bindings): string[] {
  const text = (name: string) => String(vars[name] ?? "");
  const problems: [isWrong: boolean, problem: string][] = [
    [
      !/^https:\/\/[^/]+$/.test(text("PUBLIC_URL")) ||
        /memtrace\.example$/.test(text("PUBLIC_URL")),
      `PUBLIC_URL is ${text("PUBLIC_URL")}; set it with npm run setup -- --url https://HOST`,
    ],
    [
      text("ENVIRONMENT") !== "production",
      'ENVIRONMENT must be "production": development allows webhooks to private addresses.',
    ],
    [
      !PlanName.safeParse(vars.DEFAULT_PLAN ?? "unlimited").success,
      `DEFAULT_PLAN is ${text("DEFAULT_PLAN")}; set one of ${PlanName.options.join(", ")}.`,
    ],
    [
      text("MAIL_FROM") !== "" && text("MAIL_API_URL") === "" && mail.length === 0,
      "MAIL_FROM is set, but neither MAIL_API_URL nor the binding EMAIL: no e-mail would be sent.",
    ],
    [
      text("EMAIL_VERIFICATION") === "required" && text("MAIL_FROM") === "",
      "EMAIL_VERIFICATION is required, but without MAIL_FROM it has no effect.",
    ],
    [
      !/^\d{1,5}$/.test(String(vars.COLD_AFTER_DAYS ?? "30")),
      `COLD_AFTER_DAYS is ${text("COLD_AFTER_DAYS")}; set a whole number of days, such as 30.`,
    ],
  ];
  return problems.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

function missing(wanted: readonly string[], found: readonly string[], problem: string): string[] {
  return wanted.filter((each) => !found.includes(each)).map((each) => `${problem} ${each}.`);
}
