/** All routes of the UI. The browser loads a page's code only when the page is opened. */

import type { QueryClient } from "@tanstack/react-query";
import {
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
} from "@tanstack/react-router";
import { parseAgreementSearch } from "./agreement/agreement-search.ts";
import { wellFormed } from "./api/request.ts";
import { parseAuditSearch } from "./audit/audit-search.ts";
import { parseCasePageSearch } from "./case/case-search.ts";
import { parseCaseSearch, parseOverviewSearch } from "./cases/case-search.ts";
import { parseDerivedSearch } from "./derived/derived-search.ts";
import { parseExperimentSearch } from "./experiments/experiment-search.ts";
import { parseFindingSearch } from "./findings/finding-search.ts";
import { parseGraphSearch } from "./graphs/graph-search.ts";
import { parseHealthSearch } from "./health/health-search.ts";
import { parseImpactSearch } from "./impact/impact-search.ts";
import { parseJudgeSearch } from "./judge/judge-search.ts";
import { parseLedgerSearch } from "./ledger/ledger-search.ts";
import { parseMemorySearch } from "./memory/memory-search.ts";
import { pagesOutsideProjects, parseAccountSearch } from "./pages-outside-projects.ts";
import { parsePromptSearch } from "./prompts/prompt-search.ts";
import { requireSignIn, root } from "./root-route.ts";
import { AppShell } from "./shell/app-shell.tsx";
import { NotFound, PageFailure } from "./shell/page-failure.tsx";
import { signInRoutes } from "./sign-in-routes.ts";
import { parseUsageSearch } from "./usage/usage-search.ts";
import { parseVariableSearch } from "./variable/variable-search.ts";
import { parseDeliverySearch } from "./webhooks/delivery-search.ts";

const text = (value: unknown) => (typeof value === "string" ? value : undefined);

const project = createRoute({
  getParentRoute: () => root,
  path: "/p/$project",
  beforeLoad: requireSignIn,
  component: AppShell,
});
const overview = createRoute({
  getParentRoute: () => project,
  path: "/",
  validateSearch: parseOverviewSearch,
  component: lazyRouteComponent(() => import("./overview/overview-page.tsx"), "OverviewPage"),
});
const cases = createRoute({
  getParentRoute: () => project,
  path: "/cases",
  validateSearch: parseCaseSearch,
  component: lazyRouteComponent(() => import("./cases/cases-page.tsx"), "CasesPage"),
});
const agreement = createRoute({
  getParentRoute: () => project,
  path: "/agreement",
  validateSearch: parseAgreementSearch,
  component: lazyRouteComponent(() => import("./agreement/agreement-page.tsx"), "AgreementPage"),
});
const oneCase = createRoute({
  getParentRoute: () => project,
  path: "/cases/$case",
  validateSearch: parseCasePageSearch,
  component: lazyRouteComponent(() => import("./case/case-page.tsx"), "CasePage"),
});
const graphs = createRoute({
  getParentRoute: () => project,
  path: "/graphs",
  component: lazyRouteComponent(() => import("./graphs/graphs-page.tsx"), "GraphsPage"),
});
const graph = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph",
  validateSearch: parseGraphSearch,
  component: lazyRouteComponent(() => import("./graphs/graph-page.tsx"), "GraphPage"),
});
const operation = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph/operations/$op",
  validateSearch: (raw: Record<string, unknown>): { variable?: string } => ({
    variable: text(raw.variable),
  }),
  component: lazyRouteComponent(() => import("./operation/operation-page.tsx"), "OperationPage"),
});
const variable = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph/variables/$variable",
  validateSearch: parseVariableSearch,
  component: lazyRouteComponent(() => import("./variable/variable-page.tsx"), "VariablePage"),
});
const ledger = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph/ledger",
  validateSearch: parseLedgerSearch,
  component: lazyRouteComponent(() => import("./ledger/ledger-page.tsx"), "LedgerPage"),
});
const memory = createRoute({
  getParentRoute: () => project,
  path: "/memory",
  validateSearch: parseMemorySearch,
  component: lazyRouteComponent(() => import("./memory/memory-page.tsx"), "MemoryPage"),
});
const health = createRoute({
  getParentRoute: () => project,
  path: "/health",
  validateSearch: parseHealthSearch,
  component: lazyRouteComponent(() => import("./health/health-page.tsx"), "HealthPage"),
});
const judge = createRoute({
  getParentRoute: () => project,
  path: "/judge",
  validateSearch: parseJudgeSearch,
  component: lazyRouteComponent(() => import("./judge/judge-page.tsx"), "JudgePage"),
});
const derived = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph/derived/$variable",
  validateSearch: parseDerivedSearch,
  component: lazyRouteComponent(() => import("./derived/derived-page.tsx"), "DerivedPage"),
});
const impact = createRoute({
  getParentRoute: () => project,
  path: "/graphs/$graph/impact/$variable",
  component: lazyRouteComponent(() => import("./impact/impact-page.tsx"), "ImpactPage"),
});
const selectionImpact = createRoute({
  getParentRoute: () => project,
  path: "/impact",
  validateSearch: parseImpactSearch,
  component: lazyRouteComponent(
    () => import("./impact/selection-impact-page.tsx"),
    "SelectionImpactPage",
  ),
});
const reports = createRoute({
  getParentRoute: () => project,
  path: "/reports",
  component: lazyRouteComponent(() => import("./reports/reports-page.tsx"), "ReportsPage"),
});
const report = createRoute({
  getParentRoute: () => project,
  path: "/reports/$report",
  component: lazyRouteComponent(() => import("./reports/report-page.tsx"), "ReportPage"),
});
const findings = createRoute({
  getParentRoute: () => project,
  path: "/findings",
  validateSearch: parseFindingSearch,
  component: lazyRouteComponent(() => import("./findings/findings-page.tsx"), "FindingsPage"),
});
const finding = createRoute({
  getParentRoute: () => project,
  path: "/findings/$finding",
  component: lazyRouteComponent(() => import("./findings/finding-page.tsx"), "FindingPage"),
});
const queues = createRoute({
  getParentRoute: () => project,
  path: "/queues",
  component: lazyRouteComponent(() => import("./queues/queues-page.tsx"), "QueuesPage"),
});
const queue = createRoute({
  getParentRoute: () => project,
  path: "/queues/$queue",
  component: lazyRouteComponent(() => import("./queues/queue-page.tsx"), "QueuePage"),
});
const queueItem = createRoute({
  getParentRoute: () => project,
  path: "/queues/$queue/items/$case",
  validateSearch: parseCasePageSearch,
  component: lazyRouteComponent(() => import("./queues/item-page.tsx"), "ItemPage"),
});
const mentions = createRoute({
  getParentRoute: () => project,
  path: "/mentions",
  component: lazyRouteComponent(() => import("./comments/mentions-page.tsx"), "MentionsPage"),
});
const shift = createRoute({
  getParentRoute: () => project,
  path: "/shifts/$shift",
  component: lazyRouteComponent(() => import("./findings/shift-page.tsx"), "ShiftPage"),
});
const prompts = createRoute({
  getParentRoute: () => project,
  path: "/prompts",
  component: lazyRouteComponent(() => import("./prompts/prompts-page.tsx"), "PromptsPage"),
});
const prompt = createRoute({
  getParentRoute: () => project,
  path: "/prompts/$prompt",
  validateSearch: parsePromptSearch,
  component: lazyRouteComponent(() => import("./prompts/prompt-page.tsx"), "PromptPage"),
});
const proposals = createRoute({
  getParentRoute: () => project,
  path: "/proposals",
  validateSearch: (raw: Record<string, unknown>): { round?: string } => ({
    round: text(raw.round),
  }),
  component: lazyRouteComponent(() => import("./proposals/proposals-page.tsx"), "ProposalsPage"),
});
const proposal = createRoute({
  getParentRoute: () => project,
  path: "/proposals/$proposal",
  component: lazyRouteComponent(() => import("./proposals/proposal-page.tsx"), "ProposalPage"),
});
const experiments = createRoute({
  getParentRoute: () => project,
  path: "/experiments",
  component: lazyRouteComponent(
    () => import("./experiments/experiments-page.tsx"),
    "ExperimentsPage",
  ),
});
const experiment = createRoute({
  getParentRoute: () => project,
  path: "/experiments/$experiment",
  validateSearch: parseExperimentSearch,
  component: lazyRouteComponent(
    () => import("./experiments/experiment-page.tsx"),
    "ExperimentPage",
  ),
});
const dataset = createRoute({
  getParentRoute: () => project,
  path: "/datasets/$dataset",
  component: lazyRouteComponent(() => import("./experiments/dataset-page.tsx"), "DatasetPage"),
});
const benchmarks = createRoute({
  getParentRoute: () => project,
  path: "/benchmarks",
  component: lazyRouteComponent(() => import("./benchmarks/benchmarks-page.tsx"), "BenchmarksPage"),
});
const benchmark = createRoute({
  getParentRoute: () => project,
  path: "/benchmarks/$benchmark",
  component: lazyRouteComponent(() => import("./benchmarks/benchmark-page.tsx"), "BenchmarkPage"),
});
const annotationErrors = createRoute({
  getParentRoute: () => project,
  path: "/annotation-errors",
  component: lazyRouteComponent(
    () => import("./benchmarks/annotation-errors-page.tsx"),
    "AnnotationErrorsPage",
  ),
});
const webhooks = createRoute({
  getParentRoute: () => project,
  path: "/webhooks",
  component: lazyRouteComponent(() => import("./webhooks/webhooks-page.tsx"), "WebhooksPage"),
});
const channels = createRoute({
  getParentRoute: () => project,
  path: "/channels",
  component: lazyRouteComponent(() => import("./alerts/channels-page.tsx"), "ChannelsPage"),
});
const rules = createRoute({
  getParentRoute: () => project,
  path: "/rules",
  component: lazyRouteComponent(() => import("./alerts/rules-page.tsx"), "RulesPage"),
});
const deliveries = createRoute({
  getParentRoute: () => project,
  path: "/deliveries",
  validateSearch: parseDeliverySearch,
  component: lazyRouteComponent(() => import("./webhooks/deliveries-page.tsx"), "DeliveriesPage"),
});
const keys = createRoute({
  getParentRoute: () => project,
  path: "/keys",
  component: lazyRouteComponent(() => import("./keys/keys-page.tsx"), "KeysPage"),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: "/settings",
  component: lazyRouteComponent(() => import("./settings/settings-page.tsx"), "SettingsPage"),
});
const privacy = createRoute({
  getParentRoute: () => project,
  path: "/privacy",
  component: lazyRouteComponent(() => import("./privacy/privacy-page.tsx"), "PrivacyPage"),
});
const people = createRoute({
  getParentRoute: () => project,
  path: "/people",
  component: lazyRouteComponent(() => import("./people/people-page.tsx"), "PeoplePage"),
});
const signInSettings = createRoute({
  getParentRoute: () => project,
  path: "/sign-in",
  component: lazyRouteComponent(
    () => import("./sso/sign-in-settings-page.tsx"),
    "SignInSettingsPage",
  ),
});
const audit = createRoute({
  getParentRoute: () => project,
  path: "/audit",
  validateSearch: parseAuditSearch,
  component: lazyRouteComponent(() => import("./audit/audit-page.tsx"), "AuditPage"),
});
const usage = createRoute({
  getParentRoute: () => project,
  path: "/usage",
  validateSearch: parseUsageSearch,
  component: lazyRouteComponent(() => import("./usage/usage-page.tsx"), "UsagePage"),
});
const account = createRoute({
  getParentRoute: () => project,
  path: "/account",
  validateSearch: parseAccountSearch,
  component: lazyRouteComponent(() => import("./account/account-page.tsx"), "AccountPage"),
});

const tree = root.addChildren([
  ...signInRoutes,
  ...pagesOutsideProjects,
  project.addChildren([
    overview,
    agreement,
    cases,
    oneCase,
    graphs,
    graph,
    operation,
    variable,
    ledger,
    memory,
    health,
    judge,
    derived,
    impact,
    selectionImpact,
    reports,
    report,
    findings,
    finding,
    shift,
    mentions,
    queues,
    queue,
    queueItem,
    prompts,
    prompt,
    proposals,
    proposal,
    experiments,
    experiment,
    dataset,
    benchmarks,
    benchmark,
    annotationErrors,
    webhooks,
    channels,
    rules,
    deliveries,
    keys,
    people,
    signInSettings,
    audit,
    usage,
    privacy,
    settings,
    account,
  ]),
]);

export const buildRouter = (client: QueryClient) =>
  createRouter({
    routeTree: tree,
    parseSearch: parseSearchWith(wellFormed),
    context: { client },
    defaultPreload: "intent",
    scrollRestoration: true,
    defaultErrorComponent: PageFailure,
    defaultNotFoundComponent: NotFound,
  });

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof buildRouter>;
  }
}
