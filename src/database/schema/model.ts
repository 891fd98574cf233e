/**
 * Model settings, costs and cached answers of projects. Secrets are encrypted; see
 * src/tenancy/sealing.ts.
 */
import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";
import type { ModelPrice } from "../../protocol/api/insights/model-prices.ts";
import type { Transcript } from "../../protocol/api/transcript.ts";
import { failedCase, projectId } from "./project.ts";

export interface StoredModelEndpoint {
  readonly url: string;
  readonly model: string;
  readonly usdPerMillionInput: number;
  readonly usdPerMillionOutput: number;
  /** Name of the model for embeddings; empty if the project uses none. */
  readonly embeddingsModel: string;
  readonly usdPerMillionEmbedded: number;
  readonly sealedKey: string | null;
  readonly keyHint: string | null;
}

export const modelSettings = sqliteTable("model_settings", {
  project: projectId().primaryKey(),
  endpoints: text({ mode: "json" }).$type<StoredModelEndpoint[]>().notNull(),
  workersAi: integer({ mode: "boolean" }).notNull(),
  usdPerCase: real().notNull(),
  usdPerJob: real().notNull(),
  usdPerDay: real().notNull(),
  tokensPerCase: integer().notNull(),
  agentSteps: integer().notNull(),
  agentContextTokens: integer().notNull(),
  systemDescription: text().notNull(),
  systemDescriptions: text({ mode: "json" }).$type<Record<string, string>>().notNull(),
});

/** Prices that a project has entered for the models in its traces. */
export const modelPrices = sqliteTable("model_prices", {
  project: projectId().primaryKey(),
  prices: text({ mode: "json" }).$type<readonly ModelPrice[]>().notNull(),
});

export const modelSpending = sqliteTable(
  "model_spending",
  {
    project: projectId(),
    /** UTC day, such as 2026-03-04. */
    day: text().notNull(),
    calls: integer().notNull(),
    inputTokens: integer().notNull(),
    outputTokens: integer().notNull(),
    usd: real().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.day] })],
);

/** A model's cached answer. Asking the same question again costs nothing. */
export const modelAnswer = sqliteTable(
  "model_answer",
  {
    project: projectId(),
    /** The graph or job that asked the question, in the format of `answerScope`. */
    scope: text().notNull(),
    /** SHA-256 hash of everything that determines the answer. */
    key: text().notNull(),
    body: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.project, table.scope, table.key] })],
);

/** The questions that a model was asked about a case, with the model's answers. */
export const transcript = sqliteTable("transcript", {
  project: projectId(),
  case: text()
    .primaryKey()
    .references(() => failedCase.id, { onDelete: "cascade" }),
  body: text({ mode: "json" }).$type<Transcript>().notNull(),
});
