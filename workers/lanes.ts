/** Defines each kind of work for one project, and how much of it runs in parallel. */
import { readersOf } from "../src/database/alerts/channel-readers.ts";
import { TrackedIssues } from "../src/database/alerts/tracked-issues.ts";
import type { Database } from "../src/database/database.ts";
import type { GraphState } from "../src/database/graphs/graph-cache.ts";
import { graphsWithoutOverview } from "../src/database/graphs/graphs-without-overview.ts";
import { waitingGraphs } from "../src/database/graphs/waiting-graphs.ts";
import type { DueDelivery } from "../src/database/jobs/webhook-repository.ts";
import { addLetter } from "../src/database/mail/add-letter.ts";
import { graphsToCount } from "../src/database/memory/graphs-to-count.ts";
import type { BoundRow } from "../src/database/memory/health-bounds.ts";
import { ExportRepository } from "../src/database/privacy/export-repository.ts";
import type { EvolutionGraph } from "../src/graph/evolution-graph.ts";
import { prepareOverviews } from "../src/http/graphs/ledger/prepare-overviews.ts";
import { checkRule, type TimedRule } from "../src/jobs/alerts/check-rules.ts";
import type { Outbox } from "../src/jobs/alerts/mail-alert.ts";
import { attributeGraph } from "../src/jobs/attribution/attribute-graph.ts";
import { examineQuiet } from "../src/jobs/attribution/examine-quiet.ts";
import { GRAPHS_AT_ONCE } from "../src/jobs/attribution/graphs-at-once.ts";
import { deliverWebhook } from "../src/jobs/deliver-webhook.ts";
import { judgeGraph } from "../src/jobs/judge/judge-graph.ts";
import { checkBound } from "../src/jobs/memory/check-bound.ts";
import { countQuietGraph } from "../src/jobs/memory/count-memory.ts";
import { openModel } from "../src/jobs/models/project-model.ts";
import { optimizationJob } from "../src/jobs/optimization/optimization-job.ts";
import { exportJob } from "../src/jobs/privacy/export-job.ts";
import { detectShift } from "../src/jobs/reports/detect-shift.ts";
import { type DueInsight, dueInsights } from "../src/jobs/reports/due-insights.ts";
import { issueReport } from "../src/jobs/reports/issue-report.ts";
import { reportJob } from "../src/jobs/reports/report-job.ts";
import { runJob } from "../src/jobs/run-job.ts";
import { WorkLane } from "../src/jobs/work-lane.ts";
import { alertLetter } from "../src/mail/letters/alert.ts";
import { isTracker } from "../src/protocol/api/alerts/channels.ts";
import { unsubscribeLinks } from "../src/tenancy/unsubscribe-link.ts";
import type { Databases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { loadCached } from "./graphs/cached-graphs.ts";
import { mailerOf, mailLane } from "./mail.ts";
import type { WakeCauses } from "./operation/cause.ts";
import { now } from "./operation/clock.ts";
import { recorded, recorderOf } from "./operation/telemetry.ts";
import { unsubscribeSealing } from "./privacy.ts";
import { modelDeps, newId, projectRepositories, urlPolicyOf, webhookSealing } from "./services.ts";
import { wakeAttribution, wakeDeliveries, wakeJob } from "./wakes.ts";

export type WorkKind = "attribution" | "jobs" | "webhooks" | "mail";

export interface Lane {
  /** @param graphs graphs to work on besides those that the database lists as due */
  wake(graphs: readonly string[]): Promise<void>;
}

const JOBS_AT_ONCE = 2;
/** Maximum parallel deliveries. A Durable Object can wait for at most six connections at once. */
const DELIVERIES_AT_ONCE = 5;
/** Maximum parallel deliveries to one host. So a slow host never blocks all other receivers. */
const DELIVERIES_PER_HOST = 4;

/**
 * A rule with a threshold or digest is due if its last check was longer ago than this. The time is
 * shorter than the minute between two sweeps. So every such rule is checked at every sweep.
 */
const ALERT_CHECK_MS = 50_000;

interface LaneDeps {
  readonly env: Bindings;
  readonly databases: Databases;
  readonly project: string;
  readonly causes: WakeCauses;
}

export function laneOf(kind: WorkKind, deps: LaneDeps): Lane {
  if (kind === "attribution") return attributionLane(deps);
  if (kind === "jobs") return jobLane(deps);
  if (kind === "mail") return mailLane(deps.env, deps.databases.database, deps.causes);
  return deliveryLane(deps);
}

function attributionLane({ env, databases, project, causes }: LaneDeps): Lane {
  const record = recorderOf(env);
  const deps = jobDeps(env, databases, project);
  const asked = new Set<string>();
  const lane = new WorkLane<string>({
    atOnce: GRAPHS_AT_ONCE,
    due: async (resting) => {
      const limit = 2 * GRAPHS_AT_ONCE;
      const waiting = await waitingGraphs(databases.database, project, {
        ...{ now: Date.now(), limit, resting },
      });
      return [...new Set([...asked, ...waiting])];
    },
    keyOf: (graph) => graph,
    work: async (graph) => {
      asked.delete(graph);
      const work = { work: "attribution", item: graph, project } as const;
      await recorded(record, { ...work, cause: causes.takeOf(graph) }, () =>
        attributeGraph(deps, graph),
      );
    },
    now,
  });
  return {
    wake: (graphs) => {
      for (const graph of graphs) asked.add(graph);
      return lane.wake();
    },
  };
}

/**
 * Makes overviews of graphs: one graph at a time, because each graph is held in memory. Graphs that
 * readers request come first.
 */
function overviewLane(env: Bindings, databases: Databases, project: string): Lane {
  const { graphs, cases, memory, overviews } = projectRepositories(
    databases.database,
    databases.packs,
    project,
  );
  const load = (id: string, state: GraphState) => loadCached(graphs, project, id, state);
  const deps = { load, cases, memory, overviews, version: env.VERSION.id, now };
  const asked = new Set<string>();
  const lane = new WorkLane<string>({
    atOnce: 1,
    due: async (resting) => {
      const wanted = { now: Date.now(), limit: 2, resting };
      const quiet = await graphsWithoutOverview(databases.database, project, wanted);
      return [...new Set([...asked, ...quiet])];
    },
    keyOf: (graph) => graph,
    work: async (graph) => {
      // Forget the request even after a failure. A client that waits for the overview repeats its
      // request until the overview is ready.
      await prepareOverviews(deps, graph).finally(() => asked.delete(graph));
    },
    now,
  });
  return {
    wake: (named) => {
      for (const graph of named) asked.add(graph);
      return lane.wake();
    },
  };
}

/**
 * Counts the memory of graphs that received no event for several minutes: one graph at a time,
 * because each graph is held in memory.
 */
function countLane({ env, databases, project, causes }: LaneDeps): WorkLane<string> {
  const own = jobDeps(env, databases, project);
  const examine = (graph: EvolutionGraph, createdAt: number) => examineQuiet(own, graph, createdAt);
  const deps = { ...own, examine };
  const record = recorderOf(env);
  return new WorkLane<string>({
    atOnce: 1,
    due: (resting) =>
      graphsToCount(databases.database, project, { now: Date.now(), limit: 2, resting }),
    keyOf: (graph) => graph,
    work: (graph) =>
      recorded(record, { work: "count", item: graph, project, cause: causes.last }, () =>
        countQuietGraph(deps, graph),
      ),
    now,
  });
}

const HANDLERS = { report: reportJob, optimization: optimizationJob, export: exportJob };

/**
 * Runs a project's jobs, reports, checks of rules and bounds, overviews, counts and judgements.
 * Attribution, deliveries and e-mails have their own lanes. A job can wait for a model for a long
 * time, so each kind of work runs in parallel with the others.
 */
function jobLane({ env, databases, project, causes }: LaneDeps): Lane {
  const record = recorderOf(env);
  const named = (work: "job" | "insight" | "alert" | "bound", item: string) => ({
    ...{ work, item, project, cause: causes.last },
  });
  const deps = jobDeps(env, databases, project);
  const jobs = new WorkLane<string>({
    atOnce: JOBS_AT_ONCE,
    due: () => deps.jobs.due(Date.now(), 2 * JOBS_AT_ONCE),
    keyOf: (job) => job,
    work: (job) =>
      recorded(record, named("job", job), () => runJob<typeof deps>(deps, HANDLERS, job)),
    now,
  });
  const insights = new WorkLane<DueInsight>({
    atOnce: 1,
    due: () => dueInsights(databases.database, project, Date.now()),
    keyOf: (due) => (due.kind === "shift" ? `shift ${due.system}` : `report ${due.trigger}`),
    work: (due) =>
      recorded(record, named("insight", due.kind), () => makeInsight(deps, due, () => jobs.wake())),
    now,
  });
  const alerts = new WorkLane<TimedRule>({
    atOnce: 1,
    due: () => deps.rules.timed(Date.now() - ALERT_CHECK_MS),
    keyOf: ({ id }) => id,
    work: (rule) =>
      recorded(record, named("alert", rule.id), async () =>
        deps.wakeDeliveries(await checkRule(deps, rule, Date.now())),
      ),
    now,
  });
  const bounds = new WorkLane<BoundRow>({
    atOnce: 1,
    due: () => deps.healthBounds.due(Date.now()),
    keyOf: ({ figure }) => figure,
    work: (bound) =>
      recorded(record, named("bound", bound.figure), async () =>
        deps.wakeDeliveries(await checkBound(deps, bound, Date.now())),
      ),
    now,
  });
  const overviews = overviewLane(env, databases, project);
  const counts = countLane({ env, databases, project, causes });
  const judgements = new WorkLane<string>({
    atOnce: 1,
    due: () => deps.judge.dueGraphs(Date.now(), 2),
    keyOf: (graph) => graph,
    work: (graph) =>
      recorded(record, { work: "judge", item: graph, project, cause: causes.last }, () =>
        judgeGraph(deps, graph),
      ),
    now,
  });
  return {
    wake: async (graphs) => {
      await Promise.all([
        ...[jobs.wake(), insights.wake(), alerts.wake(), bounds.wake()],
        ...[overviews.wake(graphs), counts.wake(), judgements.wake()],
      ]);
    },
  };
}

async function makeInsight(
  deps: ReturnType<typeof jobDeps>,
  due: DueInsight,
  wakeJobs: () => Promise<void>,
): Promise<void> {
  if (due.kind === "shift") {
    return deps.wakeDeliveries(await detectShift(deps, due.system, Date.now()));
  }
  const { period, filter, trigger } = due;
  const issued = await issueReport(deps, { period, filter }, trigger, Date.now());
  if (issued === undefined) return;
  await deps.wakeDeliveries(issued.deliveries);
  if (issued.job !== null) await wakeJobs();
}

function jobDeps(env: Bindings, { database, packs }: Databases, project: string) {
  return {
    ...projectRepositories(database, packs, project),
    ...{ project, publicUrl: env.PUBLIC_URL, now, newId },
    exportsOf: (organization: string) => new ExportRepository(database, organization),
    openModel: (settings: Parameters<typeof openModel>[0]) => openModel(settings, modelDeps(env)),
    record: recorderOf(env),
    wakeAttribution: (graph: string, delayMs?: number) =>
      wakeAttribution(env, project, graph, delayMs),
    wakeJob: (_job: string, delayMs: number) => wakeJob(env, project, delayMs),
    wakeDeliveries: (ids: readonly string[]) => wakeDeliveries(env, project, ids),
  };
}

function deliveryLane({ env, databases, project, causes }: LaneDeps): Lane {
  const record = recorderOf(env);
  const { webhooks } = projectRepositories(databases.database, databases.packs, project);
  const deps = {
    ...{ project, webhooks, sealing: webhookSealing(env), publicUrl: env.PUBLIC_URL, record },
    ...{ policy: urlPolicyOf(env), now, random: Math.random, newId, hmac },
    fetch: (url: string, request: RequestInit) => fetch(url, request),
    timeout: (milliseconds: number) => AbortSignal.timeout(milliseconds),
    wake: (id: string, delayMs: number) => wakeDeliveries(env, project, [id], delayMs),
    issues: new TrackedIssues(databases.database, project),
    ...(mailerOf(env) === null ? {} : { outbox: outboxOf(env, databases.database, project) }),
  };
  return new WorkLane<DueDelivery>({
    atOnce: DELIVERIES_AT_ONCE,
    partyOf: ({ kind, url }) => (hasHost(kind) ? new URL(url).host : url),
    // If the last deliveries to a receiver failed, it gets only one delivery at a time. An issue
    // tracker always gets one at a time: otherwise, two events of a finding could both open an
    // issue.
    mostOfParty: ({ failures, kind }) =>
      failures > 0 || isTracker(kind) ? 1 : DELIVERIES_PER_HOST,
    due: () => webhooks.due(Date.now(), DELIVERIES_AT_ONCE + DELIVERIES_PER_HOST),
    keyOf: ({ id }) => id,
    work: ({ id }) =>
      recorded(record, { work: "delivery", item: id, project, cause: causes.last }, () =>
        deliverWebhook<AbortSignal>(deps, id),
      ),
    now,
  });
}

/**
 * Whether the stored address is a URL with a host. For an e-mail channel or a tracker, the stored
 * address is only a text that people read.
 */
const hasHost = (kind: DueDelivery["kind"]) => kind !== "email" && !isTracker(kind);

function outboxOf(env: Bindings, database: Database, project: string): Outbox {
  const sealing = unsubscribeSealing(env);
  return {
    readersOf: (channel, recipients) => readersOf(database, project, channel, recipients),
    unsubscribeLinks: (channel, address) =>
      unsubscribeLinks(sealing, env.PUBLIC_URL, { channel, address }),
    add: (letter, { page, oneClick }) => {
      const text = alertLetter({ ...letter, unsubscribe: page });
      const kind = { to: letter.to, kind: "alert", once: `alert:${letter.id}` } as const;
      return addLetter(database, { ...text, ...kind, unsubscribe: oneClick }, Date.now());
    },
  };
}

async function hmac(
  key: Uint8Array<ArrayBuffer>,
  data: Uint8Array<ArrayBuffer>,
): Promise<Uint8Array> {
  const imported = await crypto.subtle.importKey(
    "raw",
    key,
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, data));
}
