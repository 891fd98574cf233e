import type { RuleRepository } from "../database/alerts/rule-repository.ts";
import type { AgreementRepository } from "../database/annotation/agreement-repository.ts";
import type { CommentRepository } from "../database/annotation/comment-repository.ts";
import type { DecisionRepository } from "../database/annotation/decision-repository.ts";
import type { LabelRepository } from "../database/annotation/label-repository.ts";
import type { MentionRepository } from "../database/annotation/mention-repository.ts";
import type { AuditLog } from "../database/audit/audit-log.ts";
import type { AuditEnd, AuditIntent } from "../database/audit/audit-recorder.ts";
import type { BenchmarkRepository } from "../database/benchmarks/benchmark-repository.ts";
import type { FrozenBenchmarks } from "../database/benchmarks/frozen-benchmarks.ts";
import type { AnswerRepository } from "../database/cases/answers/answer-repository.ts";
import type { ImpactAnswers } from "../database/cases/answers/impact-answers.ts";
import type { CaseRepository } from "../database/cases/case-repository.ts";
import type { DatasetRepository } from "../database/experiments/dataset-repository.ts";
import type { ExperimentRepository } from "../database/experiments/experiment-repository.ts";
import type { ReplayRepository } from "../database/experiments/replay-repository.ts";
import type { GraphState } from "../database/graphs/graph-cache.ts";
import type { GraphRepository } from "../database/graphs/graph-repository.ts";
import type { OverviewRepository } from "../database/graphs/overview-repository.ts";
import type { FindingRepository } from "../database/insights/finding-repository.ts";
import type { ReportRepository } from "../database/insights/report-repository.ts";
import type { ShiftRepository } from "../database/insights/shift-repository.ts";
import type { ChannelRepository } from "../database/jobs/channel-repository.ts";
import type { JobRepository } from "../database/jobs/job-repository.ts";
import type { ModelRepository, StoredModelSettings } from "../database/jobs/model-repository.ts";
import type { WebhookRepository } from "../database/jobs/webhook-repository.ts";
import type { JudgeRepository } from "../database/judge/judge-repository.ts";
import type { LetterRepository } from "../database/mail/letter-repository.ts";
import type { HealthBoundRepository } from "../database/memory/health-bounds.ts";
import type { HealthRepository } from "../database/memory/health-repository.ts";
import type { MemoryRepository } from "../database/memory/memory-repository.ts";
import type { ExportRepository } from "../database/privacy/export-repository.ts";
import type { PendingReceipt, ReceiptRepository } from "../database/privacy/receipt-repository.ts";
import type { RetentionRepository } from "../database/privacy/retention-repository.ts";
import type { PromptRepository } from "../database/prompts/prompt-repository.ts";
import type { ProposalRepository } from "../database/prompts/proposal-repository.ts";
import type { QueueItemRepository } from "../database/queues/queue-item-repository.ts";
import type { QueueRepository } from "../database/queues/queue-repository.ts";
import type { FactorKind } from "../database/schema/teams/sign-in.ts";
import type { LinkRepository, OpenedLink } from "../database/sharing/link-repository.ts";
import type { ViewRepository } from "../database/sharing/view-repository.ts";
import type { PriceRepository } from "../database/tokens/price-repository.ts";
import type { UsageRepository } from "../database/usage/usage-repository.ts";
import type { LiveStart, Watcher } from "../event-store/live/live-feed.ts";
import type { AppendAnswer } from "../event-store/log/graph-log.ts";
import type { LogEvent } from "../event-store/log/incoming-events.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { ModelTest, WorkersAiModels } from "../protocol/api/model-settings.ts";
import type { OperatorStatus } from "../protocol/api/operator/status.ts";
import type { PlanName } from "../protocol/api/teams/plans.ts";
import type { CreateProject, Project } from "../protocol/api/teams/project.ts";
import type { Model } from "../protocol/model.ts";
import type { MailSettings, SubscriptionChange } from "../protocol/people/mail.ts";
import type { Role } from "../protocol/people/roles.ts";
import type { OwnSecondFactor } from "../protocol/people/sign-in.ts";
import type { Result } from "../protocol/result.ts";
import type { Recorder } from "../telemetry/telemetry.ts";
import type { OwnedOrganization } from "../tenancy/account/delete-account.ts";
import type { OwnWaysToSignIn } from "../tenancy/account/ways-to-sign-in.ts";
import type { CodeFlowSecrets } from "../tenancy/authorization-code.ts";
import type { AccessRequest } from "../tenancy/connections/access-request.ts";
import type { OAuthClient } from "../tenancy/connections/clients.ts";
import type { ConnectedApps } from "../tenancy/connections/connected-apps.ts";
import type { Connections } from "../tenancy/connections/connections.ts";
import type {
  CodeRequest,
  EndedConnection,
  PresentedToken,
  TokenAnswer,
} from "../tenancy/connections/token-requests.ts";
import type { KeyRepository } from "../tenancy/keys.ts";
import type { Operators } from "../tenancy/operators.ts";
import type { Invitations } from "../tenancy/organizations/invitations.ts";
import type { Members } from "../tenancy/organizations/members.ts";
import type { Organizations } from "../tenancy/organizations/organizations.ts";
import type { Principal, PrincipalResolution, SignedInPerson } from "../tenancy/principal.ts";
import type { ProjectCreation, ProjectRepository } from "../tenancy/projects.ts";
import type { ScimGroups } from "../tenancy/scim/scim-groups.ts";
import type { ScimCaller, ScimTokens } from "../tenancy/scim/scim-tokens.ts";
import type { ScimUsers } from "../tenancy/scim/scim-users.ts";
import type { Sealing } from "../tenancy/sealing.ts";
import type { AddressLinkDeps } from "../tenancy/sign-in/address-links.ts";
import type { AttemptClaim, SignedInAttempt, SignInAttempt } from "../tenancy/sign-in/attempts.ts";
import type { Auth } from "../tenancy/sign-in/auth.ts";
import type { AskingPage, Passkeys } from "../tenancy/sign-in/passkeys/passkeys.ts";
import type { ProviderPerson, SignInProvider } from "../tenancy/sign-in/providers/provider.ts";
import type {
  KnownPerson,
  ProviderRefusal,
} from "../tenancy/sign-in/providers/provider-accounts.ts";
import type { SecondFactors } from "../tenancy/sign-in/second-factor/second-factors.ts";
import type { SignIns } from "../tenancy/sign-in/sign-ins.ts";
import type { NewPerson } from "../tenancy/sign-in/sign-up.ts";
import type { SignInSteps } from "../tenancy/sign-in/steps.ts";
import type { Domains } from "../tenancy/sso/domains.ts";
import type { Sso } from "../tenancy/sso/sso.ts";
import type { UrlPolicy } from "../webhooks/url-policy.ts";
import type { ProjectRedaction } from "./ingest/project-redaction.ts";

/** All services of one project. Only callers with access to the project get them. */
export interface ProjectServices {
  readonly id: string;
  readonly settings: ProjectRepository;
  readonly graphs: GraphRepository;
  readonly memory: MemoryRepository;
  readonly impact: ImpactAnswers;
  readonly health: HealthRepository;
  readonly healthBounds: HealthBoundRepository;
  readonly overviews: OverviewRepository;
  readonly cases: CaseRepository;
  readonly labels: LabelRepository;
  readonly judge: JudgeRepository;
  readonly decisions: DecisionRepository;
  readonly agreement: AgreementRepository;
  readonly answers: AnswerRepository;
  readonly webhooks: WebhookRepository;
  readonly channels: ChannelRepository;
  readonly rules: RuleRepository;
  readonly reports: ReportRepository;
  readonly replays: ReplayRepository;
  readonly model: ModelRepository;
  readonly prices: PriceRepository;
  readonly prompts: PromptRepository;
  readonly proposals: ProposalRepository;
  readonly benchmarks: BenchmarkRepository;
  readonly frozen: FrozenBenchmarks;
  readonly datasets: DatasetRepository;
  readonly experiments: ExperimentRepository;
  readonly jobs: JobRepository;
  readonly findings: FindingRepository;
  readonly shifts: ShiftRepository;
  readonly comments: CommentRepository;
  readonly mentions: MentionRepository;
  readonly views: ViewRepository;
  readonly links: LinkRepository;
  readonly queues: QueueRepository;
  readonly queueItems: QueueItemRepository;
  readonly keys: KeyRepository;
  readonly connectedApps: ConnectedApps;
  readonly usage: UsageRepository;
  /**
   * Refuses the request if the organization has reached a plan limit.
   * @throws ApiError 429
   */
  refuseOverQuota(): Promise<void>;
  readonly redaction: ProjectRedaction;
  readonly retention: RetentionRepository;
  readonly receipts: ReceiptRepository;
  /** Each row of the list is one line of JSON. */
  exportedLines(list: string): AsyncIterable<string>;
  /** When the promise resolves, the events are stored durably. */
  append(
    graph: string,
    batch: string | undefined,
    events: readonly LogEvent[],
  ): Promise<AppendResult>;
  /** Writes all acknowledged events to packs. Readers find only events that are in packs. */
  flush(graph: string): Promise<void>;
  /**
   * Opens a WebSocket in the graph's Durable Object. The status of the response is 101, or 404 if
   * there is no such graph, or 426 if the request is no WebSocket upgrade.
   */
  watch(graph: string, watcher: Watcher, start: LiveStart, headers: Headers): Promise<Response>;
  /** False if the graph was not stored. */
  deleteGraph(graph: string): Promise<boolean>;
  /**
   * Writes all acknowledged events to packs, and then opens the graph with all of them. Undefined
   * if there is no such graph.
   */
  openGraph(graph: string): Promise<OpenGraph | undefined>;
  /** Opens the graph in an earlier state. Undefined if the graph was deleted since then. */
  openFrozenGraph(graph: string, state: GraphState): Promise<EvolutionGraph | undefined>;
  wakeAttribution(graph: string): Promise<void>;
  /** Wakes the worker for the overviews (flow and ledger) of a large graph. */
  prepareOverviews(graph: string): Promise<void>;
  /** Does nothing if `ids` is empty. */
  wakeDeliveries(ids: readonly string[]): Promise<void>;
  wakeJob(id: string): Promise<void>;
  /** Undefined if the deployment allows none of the model's endpoints. */
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
  /** Asks each configured endpoint one question. */
  testModel(settings: StoredModelSettings): Promise<ModelTest>;
  /** False if the project has no requests left in this rate window. */
  withinRate(): Promise<boolean>;
}

export interface OpenGraph {
  /** Identifies the state of the graph. It changes when a new pack is stored. */
  readonly revision: string;
  /** Undefined if the graph was deleted after it was opened. */
  load(): Promise<EvolutionGraph | undefined>;
}

export type AppendResult = Result<AppendAnswer, "overloaded">;

/** See src/database/audit/audit-recorder.ts. */
export interface AuditWriter {
  /** Stores that a change will be made. If this fails, the caller must not make the change. */
  begin(intent: AuditIntent): Promise<void>;
  end(attempt: string, end: AuditEnd, now: number): Promise<void>;
  /** Deletes the announcement of a refused change. */
  drop(attempt: string): Promise<void>;
  /** Records a change without an announcement. */
  record(intent: AuditIntent, now: number): Promise<void>;
}

/** Sign-in at providers such as Google. */
export interface SignInProviders {
  readonly list: readonly SignInProvider[];
  /** @throws AuthorizationFailure */
  start(provider: SignInProvider): Promise<{ url: string; secrets: CodeFlowSecrets }>;
  /**
   * Identifies the person from the query parameters of the provider's redirect.
   * @throws AuthorizationFailure
   */
  finish(
    provider: SignInProvider,
    parameters: URLSearchParams,
    secrets: CodeFlowSecrets,
  ): Promise<ProviderPerson>;
  /** Finds the person behind the provider's account. Links or creates a person if necessary. */
  personOf(
    provider: string,
    claimed: ProviderPerson,
  ): Promise<Result<KnownPerson, ProviderRefusal>>;
}

/** The authorization server for the MCP server. */
interface OAuthServices {
  /** Returns false after too many calls for one network address. */
  mayRegister(address: string): Promise<boolean>;
  /** Returns false after too many calls for one network address. */
  mayAskForTokens(address: string): Promise<boolean>;
  register(wanted: Omit<OAuthClient, "createdAt">): Promise<OAuthClient>;
  hasClient(id: string): Promise<boolean>;
  /** If the request is wrong, returns a sentence that is shown to the person. */
  readRequest(query: string, resource: string): Promise<Result<AccessRequest, string>>;
  exchangeCode(given: CodeRequest): Promise<TokenAnswer>;
  refresh(given: PresentedToken): Promise<TokenAnswer>;
  /** Ends the token's connection. Undefined if the client does not have this token. */
  revoke(given: PresentedToken): Promise<EndedConnection | undefined>;
}

export interface Services {
  readonly publicUrl: string;
  /**
   * The version is part of every ETag, because another version of the service can answer
   * differently.
   */
  readonly version: string;
  readonly urlPolicy: UrlPolicy;
  readonly sealing: Sealing;
  readonly defaultPlan: PlanName;
  /** Null if the deployment has no Workers AI. */
  readonly workersAiModels: WorkersAiModels | null;
  readonly modelSealing: Sealing;
  now(): number;
  /** A random, unguessable id such as `ep_4fT…`. */
  newId(prefix: string): string;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  /** Runs work without delaying the answer. */
  background(work: Promise<unknown>): void;
  readonly record: Recorder;
  /**
   * Runs the function `work`. If it wakes workers, the logs of these workers name this request as
   * the cause.
   */
  causing<T>(requestId: string, work: () => T): T;
  readonly operators: Operators;
  /** Reads the installation's status from a limited number of rows. */
  operatorStatus(): Promise<OperatorStatus>;
  readonly audit: AuditWriter;
  auditLog(organization: string): AuditLog;
  exportsOf(organization: string): ExportRepository;
  /** Deletes the data that the receipt names, and signs the receipt. */
  finishDeletion(receipt: PendingReceipt): Promise<void>;
  /** Public keys in base64url. The current key is last. */
  receiptKeys(): Promise<readonly string[]>;
  /** Null if the person is not a member. */
  roleIn(person: string, organization: string): Promise<Role | null>;
  auth(): Auth;
  /** The person whom the `Cookie` header identifies, or null. */
  personOf(headers: Headers): Promise<SignedInPerson | null>;
  signIns(person: SignedInPerson): SignIns;
  readonly signInProviders: SignInProviders;
  readonly steps: SignInSteps;
  /** Returns false after too many calls for one network address. */
  mayBeginStep(address: string): Promise<boolean>;
  readonly secondFactors: SecondFactors;
  /**
   * Returns the organizations that require a second factor that the person has not given in this
   * browser.
   */
  organizationsRequiring(person: SignedInPerson): Promise<OwnSecondFactor["requiredBy"]>;
  /** Whether this browser would keep its access if the organization required a second factor. */
  meetsSecondFactor(person: SignedInPerson, organization: string): Promise<boolean>;
  factorsGiven(signIn: string): Promise<readonly FactorKind[]>;
  /** Stores that the person gave this second factor in this browser. */
  rememberFactor(signIn: string, kind: FactorKind): Promise<void>;
  readonly passkeys: Passkeys;
  /** The page that sends the request. Passkeys are bound to its host. */
  askingPage(request: Request): AskingPage;
  waysToSignIn(person: SignedInPerson): OwnWaysToSignIn;
  exportAccount(person: SignedInPerson): Promise<Readonly<Record<string, unknown>>>;
  /**
   * Fails if the person is the only owner of an organization that has other members or projects.
   */
  deleteAccount(person: SignedInPerson): Promise<Result<null, readonly OwnedOrganization[]>>;
  /** Deletes the account's stored failed attempts. Call this after a right code. */
  forgetFailures(account: string): Promise<void>;
  readonly oauth: OAuthServices;
  connections(person: SignedInPerson): Connections;
  /** Finds the caller behind an access token of a connected app. */
  resolveConnection(token: string, projectParam: string | null): Promise<PrincipalResolution>;
  /** The origin at which the request arrived. OAuth uses it as the issuer. */
  ownOrigin(request: Request): string;
  organizations(person: string): Organizations;
  members(person: string, organization: string): Members;
  invitations(person: SignedInPerson): Invitations;
  resolvePrincipal(request: Request): Promise<PrincipalResolution>;
  projectsOf(person: string): Promise<Project[]>;
  createProject(person: string, wanted: CreateProject): Promise<ProjectCreation>;
  project(id: string): ProjectServices;
  /** Undefined if the link is unknown or has expired. */
  openLink(hash: string): Promise<OpenedLink | undefined>;
  /** False if this network has opened too many public links in a short time. */
  mayOpenLink(address: string): Promise<boolean>;
  /** Whether a page of this installation sent the request. */
  isOwnPage(request: Request): boolean;
  /**
   * If the address already has an account, the account stays unchanged, and an e-mail tells its
   * owner. The answer is the same in both cases, so nobody learns whether the address has an
   * account.
   */
  signUp(person: NewPerson): Promise<void>;
  readonly mail: MailSettings;
  /** Arguments for the functions in `address-links.ts`, which make and check links in e-mails. */
  readonly links: AddressLinkDeps;
  readonly hashPassword: (password: string) => Promise<string>;
  /** Starts to send the stored e-mails in the background. */
  wakeMail(): void;
  /**
   * The token names an e-mail address and a channel. If `isSubscribed` is true, the channel sends
   * its e-mails to this address from now on. If false, it stops sending them. Returns undefined if
   * the token is invalid or the channel does not exist.
   */
  setSubscribed(token: string, isSubscribed: boolean): Promise<SubscriptionChange | undefined>;
  /** E-mails that a local service keeps instead of sending. Undefined in other deployments. */
  readonly localLetters: LetterRepository | undefined;
  /** Returns false after too many calls for one network address. */
  mayAskForLetter(address: string): Promise<boolean>;
  /** Call this before the password is checked. */
  claimSignIn(attempt: SignInAttempt): Promise<AttemptClaim>;
  /** Stores a successful attempt. Call this after the password was right. */
  signInSucceeded(attempt: SignedInAttempt): Promise<void>;
  /**
   * Whether the sign-up is within the limits, which count for each network and each e-mail domain.
   */
  signUpAllowed(attempt: SignInAttempt): Promise<boolean>;
  readonly sso: Sso;
  /** Whether an organization enforces its own provider for this e-mail address. */
  requiresSso(address: string): Promise<boolean>;
  /** Returns false after too many calls for one network address. */
  mayTrySso(address: string): Promise<boolean>;
  domains(organization: string): Domains;
  scimTokens(organization: string): ScimTokens;
  scimUsers(organization: string): ScimUsers;
  scimGroups(organization: string): ScimGroups;
  /** False if the organization has sent too many SCIM requests in a short time. */
  mayCallScim(organization: string): Promise<boolean>;
}

export interface HttpEnv {
  Variables: {
    requestId: string;
    /** Whether a client can repeat the request without harm. Undefined until the route is known. */
    isRepeatable: boolean | undefined;
    services: Services;
    principal: Principal;
    /**
     * The person whom the request's cookie identifies. Undefined until `personOfRequest` was
     * called.
     */
    cookiePerson: Promise<SignedInPerson | null> | undefined;
    /** Id of the signed-in person. Undefined in operations of a project. */
    person: string;
    /**
     * The values that the fields had before the change. The audit log shows them. Undefined if
     * unknown.
     */
    before: Readonly<Record<string, unknown>> | undefined;
    project: ProjectServices;
    directory: ScimCaller;
  };
}
