/** The model that one project asks: settings, spending, and answers that need not be paid for again. */
import { and, eq, sql } from "drizzle-orm";
import type { Spent } from "../protocol/model.ts";
import type { ModelSettings } from "../protocol/model-settings.ts";
import type { Database } from "./database.ts";
import {
  modelAnswer,
  modelSettings,
  modelSpending,
  type StoredModelEndpoint,
} from "./schema/model.ts";
import { graph as graphTable } from "./schema/project.ts";

export interface StoredModelSettings
  extends Pick<ModelSettings, "usdPerCase" | "usdPerDay" | "systemDescription"> {
  readonly endpoints: readonly StoredModelEndpoint[];
}

export class ModelRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Undefined where the project asks no model. */
  async settings(): Promise<StoredModelSettings | undefined> {
    const [row] = await this.#database
      .select()
      .from(modelSettings)
      .where(eq(modelSettings.project, this.#project));
    return row;
  }

  async put(settings: StoredModelSettings): Promise<void> {
    const row = { ...settings, endpoints: [...settings.endpoints] };
    await this.#database
      .insert(modelSettings)
      .values({ project: this.#project, ...row })
      .onConflictDoUpdate({ target: modelSettings.project, set: row });
  }

  async remove(): Promise<void> {
    await this.#database.delete(modelSettings).where(eq(modelSettings.project, this.#project));
  }

  /** What the day that the moment lies in has cost so far. */
  async spentOn(now: number): Promise<Omit<Spent, "seconds">> {
    const [row] = await this.#database
      .select({
        calls: modelSpending.calls,
        inputTokens: modelSpending.inputTokens,
        outputTokens: modelSpending.outputTokens,
        usd: modelSpending.usd,
      })
      .from(modelSpending)
      .where(and(eq(modelSpending.project, this.#project), eq(modelSpending.day, dayOf(now))));
    return row ?? { calls: 0, inputTokens: 0, outputTokens: 0, usd: 0 };
  }

  /** What was answered under the key before. */
  async answer(graph: string, key: string): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ body: modelAnswer.body })
      .from(modelAnswer)
      .where(this.#at(graph, key));
    return row?.body;
  }

  /** Keeps an answer, with what it cost, as one; of a graph that is gone only the cost. */
  async keep(graph: string, key: string, body: string, spent: Spent, now: number): Promise<void> {
    await this.#database.batch([
      this.#spending(spent, now),
      this.#database
        .insert(modelAnswer)
        .select(
          this.#database
            .select({
              project: graphTable.project,
              graph: graphTable.id,
              key: sql<string>`${key}`.as("key"),
              body: sql<string>`${body}`.as("body"),
            })
            .from(graphTable)
            .where(and(eq(graphTable.project, this.#project), eq(graphTable.id, graph))),
        )
        .onConflictDoNothing(),
    ]);
  }

  #spending({ calls, inputTokens, outputTokens, usd }: Spent, now: number) {
    return this.#database
      .insert(modelSpending)
      .values({ project: this.#project, day: dayOf(now), calls, inputTokens, outputTokens, usd })
      .onConflictDoUpdate({
        target: [modelSpending.project, modelSpending.day],
        set: {
          calls: sql`${modelSpending.calls} + excluded.calls`,
          inputTokens: sql`${modelSpending.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelSpending.outputTokens} + excluded.output_tokens`,
          usd: sql`${modelSpending.usd} + excluded.usd`,
        },
      });
  }

  #at(graph: string, key: string) {
    return and(
      eq(modelAnswer.project, this.#project),
      eq(modelAnswer.graph, graph),
      eq(modelAnswer.key, key),
    );
  }
}

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
