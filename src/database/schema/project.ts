/** Tables of projects. Times are milliseconds since the epoch; lists and objects are JSON. */
import { sql } from "drizzle-orm";
import {
  blob,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { ChannelKind } from "../../protocol/api/alerts/channels.ts";
import type { AnswerCorrection } from "../../protocol/api/annotation/corrections.ts";
import type { Label, LabelState } from "../../protocol/api/annotation/labels.ts";
import type { CaseOrigin, CaseState, Scope } from "../../protocol/api/api.ts";
import type { Attribution } from "../../protocol/api/attribution.ts";
import type {
  Explanation,
  ReportBody,
  ReportFilter,
  ReportTrigger,
} from "../../protocol/api/insights/reports.ts";
import type { ReplayOutcome } from "../../protocol/api/replays.ts";
import type { DeliveryAttempt, WebhookEventType } from "../../protocol/api/webhook-endpoints.ts";
import type { ErrorType, Outcome, SubKind } from "../../protocol/error-types.ts";
import type { ColdSearch } from "../cold/cold-rows.ts";
import type { GraphNames } from "../graphs/graph-names.ts";
import { packPlacement } from "./graphs/pack-placement.ts";
import { organization, user } from "./identity.ts";
import { reportSettings } from "./teams/report-settings.ts";

export const project = sqliteTable(
  "project",
  {
    id: text().primaryKey(),
    organization: text()
      .notNull()
      .references(() => organization.id, { onDelete: "cascade" }),
    name: text().notNull(),
    ...reportSettings(),
    /** A graph is deleted this many days after its last pack; null to keep graphs forever. */
    retentionDays: integer(),
    /** Whether a user's later message that corrects an answer opens a case. */
    openCorrections: integer({ mode: "boolean" }).notNull().default(true),
    ...packPlacement(),
    createdAt: integer().notNull(),
    /**
     * Time at which the project's first event was packed; null before that. Never changes later.
     */
    firstEventAt: integer(),
    /** Time at which a person requested the project's deletion. This row is deleted last. */
    deletedAt: integer(),
    /** Progress of the search for graphs whose packs can move to R2; null before a search. */
    coldSearch: text({ mode: "json" }).$type<ColdSearch>(),
  },
  (table) => [
    index("project_organization").on(table.organization),
    index("project_deleted").on(table.deletedAt).where(sql`deleted_at is not null`),
    index("project_moving")
      .on(table.previousPackDatabase)
      .where(sql`previous_pack_database is not null`),
  ],
);

/** The project that owns the row. The row is deleted with the project. */
export const projectId = () =>
  text()
    .notNull()
    .references(() => project.id, { onDelete: "cascade" });

export const apiKey = sqliteTable(
  "api_key",
  {
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    /** SHA-256 hash of the key's secret part, in hexadecimal. */
    hash: text().notNull(),
    hint: text().notNull(),
    scopes: text({ mode: "json" }).$type<Scope[]>().notNull(),
    /**
     * The person who created this key. If a program created this key with another key, this is the
     * person who created the other key. Null if the person's account was deleted.
     */
    creator: text().references(() => user.id, { onDelete: "set null" }),
    createdAt: integer().notNull(),
    expiresAt: integer(),
    revokedAt: integer(),
    lastUsedAt: integer(),
  },
  (table) => [
    index("api_key_project").on(table.project),
    index("api_key_creator").on(table.creator).where(sql`creator is not null`),
  ],
);

/** A graph with at least this many records is large: people notice how long it takes to load. */
export const LARGE_GRAPH_RECORDS = 20_000;

export const graph = sqliteTable(
  "graph",
  {
    project: projectId(),
    id: text().notNull(),
    /**
     * The `graph` events of the graph can name its user, its system, and the graph that it replays.
     * This column has these names. If events give different names, the last event counts. Its
     * position is stored too, to compare it with events of later packs (see graph-names.ts).
     */
    names: text({ mode: "json" }).$type<GraphNames>(),
    user: text(),
    system: text(),
    /** Id of the graph that this graph replays. Deleting that graph deletes this graph too. */
    replayed: text(),
    createdAt: integer().notNull(),
    updatedAt: integer().notNull(),
    /** Sequence number of the last log row whose events are in packs. */
    revision: integer().notNull(),
    /**
     * Revision up to which the graph was searched for wrong answers. A search is waiting if
     * `wantedRevision` or `judgedRevision` is higher than this and higher than `givenUpRevision`.
     */
    examinedRevision: integer().notNull().default(-1),
    /**
     * Revision up to which no job searches for wrong answers any more, because too many jobs failed
     * or packs of the graph are lost.
     */
    givenUpRevision: integer().notNull().default(-1),
    /** Last revision with an event that can open a case. */
    wantedRevision: integer().notNull().default(-1),
    /**
     * The last revision that contains a verdict. It is needed to count right answers (see
     * waiting-graphs.ts).
     */
    judgedRevision: integer().notNull().default(-1),
    /**
     * Number of attribution jobs of the graph that have started since a job last ended. The number
     * grows if jobs fail or kill their workers. If it becomes too large, `givenUpRevision` is set.
     */
    jobAttempts: integer().notNull().default(0),
    sessions: integer().notNull(),
    operations: integer().notNull(),
    variables: integer().notNull(),
    links: integer().notNull(),
    /**
     * How much of the graph was counted as usage: the number of its events, the sequence number of
     * the last counted pack, and the bytes of this pack.
     */
    packedEvents: integer().notNull().default(0),
    lastPack: integer().notNull().default(-1),
    lastPackBytes: integer().notNull().default(0),
    /**
     * The revision that the graph had when a worker last began to make overviews.
     * `overviewAttempts` says how often workers have begun to make overviews of this revision.
     */
    overviewRevision: integer().notNull().default(-1),
    overviewAttempts: integer().notNull().default(0),
    /** Last revision that was counted and searched for corrections; -1 if the count is outdated. */
    countedRevision: integer().notNull().default(-1),
    /** Time to which the count of the memory figures is postponed; null if it is not postponed. */
    countAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.id] }),
    index("graph_time").on(table.project, table.updatedAt, table.id),
    index("graph_replayed").on(table.project, table.replayed).where(sql`replayed is not null`),
    index("graph_waiting")
      .on(table.project, table.updatedAt)
      .where(
        sql`max(wanted_revision, judged_revision) > max(examined_revision, given_up_revision)`,
      ),
    // The index leaves out `updated_at`, because each new pack of a graph changes that column.
    // So if the graph already waits for a count, a new pack changes nothing in the index.
    index("graph_to_count")
      .on(table.project)
      .where(
        sql`counted_revision < revision and replayed is null and operations + variables + links < ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`,
      ),
    index("graph_count_postponed")
      .on(table.countAt, table.project)
      .where(sql`count_at is not null`),
    // Only large graphs are in this index, so other graphs write no index row.
    index("graph_without_overview")
      .on(table.project, table.updatedAt)
      .where(
        sql`overview_revision < revision and operations + variables + links >= ${sql.raw(`${LARGE_GRAPH_RECORDS}`)}`,
      ),
  ],
);

/**
 * Every end user that the graph's events ever named. Deleting the user deletes the graph. The table
 * is `WITHOUT ROWID` (see the migration), which avoids one written row per graph.
 */
export const graphUser = sqliteTable(
  "graph_user",
  {
    project: projectId(),
    graph: text().notNull(),
    user: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.user] }),
    index("graph_user_graphs").on(table.project, table.user),
    foreignKey({
      columns: [table.project, table.graph],
      foreignColumns: [graph.project, graph.id],
    }).onDelete("cascade"),
  ],
);

export const pack = sqliteTable(
  "pack",
  {
    /** No foreign key, because the project's row can be in another database. */
    project: text().notNull(),
    graph: text().notNull(),
    /** Index of the pack's first event among all events that the graph ever accepted. */
    sequence: integer().notNull(),
    /** Sequence number of the last log row whose events are in the pack. */
    last: integer().notNull(),
    body: blob({ mode: "buffer" }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.graph, table.sequence] })],
);

export const failedCase = sqliteTable(
  "failed_case",
  {
    id: text().primaryKey(),
    project: projectId(),
    graph: text().notNull(),
    origin: text().$type<CaseOrigin>().notNull(),
    query: text().notNull(),
    queryId: text(),
    expected: text({ mode: "json" }).$type<string[]>().notNull(),
    expectedId: text(),
    prediction: text().notNull(),
    predictionId: text(),
    evidence: text({ mode: "json" }).$type<string[]>().notNull(),
    judgeReason: text(),
    /** The user's later message that corrects the answer; null if there is none. */
    correction: text({ mode: "json" }).$type<AnswerCorrection>(),
    /**
     * A person can accept, change or refuse an inferred answer. The newest decision sets this list.
     * If the list is not null, it replaces `expected`. If the person accepted or changed the
     * answer, the list has this answer. If the person refused the answer and it is the first
     * element of `expected`, the list is empty: the case then has no expected answer. In all other
     * cases, the list is null.
     */
    confirmed: text({ mode: "json" }).$type<string[]>(),
    /** Inferred answers that people refused. The tracer does not infer them again. */
    refused: text({ mode: "json" }).$type<string[]>().notNull().default([]),
    /** Number of people's decisions on inferred answers. */
    decisions: integer().notNull().default(0),
    system: text(),
    sessionCategory: text(),
    occurredAt: integer().notNull(),
    createdAt: integer().notNull(),
    state: text().$type<CaseState>().notNull(),
    /**
     * Time at which the case entered its state. The sweep uses it to find stuck cases. For a queued
     * case, this is the earliest time of the next attempt, which can be in the future.
     */
    stateAt: integer().notNull(),
    attempts: integer().notNull().default(0),
    failure: text(),
    /** The newest attribution. The next columns repeat some of its fields for lists and figures. */
    attribution: text({ mode: "json" }).$type<Attribution>(),
    attributedAt: integer(),
    outcome: text().$type<Outcome>(),
    errorType: text().$type<ErrorType>(),
    subKind: text().$type<SubKind>(),
    op: text(),
    opName: text(),
    confidence: real(),
    /**
     * The label on which people agree for this case, or which an adjudication chose (see
     * `countLabels`). Null if there is no such label, for example because people disagree.
     */
    label: text({ mode: "json" }).$type<Label>(),
    labelState: text().$type<LabelState>().notNull().default("none"),
    /** Number of authors with a current label on the case. */
    labelledBy: integer().notNull().default(0),
    /** Result of the replays that tested the verdict; null if no replay tested it. */
    proof: text().$type<ReplayOutcome>(),
  },
  (table) => [
    index("failed_case_time").on(table.project, table.occurredAt, table.id),
    index("failed_case_graph").on(table.project, table.graph),
    index("failed_case_opened").on(table.project, table.graph).where(sql`origin = 'api'`),
    index("failed_case_finding")
      .on(table.project, table.errorType, table.opName, table.system)
      .where(sql`state = 'done'`),
    // The test for a shift uses this index to read the newest cases of a memory system.
    index("failed_case_mix")
      .on(table.project, table.system, table.createdAt)
      .where(sql`state = 'done' and outcome is not null`),
    index("failed_case_waiting").on(table.project, table.stateAt).where(sql`state = 'queued'`),
    index("failed_case_running").on(table.stateAt).where(sql`state = 'running'`),
    index("failed_case_failed").on(table.stateAt).where(sql`state = 'failed'`),
  ],
);

export const endpoint = sqliteTable(
  "endpoint",
  {
    id: text().primaryKey(),
    project: projectId(),
    kind: text().$type<"webhook" | ChannelKind>().notNull().default("webhook"),
    /** Address of an endpoint, or shortened address of a channel. */
    url: text().notNull(),
    /** Description of an endpoint, or name of a channel. */
    description: text().notNull(),
    events: text({ mode: "json" }).$type<WebhookEventType[]>().notNull(),
    state: text().$type<"enabled" | "disabled">().notNull(),
    disabledReason: text(),
    /** Whether `attribution.completed` contains the question, the answers and the reason. */
    includeTexts: integer({ mode: "boolean" }).notNull().default(false),
    /**
     * An endpoint's signing secret, or a channel's `ChannelTarget` as JSON. Encrypted; see
     * src/tenancy/sealing.ts.
     */
    secret: text().notNull(),
    /**
     * Earlier signing secrets, encrypted. Each of them also signs deliveries until its time
     * `until`.
     */
    earlierSecrets: text({ mode: "json" })
      .$type<{ secret: string; until: number }[]>()
      .notNull()
      .default([]),
    /** Number of failed attempts since the last successful one. */
    failures: integer().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (table) => [index("endpoint_project").on(table.project)],
);

export const delivery = sqliteTable(
  "delivery",
  {
    id: text().primaryKey(),
    project: projectId(),
    endpoint: text()
      .notNull()
      .references(() => endpoint.id, { onDelete: "cascade" }),
    event: text().$type<WebhookEventType | "alert.fired" | "test">().notNull(),
    /**
     * Id of the alert rule that sent the delivery; null for other deliveries. The id outlives the
     * rule.
     */
    rule: text(),
    payload: text().notNull(),
    state: text().$type<"queued" | "delivered" | "failed">().notNull(),
    attempts: text({ mode: "json" }).$type<DeliveryAttempt[]>().notNull(),
    /** Number of attempts since the delivery was created or last replayed. */
    round: integer().notNull().default(0),
    /** Number of times that a person requested to send the delivery again. */
    replays: integer().notNull().default(0),
    nextAttemptAt: integer(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("delivery_time").on(table.project, table.createdAt, table.id),
    index("delivery_endpoint").on(table.endpoint, table.createdAt),
    index("delivery_due").on(table.endpoint, table.nextAttemptAt).where(sql`state = 'queued'`),
    index("delivery_failed").on(table.createdAt).where(sql`state = 'failed'`),
    index("delivery_graph")
      .on(table.project, sql`(payload ->> '$.data.graph')`)
      .where(sql`event = 'attribution.completed'`),
  ],
);

export const report = sqliteTable(
  "report",
  {
    id: text().primaryKey(),
    project: projectId(),
    start: integer().notNull(),
    end: integer().notNull(),
    trigger: text().$type<ReportTrigger>().notNull(),
    /** The report's filters besides its period. */
    filter: text({ mode: "json" }).$type<ReportFilter>().notNull().default({}),
    headline: text().notNull(),
    body: text({ mode: "json" }).$type<ReportBody>().notNull(),
    /** Id of the job that writes the explanation; null if no job writes one. */
    job: text(),
    explanation: text({ mode: "json" }).$type<Explanation>(),
    createdAt: integer().notNull(),
  },
  (table) => [
    index("report_time").on(table.project, table.createdAt),
    uniqueIndex("report_schedule").on(table.project, table.end).where(sql`"trigger" = 'schedule'`),
  ],
);
