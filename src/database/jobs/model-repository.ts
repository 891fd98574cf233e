import { and, eq, inArray, sql } from "drizzle-orm";
import type { ModelSettings } from "../../protocol/api/model-settings.ts";
import type { Spent } from "../../protocol/model.ts";
import type { Database } from "../database.ts";
import { job as jobTable } from "../schema/jobs.ts";
import {
  modelAnswer,
  modelSettings,
  modelSpending,
  type StoredModelEndpoint,
} from "../schema/model.ts";
import { graph as graphTable } from "../schema/project.ts";

export interface StoredModelSettings
  extends Pick<
    ModelSettings,
    | "workersAi"
    | "usdPerCase"
    | "usdPerJob"
    | "usdPerDay"
    | "tokensPerCase"
    | "agentSteps"
    | "agentContextTokens"
    | "systemDescription"
    | "systemDescriptions"
  > {
  readonly endpoints: readonly StoredModelEndpoint[];
}

/**
 * The graph or job to which a cached answer belongs. The answer of a graph is deleted together with
 * the graph. The answer of a job is deleted when the job ends or is deleted.
 */
export type AnswerScope = { readonly graph: string } | { readonly job: string };

export function answerScope(scope: AnswerScope): string {
  return "graph" in scope ? `graph:${scope.graph}` : `job:${scope.job}`;
}

export class ModelRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns undefined if the project has no model. */
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

  /** Returns the model's cost on the UTC day of `now`. */
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

  /**
   * Reserves budget for a question: adds the question's estimated cost to the cost of the day.
   * Returns undefined if the day's budget is already used up. A single statement checks and adds,
   * so two parallel questions cannot both take the rest of the budget. Later, `settle` or `keep`
   * replaces the estimate by the real cost.
   */
  async reserve(usd: number, usdPerDay: number, now: number): Promise<Reservation | undefined> {
    const day = dayOf(now);
    const rows = await this.#database
      .insert(modelSpending)
      .select(sql`select ${this.#project}, ${day}, 0, 0, 0, ${usd} where ${usdPerDay} > 0`)
      .onConflictDoUpdate({
        target: [modelSpending.project, modelSpending.day],
        set: { usd: plusUsd },
        setWhere: sql`${modelSpending.usd} < ${usdPerDay}`,
      })
      .returning({ day: modelSpending.day });
    return rows.length === 0 ? undefined : { day, usd };
  }

  /**
   * Replaces a question's estimated cost by its real cost. If the answer must also be cached, call
   * `keep` instead.
   */
  async settle(scope: AnswerScope, spent: Spent, reserved: Reservation): Promise<void> {
    await this.#database.batch([
      this.#spending(spent, reserved),
      ...("job" in scope ? [this.#spendingOf(scope.job, spent)] : []),
    ]);
  }

  /** Adds a cost that belongs to no graph and no job. */
  async spend(spent: Spent, now: number): Promise<void> {
    await this.#spending(spent, { day: dayOf(now), usd: 0 });
  }

  async answer(scope: AnswerScope, key: string): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ body: modelAnswer.body })
      .from(modelAnswer)
      .where(this.#at(scope, key));
    return row?.body;
  }

  /**
   * Caches an answer and replaces its estimated cost by the real one, in one transaction. Caches
   * nothing if the graph was deleted or the job has ended.
   */
  async keep(
    scope: AnswerScope,
    key: string,
    body: string,
    spent: Spent,
    reserved: Reservation,
  ): Promise<void> {
    const table = "graph" in scope ? graphTable : jobTable;
    const stands =
      "graph" in scope
        ? eq(graphTable.id, scope.graph)
        : and(eq(jobTable.id, scope.job), inArray(jobTable.state, ["queued", "running"]));
    await this.#database.batch([
      this.#spending(spent, reserved),
      ...("job" in scope ? [this.#spendingOf(scope.job, spent)] : []),
      this.#database
        .insert(modelAnswer)
        .select(
          this.#database
            .select({
              project: table.project,
              scope: sql<string>`${answerScope(scope)}`.as("scope"),
              key: sql<string>`${key}`.as("key"),
              body: sql<string>`${body}`.as("body"),
            })
            .from(table)
            .where(and(eq(table.project, this.#project), stands)),
        )
        .onConflictDoNothing(),
    ]);
  }

  /**
   * Replaces the stored progress of an active job. The progress is deleted with the job's cached
   * answers.
   */
  async saveDraft(job: string, body: string): Promise<void> {
    const { project, id, state } = jobTable;
    const columns = { project, scope: sql<string>`${answerScope({ job })}`.as("scope") };
    await this.#database
      .insert(modelAnswer)
      .select(
        this.#database
          .select({
            ...columns,
            key: sql<string>`${DRAFT}`.as("key"),
            body: sql<string>`${body}`.as("body"),
          })
          .from(jobTable)
          .where(
            and(eq(project, this.#project), eq(id, job), inArray(state, ["queued", "running"])),
          ),
      )
      .onConflictDoUpdate({
        target: [modelAnswer.project, modelAnswer.scope, modelAnswer.key],
        set: { body },
      });
  }

  draft(job: string): Promise<string | undefined> {
    return this.answer({ job }, DRAFT);
  }

  #spending({ calls, inputTokens, outputTokens, usd }: Spent, reserved: Reservation) {
    const { day } = reserved;
    const due = usd - reserved.usd;
    return this.#database
      .insert(modelSpending)
      .values({ project: this.#project, day, calls, inputTokens, outputTokens, usd: due })
      .onConflictDoUpdate({
        target: [modelSpending.project, modelSpending.day],
        set: {
          calls: sql`${modelSpending.calls} + excluded.calls`,
          inputTokens: sql`${modelSpending.inputTokens} + excluded.input_tokens`,
          outputTokens: sql`${modelSpending.outputTokens} + excluded.output_tokens`,
          usd: plusUsd,
        },
      });
  }

  #spendingOf(id: string, spent: Spent) {
    const plus = (key: keyof Spent) => sql`${jobTable.spent} ->> ${key} + ${spent[key]}`;
    return this.#database
      .update(jobTable)
      .set({
        spent: sql`json_object('calls', ${plus("calls")}, 'inputTokens', ${plus("inputTokens")},
          'outputTokens', ${plus("outputTokens")}, 'usd', ${plus("usd")}, 'seconds', ${plus("seconds")})`,
      })
      .where(and(eq(jobTable.project, this.#project), eq(jobTable.id, id)));
  }

  #at(scope: AnswerScope, key: string) {
    return and(
      eq(modelAnswer.project, this.#project),
      eq(modelAnswer.scope, answerScope(scope)),
      eq(modelAnswer.key, key),
    );
  }
}

/**
 * A job's progress is stored among the model's cached answers, with this key. No cached answer has
 * the same key, because the keys of answers are hashes.
 */
const DRAFT = "draft";

/**
 * The estimated cost of one question to the model, in US dollars. It is reserved in the budget of
 * `day` until the real cost is known.
 */
export interface Reservation {
  readonly day: string;
  readonly usd: number;
}

/**
 * SQL that adds an amount and rounds the sum. A reservation is first added and later subtracted.
 * Without rounding, a tiny difference could remain.
 */
const plusUsd = sql`round(${modelSpending.usd} + excluded.usd, 12)`;

function dayOf(now: number): string {
  return new Date(now).toISOString().slice(0, 10);
}
