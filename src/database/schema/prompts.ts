import {
  type AnySQLiteColumn,
  foreignKey,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { PromptOrigin } from "../../protocol/api/prompts.ts";
import { failedCase, graph, projectId } from "./project.ts";

export const prompt = sqliteTable(
  "prompt",
  {
    /** Computed from the project and the prompt's name; see prompt-id.ts. */
    id: text().primaryKey(),
    project: projectId(),
    name: text().notNull(),
    /** Number of the version that the service serves; null if the app uses its own text. */
    active: integer(),
    /** Number of the version on trial, which gets a share of the traffic; null if there is none. */
    candidate: integer(),
    share: real().notNull().default(0),
    createdAt: integer().notNull(),
  },
  (table) => [uniqueIndex("prompt_name").on(table.project, table.name)],
);

export const promptVersion = sqliteTable(
  "prompt_version",
  {
    project: projectId(),
    prompt: text()
      .notNull()
      .references(() => prompt.id, { onDelete: "cascade" }),
    number: integer().notNull(),
    /** SHA-256 hash of the text. */
    hash: text().notNull(),
    text: text().notNull(),
    origin: text().$type<PromptOrigin>().notNull(),
    createdAt: integer().notNull(),
    /**
     * Time at which a person first added, served or replaced the version. Null if the version is
     * known only from traces. Such a version is deleted with the last graph that uses it.
     */
    adoptedAt: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.prompt, table.number] }),
    uniqueIndex("prompt_version_text").on(table.prompt, table.hash),
    index("prompt_version_project").on(table.project),
  ],
);

const used = () => ({
  project: projectId(),
  graph: text().notNull(),
  prompt: text().notNull(),
  number: integer().notNull(),
});

type Columns<Name extends string> = Readonly<Record<Name, AnySQLiteColumn>>;

const goesWithGraph = (table: Columns<"project" | "graph">) =>
  foreignKey({
    columns: [table.project, table.graph],
    foreignColumns: [graph.project, graph.id],
  }).onDelete("cascade");

const goesWithVersion = (table: Columns<"prompt" | "number">) =>
  foreignKey({
    columns: [table.prompt, table.number],
    foreignColumns: [promptVersion.prompt, promptVersion.number],
  }).onDelete("cascade");

/** The operations of one graph that use a prompt version. */
export const promptUse = sqliteTable(
  "prompt_use",
  {
    ...used(),
    opName: text().notNull(),
    calls: integer().notNull(),
    lastAt: integer().notNull(),
    /** Tokens of these operations' model calls. A call that reports no tokens counts as 0. */
    inputTokens: integer().notNull().default(0),
    outputTokens: integer().notNull().default(0),
    /** The same tokens by model, as a list of lists. `storedTokens` makes each inner list. */
    tokensByModel: text({ mode: "json" }).$type<readonly object[]>().notNull().default([]),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.prompt, table.number, table.opName] }),
    index("prompt_use_version").on(table.prompt, table.number),
    index("prompt_use_latest").on(table.prompt, table.lastAt, table.number),
    goesWithGraph(table),
    goesWithVersion(table),
  ],
);

/**
 * Numbers of judged answers and wrong answers of a prompt version, for one graph and one hour. If
 * several versions of the prompt were used before an answer, the answer counts only for the version
 * that was used last.
 */
export const promptOutcome = sqliteTable(
  "prompt_outcome",
  {
    ...used(),
    /** Start of the hour, in milliseconds since the epoch. */
    hour: integer().notNull(),
    answered: integer().notNull(),
    wrong: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.project, table.graph, table.prompt, table.number, table.hour] }),
    index("prompt_outcome_version").on(table.prompt, table.number, table.hour),
    goesWithGraph(table),
    goesWithVersion(table),
  ],
);

/** A prompt version that a case's decisive operation used. */
export const promptCase = sqliteTable(
  "prompt_case",
  {
    project: projectId(),
    case: text()
      .notNull()
      .references(() => failedCase.id, { onDelete: "cascade" }),
    prompt: text().notNull(),
    number: integer().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.case, table.prompt, table.number] }),
    index("prompt_case_version").on(table.prompt, table.number),
    goesWithVersion(table),
  ],
);
