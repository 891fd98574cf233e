/** The composition root: creates the services of one request or job from the bindings. */

import { hashPassword } from "better-auth/crypto";
import { AlertCounts } from "../src/database/alerts/alert-counts.ts";
import { RuleRepository } from "../src/database/alerts/rule-repository.ts";
import { AgreementRepository } from "../src/database/annotation/agreement-repository.ts";
import { CommentRepository } from "../src/database/annotation/comment-repository.ts";
import { DecisionRepository } from "../src/database/annotation/decision-repository.ts";
import { LabelRepository } from "../src/database/annotation/label-repository.ts";
import { MentionRepository } from "../src/database/annotation/mention-repository.ts";
import { AuditLog } from "../src/database/audit/audit-log.ts";
import { BenchmarkRepository } from "../src/database/benchmarks/benchmark-repository.ts";
import { FrozenBenchmarks } from "../src/database/benchmarks/frozen-benchmarks.ts";
import { AnswerRepository } from "../src/database/cases/answers/answer-repository.ts";
import { ImpactAnswers } from "../src/database/cases/answers/impact-answers.ts";
import { CaseRepository } from "../src/database/cases/case-repository.ts";
import type { Database } from "../src/database/database.ts";
import { DatasetRepository } from "../src/database/experiments/dataset-repository.ts";
import { ExperimentRepository } from "../src/database/experiments/experiment-repository.ts";
import { ReplayRepository } from "../src/database/experiments/replay-repository.ts";
import { GraphRepository } from "../src/database/graphs/graph-repository.ts";
import { OverviewRepository } from "../src/database/graphs/overview-repository.ts";
import type { PackDatabases } from "../src/database/graphs/pack-databases.ts";
import { FindingRepository } from "../src/database/insights/finding-repository.ts";
import { ReportRepository } from "../src/database/insights/report-repository.ts";
import { ShiftRepository } from "../src/database/insights/shift-repository.ts";
import { ChannelRepository } from "../src/database/jobs/channel-repository.ts";
import { JobRepository } from "../src/database/jobs/job-repository.ts";
import { ModelRepository } from "../src/database/jobs/model-repository.ts";
import { WebhookRepository } from "../src/database/jobs/webhook-repository.ts";
import { JudgeRepository } from "../src/database/judge/judge-repository.ts";
import { LetterRepository } from "../src/database/mail/letter-repository.ts";
import { HealthBoundRepository } from "../src/database/memory/health-bounds.ts";
import { HealthRepository } from "../src/database/memory/health-repository.ts";
import { MemoryRepository } from "../src/database/memory/memory-repository.ts";
import { RedactionRepository } from "../src/database/privacy/redaction-repository.ts";
import { PromptRepository } from "../src/database/prompts/prompt-repository.ts";
import { ProposalRepository } from "../src/database/prompts/proposal-repository.ts";
import { QueueItemRepository } from "../src/database/queues/queue-item-repository.ts";
import { QueueRepository } from "../src/database/queues/queue-repository.ts";
import { LinkRepository, openLink } from "../src/database/sharing/link-repository.ts";
import { ViewRepository } from "../src/database/sharing/view-repository.ts";
import { PriceRepository } from "../src/database/tokens/price-repository.ts";
import { totalOf, UsageRepository } from "../src/database/usage/usage-repository.ts";
import { incoming } from "../src/event-store/log/incoming-events.ts";
import type { ProjectServices, Services } from "../src/http/context.ts";
import { ProjectRedaction } from "../src/http/ingest/project-redaction.ts";
import { QuotaCache, reachedLimit } from "../src/http/ingest/quota.ts";
import { type ModelDeps, openModel, testModel } from "../src/jobs/models/project-model.ts";
import { PlanName } from "../src/protocol/api/teams/plans.ts";
import { authorizationOf } from "../src/tenancy/authorization.ts";
import { base62 } from "../src/tenancy/base62.ts";
import { ConnectedApps } from "../src/tenancy/connections/connected-apps.ts";
import { KeyRepository } from "../src/tenancy/keys.ts";
import { Operators } from "../src/tenancy/operators.ts";
import { Invitations } from "../src/tenancy/organizations/invitations.ts";
import { Members } from "../src/tenancy/organizations/members.ts";
import { Organizations, roleIn } from "../src/tenancy/organizations/organizations.ts";
import { resolvePrincipal } from "../src/tenancy/principal.ts";
import { createProject, ProjectRepository, projectsOf } from "../src/tenancy/projects.ts";
import { ScimGroups } from "../src/tenancy/scim/scim-groups.ts";
import { ScimTokens } from "../src/tenancy/scim/scim-tokens.ts";
import { ScimUsers } from "../src/tenancy/scim/scim-users.ts";
import { createSealing } from "../src/tenancy/sealing.ts";
import { claimAttempt, recordSuccess, signUpAllowed } from "../src/tenancy/sign-in/attempts.ts";
import { createAuth } from "../src/tenancy/sign-in/auth.ts";
import { networkOf } from "../src/tenancy/sign-in/network.ts";
import { fromOwnOrigin } from "../src/tenancy/sign-in/own-origin.ts";
import { personOfCookie } from "../src/tenancy/sign-in/person-of-cookie.ts";
import { SignIns } from "../src/tenancy/sign-in/sign-ins.ts";
import { signUp } from "../src/tenancy/sign-in/sign-up.ts";
import { Domains } from "../src/tenancy/sso/domains.ts";
import { isEnforcedFor } from "../src/tenancy/sso/enforcement.ts";
import type { UrlPolicy } from "../src/webhooks/url-policy.ts";
import { openDatabases } from "./databases.ts";
import type { Bindings } from "./env.ts";
import { appendWithRetry } from "./graphs/append-with-retry.ts";
import { loadCached, loadCurrent } from "./graphs/cached-graphs.ts";
import { graphObjectName } from "./graphs/graph-name.ts";
import { watchAddress } from "./graphs/live-watch.ts";
import { mailerOf, mailSettingsOf, wakeMail } from "./mail.ts";
import { auditWriter } from "./operation/audit-writer.ts";
import { causedBy } from "./operation/cause.ts";
import { now } from "./operation/clock.ts";
import { operatorStatus } from "./operation/operator-status.ts";
import { packDatabaseForNew } from "./operation/pack-moves.ts";
import { recorderOf } from "./operation/telemetry.ts";
import { connectionServices } from "./people/connections.ts";
import { signInServices } from "./people/sign-in.ts";
import { recordWithoutSso, ssoOf } from "./people/sso.ts";
import { privacyOfProject, privacyServices } from "./privacy.ts";
import { wakeAttribution, wakeDeliveries, wakeJob, wakeOverviews } from "./wakes.ts";
import { workersAiModels } from "./workers-ai-models.ts";

/** Enough bytes to make ids unique and unguessable. */
const ID_BYTES = 15;
/** Maximum cached projects. Creating the services for each request would take time. */
const MOST_PROJECTS = 1_000;
/**
 * The period of SIGN_IN_RATE in wrangler.toml. After too many attempts, a person must wait for a
 * whole period: the binding does not say when the current one ends.
 */
const SIGN_IN_WINDOW_MS = 60_000;

export function createServices(
  env: Bindings,
  background: (work: Promise<unknown>) => void,
): Services {
  const { database, packs } = openDatabases(env);
  const development = env.ENVIRONMENT === "development";
  const projects = new Map<string, ProjectServices>();
  const mail = mailSettingsOf(env);
  const record = recorderOf(env);
  const links = { database, publicUrl: env.PUBLIC_URL, randomBytes, now };
  const audit = auditWriter(env, database);
  const wakeLetters = () => background(wakeMail(env));
  const auth = () =>
    createAuth({
      ...{ database, development, secret: env.AUTH_SECRET, publicUrl: env.PUBLIC_URL },
      withoutSso: recordWithoutSso({ database, audit, newId, wakeMail: wakeLetters }),
    });
  const cookies = { database, secret: env.AUTH_SECRET, development, now, background };
  const personOf = (headers: Headers) => personOfCookie(cookies, headers);
  const scimDeps = (organization: string) => ({
    ...{ database, organization, publicUrl: env.PUBLIC_URL, randomBytes, now },
  });
  return {
    publicUrl: env.PUBLIC_URL,
    version: env.VERSION.id,
    urlPolicy: urlPolicyOf(env),
    sealing: webhookSealing(env),
    modelSealing: modelDeps(env).sealing,
    workersAiModels: workersAiModels(env),
    defaultPlan: defaultPlanOf(env),
    now,
    newId,
    randomBytes,
    background,
    record,
    causing: causedBy,
    operators: new Operators(env.OPERATORS, env.OPERATOR_KEY),
    operatorStatus: () => operatorStatus(env, Date.now()),
    audit,
    auditLog: (organization) => new AuditLog(database, organization),
    roleIn: (person, organization) => roleIn(database, person, organization),
    auth,
    personOf,
    signIns: (person) => new SignIns(database, person),
    ...signInServices(env, links, within(env.SIGN_IN_RATE)),
    ...connectionServices(env, database, background),
    organizations: (person) => new Organizations(database, person),
    members: (person, organization) => new Members(database, person, organization),
    invitations: (person) => new Invitations(database, person, env.PUBLIC_URL),
    mail,
    links,
    hashPassword,
    wakeMail: wakeLetters,
    ...privacyServices(env, database),
    localLetters: mailerOf(env)?.isLocal ? new LetterRepository(database) : undefined,
    mayAskForLetter: (address) => within(env.SIGN_IN_RATE)(`letter ${networkOf(address)}`),
    resolvePrincipal: (request) =>
      resolvePrincipal(
        database,
        {
          authorization: authorizationOf(request.headers),
          person: () => personOf(request.headers),
          projectParam: request.url.includes("?")
            ? new URL(request.url).searchParams.get("project")
            : null,
          requiresVerification: mail.requiresVerification,
        },
        Date.now(),
        background,
      ),
    projectsOf: (person) => projectsOf(database, person),
    createProject: async (person, wanted) =>
      createProject(database, person, wanted, await packDatabaseForNew(env), Date.now()),
    project: (id) => {
      const known = projects.get(id);
      if (known !== undefined) return known;
      if (projects.size === MOST_PROJECTS) projects.clear();
      const services = projectServices(env, database, packs, id, background);
      projects.set(id, services);
      return services;
    },
    openLink: (hash) => openLink(database, hash, Date.now()),
    mayOpenLink: (address) => within(env.SIGN_IN_RATE)(`link ${networkOf(address)}`),
    isOwnPage: (request) => fromOwnOrigin({ publicUrl: env.PUBLIC_URL, development }, request),
    signUp: (person) => signUp(links, person, hashPassword),
    claimSignIn: async (attempt) =>
      (await within(env.SIGN_IN_RATE)(networkOf(attempt.address)))
        ? claimAttempt(database, attempt, Date.now())
        : { ok: false, waitMs: SIGN_IN_WINDOW_MS },
    signInSucceeded: (attempt) => recordSuccess(database, attempt, Date.now()),
    sso: ssoOf(env, database, urlPolicyOf(env), randomBytes),
    requiresSso: (address) => isEnforcedFor(database, address),
    mayTrySso: (address) => within(env.SIGN_IN_RATE)(`sso ${networkOf(address)}`),
    domains: (organization) => new Domains(database, organization),
    scimTokens: (organization) => new ScimTokens(database, organization),
    scimUsers: (organization) => new ScimUsers(scimDeps(organization)),
    scimGroups: (organization) => new ScimGroups(scimDeps(organization)),
    mayCallScim: (organization) => within(env.PROJECT_RATE)(`scim ${organization}`),
    signUpAllowed: (attempt) =>
      signUpAllowed(attempt, {
        attempts: within(env.SIGN_IN_RATE),
        ofDomain: within(env.SIGN_UP_RATE),
      }),
  };
}

function within(rate: Bindings["SIGN_IN_RATE"]): (key: string) => Promise<boolean> {
  return async (key) => (await rate.limit({ key })).success;
}

export function projectRepositories(database: Database, packs: PackDatabases, project: string) {
  return {
    settings: new ProjectRepository(database, project),
    graphs: new GraphRepository(database, project, packs),
    memory: new MemoryRepository(database, project),
    health: new HealthRepository(database, project),
    healthBounds: new HealthBoundRepository(database, project),
    overviews: new OverviewRepository(database, project),
    cases: new CaseRepository(database, project),
    labels: new LabelRepository(database, project),
    decisions: new DecisionRepository(database, project),
    agreement: new AgreementRepository(database, project),
    answers: new AnswerRepository(database, project),
    impact: new ImpactAnswers(database, project),
    webhooks: new WebhookRepository(database, project),
    channels: new ChannelRepository(database, project),
    rules: new RuleRepository(database, project),
    alertCounts: new AlertCounts(database, project),
    reports: new ReportRepository(database, project),
    replays: new ReplayRepository(database, project),
    model: new ModelRepository(database, project),
    prices: new PriceRepository(database, project),
    judge: new JudgeRepository(database, project),
    prompts: new PromptRepository(database, project),
    proposals: new ProposalRepository(database, project),
    benchmarks: new BenchmarkRepository(database, project),
    frozen: new FrozenBenchmarks(database, project),
    datasets: new DatasetRepository(database, project),
    experiments: new ExperimentRepository(database, project),
    jobs: new JobRepository(database, project),
    findings: new FindingRepository(database, project),
    shifts: new ShiftRepository(database, project),
    comments: new CommentRepository(database, project),
    mentions: new MentionRepository(database, project),
    views: new ViewRepository(database, project),
    links: new LinkRepository(database, project),
    queues: new QueueRepository(database, project),
    queueItems: new QueueItemRepository(database, project),
  };
}

/** @throws Error if the deployment names an unknown plan */
export function defaultPlanOf({ DEFAULT_PLAN = "unlimited" }: Bindings): PlanName {
  const named = PlanName.safeParse(DEFAULT_PLAN);
  if (named.success) return named.data;
  throw new Error(
    `DEFAULT_PLAN is ${DEFAULT_PLAN}; it must be one of ${PlanName.options.join(", ")}.`,
  );
}

const quotas = new QuotaCache();

function projectServices(
  env: Bindings,
  database: Database,
  packs: PackDatabases,
  project: string,
  background: (work: Promise<unknown>) => void,
): ProjectServices {
  const repositories = projectRepositories(database, packs, project);
  const object = (graph: string) => env.GRAPHS.getByName(graphObjectName(project, graph));
  const flush = (graph: string) => object(graph).flush();
  const usage = new UsageRepository(database, project);
  const record = recorderOf(env);
  const loadLimit = async () => {
    const month = new Date().toISOString().slice(0, "2026-03".length);
    const { plan, days } = await usage.ofOrganization(month);
    return reachedLimit(plan ?? defaultPlanOf(env), totalOf(days));
  };
  return {
    ...repositories,
    id: project,
    keys: new KeyRepository(database, project),
    connectedApps: new ConnectedApps(database, project),
    usage,
    refuseOverQuota: () => quotas.refuseOver(project, loadLimit, Date.now()),
    redaction: new ProjectRedaction({
      repository: new RedactionRepository(database, project),
      sealing: createSealing(env.SEALING_KEY, "redaction-key"),
      now,
      sleep: (milliseconds) => scheduler.wait(milliseconds),
      ...{ background, randomBytes },
    }),
    ...privacyOfProject(database, project),
    append: async (graph, batch, events) => {
      const result = await appendWithRetry(() => object(graph), batch, incoming(events));
      if (result.ok) {
        const { accepted, duplicates, repeated } = result.value;
        // If a batch is repeated, its counts are those of the earlier request. They are already
        // recorded, so do not record them again.
        if (!repeated) record({ kind: "ingest", project, accepted, duplicates });
      }
      return result;
    },
    flush,
    deleteGraph: async (graph) => object(graph).delete(),
    watch: (graph, watcher, start, headers) =>
      object(graph).fetch(watchAddress({ watcher, start }), { headers }),
    openGraph: async (graph) => {
      await flush(graph);
      const revision = await repositories.graphs.revision(graph);
      if (revision === undefined) return undefined;
      const load = () => loadCurrent(repositories.graphs, project, graph, revision);
      return { revision, load };
    },
    openFrozenGraph: async (graph, { createdAt, revision }) => {
      const now = await repositories.graphs.revision(graph);
      // If the graph is missing or has another creation time, the frozen graph was deleted.
      if (now === undefined || !now.startsWith(`${createdAt}-`)) return undefined;
      return loadCached(repositories.graphs, project, graph, { createdAt, revision });
    },
    wakeAttribution: (graph) => wakeAttribution(env, project, graph),
    prepareOverviews: (graph) => wakeOverviews(env, project, graph),
    wakeDeliveries: (ids) => wakeDeliveries(env, project, ids),
    wakeJob: () => wakeJob(env, project),
    openModel: (settings) => openModel(settings, modelDeps(env)),
    testModel: (settings) =>
      testModel(settings, modelDeps(env), (spent) => repositories.model.spend(spent, Date.now())),
    withinRate: async () => (await env.PROJECT_RATE.limit({ key: project })).success,
  };
}

export function urlPolicyOf(env: Bindings): UrlPolicy {
  return {
    development: env.ENVIRONMENT === "development",
    ownHosts: [new URL(env.PUBLIC_URL).hostname],
  };
}

export function webhookSealing(env: Bindings) {
  return createSealing(env.SEALING_KEY, "webhook-secret");
}

/**
 * A call fails if the endpoint is silent for this long. The limit is high, because reasoning models
 * begin to answer late.
 */
const MODEL_SILENCE_MS = 90_000;
/**
 * Maximum time for a model's answer. If a worker makes no progress for some time, the sweep assumes
 * that the worker has died. This maximum must be shorter than that time.
 */
const MODEL_ANSWER_MS = 180_000;

export function modelDeps(env: Bindings): ModelDeps {
  return {
    sealing: createSealing(env.SEALING_KEY, "model-key"),
    policy: urlPolicyOf(env),
    ...(env.AI ? { workersAi: env.AI } : {}),
    workersAiModels: workersAiModels(env),
    fetch: (url, request) => fetch(url, request),
    silenceMs: MODEL_SILENCE_MS,
    answerMs: MODEL_ANSWER_MS,
    now,
    random: Math.random,
    sleep: (milliseconds) => new Promise((resume) => setTimeout(resume, milliseconds)),
  };
}

export function newId(prefix: string): string {
  return `${prefix}_${base62(randomBytes(ID_BYTES))}`;
}

function randomBytes(length: number): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(length));
}
