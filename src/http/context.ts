/** The data of a request: its id, the caller, and the services for handlers. */

import type { AgreementRepository } from "../database/annotation/agreement-repository.ts";
import type { CommentRepository } from "../database/annotation/comment-repository.ts";
import type { LabelRepository } from "../database/annotation/label-repository.ts";
import type { MentionRepository } from "../database/annotation/mention-repository.ts";
import type { BenchmarkRepository } from "../database/benchmarks/benchmark-repository.ts";
import type { FrozenBenchmarks } from "../database/benchmarks/frozen-benchmarks.ts";
import type { AnswerRepository } from "../database/cases/answer-repository.ts";
import type { CaseRepository } from "../database/cases/case-repository.ts";
import type { DatasetRepository } from "../database/experiments/dataset-repository.ts";
import type { ExperimentRepository } from "../database/experiments/experiment-repository.ts";
import type { ReplayRepository } from "../database/experiments/replay-repository.ts";
import type { GraphRepository } from "../database/graphs/graph-repository.ts";
import type { MemoryRepository } from "../database/graphs/memory-repository.ts";
import type { OverviewRepository } from "../database/graphs/overview-repository.ts";
import type { FindingRepository } from "../database/insights/finding-repository.ts";
import type { ReportRepository } from "../database/insights/report-repository.ts";
import type { ShiftRepository } from "../database/insights/shift-repository.ts";
import type { JobRepository } from "../database/jobs/job-repository.ts";
import type { ModelRepository, StoredModelSettings } from "../database/jobs/model-repository.ts";
import type { WebhookRepository } from "../database/jobs/webhook-repository.ts";
import type { PromptRepository } from "../database/prompts/prompt-repository.ts";
import type { ProposalRepository } from "../database/prompts/proposal-repository.ts";
import type { QueueItemRepository } from "../database/queues/queue-item-repository.ts";
import type { QueueRepository } from "../database/queues/queue-repository.ts";
import type { LinkRepository, OpenedLink } from "../database/sharing/link-repository.ts";
import type { ViewRepository } from "../database/sharing/view-repository.ts";
import type { LiveStart, Watcher } from "../event-store/live/live-feed.ts";
import type { AppendAnswer } from "../event-store/log/graph-log.ts";
import type { LogEvent } from "../event-store/log/incoming-events.ts";
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import type { CreateProject, Project } from "../protocol/api/api.ts";
import type { ModelTest, WorkersAiModels } from "../protocol/api/model-settings.ts";
import type { Model } from "../protocol/model.ts";
import type { Result } from "../protocol/result.ts";
import type { KeyRepository } from "../tenancy/keys.ts";
import type { Invitations } from "../tenancy/organizations/invitations.ts";
import type { Members } from "../tenancy/organizations/members.ts";
import type { Organizations } from "../tenancy/organizations/organizations.ts";
import type { Principal, PrincipalResolution, SignedInPerson } from "../tenancy/principal.ts";
import type { ProjectCreation, ProjectRepository } from "../tenancy/projects.ts";
import type { Sealing } from "../tenancy/sealing.ts";
import type { AttemptClaim, SignInAttempt } from "../tenancy/sign-in/attempts.ts";
import type { Auth } from "../tenancy/sign-in/auth.ts";
import type { SignIns } from "../tenancy/sign-in/sign-ins.ts";
import type { NewPerson } from "../tenancy/sign-in/sign-up.ts";
import type { UrlPolicy } from "../webhooks/url-policy.ts";

/** Everything of one project. There is no way to it but a principal of that project. */
export interface ProjectServices {
  readonly id: string;
  readonly settings: ProjectRepository;
  readonly graphs: GraphRepository;
  readonly memory: MemoryRepository;
  readonly overviews: OverviewRepository;
  readonly cases: CaseRepository;
  readonly labels: LabelRepository;
  readonly agreement: AgreementRepository;
  readonly answers: AnswerRepository;
  readonly webhooks: WebhookRepository;
  readonly reports: ReportRepository;
  readonly replays: ReplayRepository;
  readonly model: ModelRepository;
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
  /** Durable once it resolves. */
  append(
    graph: string,
    batch: string | undefined,
    events: readonly LogEvent[],
  ): Promise<AppendResult>;
  /** Packs hold all that was acknowledged once it resolves. */
  flush(graph: string): Promise<void>;
  /**
   * The graph object's answer to a watcher: 101, or 404 without a graph, or 426 without an upgrade.
   */
  watch(graph: string, watcher: Watcher, start: LiveStart, headers: Headers): Promise<Response>;
  /** Deletes the graph for good. False if nothing of it was stored. */
  deleteGraph(graph: string): Promise<boolean>;
  /** Packs all acknowledged events, and finds the graph; undefined if it does not exist. */
  openGraph(graph: string): Promise<OpenGraph | undefined>;
  /** The graph as it was in this state; undefined if it was deleted since. */
  openFrozenGraph(
    graph: string,
    state: { readonly createdAt: number; readonly revision: number },
  ): Promise<EvolutionGraph | undefined>;
  /** Wakes the attribution of the graph's queued cases. */
  wakeAttribution(graph: string): Promise<void>;
  /** Wakes deliveries that are stored and due. */
  wakeDeliveries(ids: readonly string[]): Promise<void>;
  /** Wakes a job that is queued. */
  wakeJob(id: string): Promise<void>;
  /** Undefined if no endpoint may be called. */
  openModel(settings: StoredModelSettings): Promise<Model | undefined>;
  /** Asks every endpoint of the settings one question. */
  testModel(settings: StoredModelSettings): Promise<ModelTest>;
  /** False when the project has used up its requests for now. */
  withinRate(): Promise<boolean>;
}

export interface OpenGraph {
  /** Names the state of the packs. */
  readonly revision: string;
  /** Undefined if the graph was deleted since. */
  load(): Promise<EvolutionGraph | undefined>;
}

export type AppendResult = Result<AppendAnswer, "overloaded">;

export interface Services {
  readonly publicUrl: string;
  /** Version of the deployment; another may answer differently. */
  readonly version: string;
  readonly urlPolicy: UrlPolicy;
  readonly sealing: Sealing;
  /** Models of the deployment's Workers AI; null if it has none. */
  readonly workersAiModels: WorkersAiModels | null;
  /** Seals the models' keys. */
  readonly modelSealing: Sealing;
  now(): number;
  /** Random and unguessable, such as `ep_4fT…`. */
  newId(prefix: string): string;
  randomBytes(length: number): Uint8Array<ArrayBuffer>;
  auth(): Auth;
  signIns(person: SignedInPerson): SignIns;
  organizations(person: string): Organizations;
  members(person: string, organization: string): Members;
  invitations(person: SignedInPerson): Invitations;
  resolvePrincipal(request: Request): Promise<PrincipalResolution>;
  projectsOf(person: string): Promise<Project[]>;
  createProject(person: string, wanted: CreateProject): Promise<ProjectCreation>;
  project(id: string): ProjectServices;
  /** The public link with this token hash, if it works now. */
  openLink(hash: string): Promise<OpenedLink | undefined>;
  /** False when this address has opened too many links for now. */
  mayOpenLink(address: string): Promise<boolean>;
  /** Whether one of this installation's own pages sent the request. */
  isOwnPage(request: Request): boolean;
  /** Creates an account, unless the address has one. The answer is the same in both cases. */
  signUp(person: NewPerson): Promise<void>;
  /** Counts an attempt at the account's password; to be called before the password is checked. */
  claimSignIn(attempt: SignInAttempt): Promise<AttemptClaim>;
  /** To be called after the right password. */
  signInSucceeded(attempt: SignInAttempt): Promise<void>;
  /** False when the network or the e-mail domain asked for too many accounts. */
  signUpAllowed(attempt: SignInAttempt): Promise<boolean>;
}

export interface HttpEnv {
  Variables: {
    requestId: string;
    /** Whether the same request again changes nothing more; undefined before its route is known. */
    isRepeatable: boolean | undefined;
    services: Services;
    principal: Principal;
    /** Id of the signed-in person, in operations outside of a project. */
    person: string;
    project: ProjectServices;
  };
}
