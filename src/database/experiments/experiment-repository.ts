import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import type {
  ChangedItem,
  Experiment,
  ExperimentFigures,
  ExperimentResult,
  ItemOutcome,
  NewResult,
} from "../../protocol/api/experiments.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { MAX_EXPERIMENTS, MAX_TEXT_CHARS } from "../../protocol/limits.ts";
import { PASSING_SCORE } from "../../protocol/thresholds.ts";
import type { PairedCounts } from "../../statistics/mcnemar.ts";
import { type Interval, wilson } from "../../statistics/wilson.ts";
import { cutText } from "../../text/cut-text.ts";
import { insertWithin } from "../conditional-insert.ts";
import { afterCursor, bytesOf, pageOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { dataset, datasetItem, experiment, experimentResult } from "../schema/experiments.ts";
import { graphMemory } from "../schema/memory.ts";
import { priceListOf, pricesIn } from "../tokens/price-repository.ts";
import { tokensByOwner, tokensOfOwners } from "../tokens/tokens-by-model.ts";

/** Sort key of results whose item was deleted. They come last. */
const NO_PLACE = 2 ** 31;

export interface NewExperiment {
  readonly id: string;
  readonly dataset: string;
  readonly name: string;
  readonly items: number;
}

export interface Pairs extends PairedCounts {
  readonly gainedItems: ChangedItem[];
  readonly lostItems: ChangedItem[];
}

export class ExperimentRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns false if the project has the maximum number of experiments. */
  async begin(created: NewExperiment, now: number): Promise<boolean> {
    const begun = { state: "running" as const, createdAt: now, endedAt: null };
    const row = { ...created, project: this.#project, ...begun };
    const held = sql`select count(*) from experiment where project = ${this.#project}`;
    return insertWithin(this.#database, experiment, row, { held, limit: MAX_EXPERIMENTS });
  }

  /** Faster than `find`, which also reads the experiment's figures. */
  async exists(id: string): Promise<boolean> {
    const rows = await this.#database
      .select({ id: experiment.id })
      .from(experiment)
      .where(this.#own(id));
    return rows.length > 0;
  }

  async find(id: string): Promise<Experiment | undefined> {
    const [found] = await this.#withFigures(await this.#rows(eq(experiment.id, id)));
    return found;
  }

  /** Returns the experiments, newest first. */
  async list(dataset: string | undefined, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#rows(
      and(
        dataset === undefined ? undefined : eq(experiment.dataset, dataset),
        afterCursor(cursor, experiment.createdAt, experiment.id),
      ),
    )
      .orderBy(desc(experiment.createdAt), desc(experiment.id))
      .limit(limit + 1);
    const page = pageOf(
      rows,
      limit,
      (row) => row,
      (row) => ({ time: row.createdAt, id: row.id }),
    );
    return { ...page, items: await this.#withFigures(page.items) };
  }

  async finish(id: string, now: number): Promise<Experiment | undefined> {
    await this.#database
      .update(experiment)
      .set({ state: "done", endedAt: now })
      .where(this.#own(id));
    return this.find(id);
  }

  async delete(id: string): Promise<boolean> {
    const deleted = await this.#database
      .delete(experiment)
      .where(this.#own(id))
      .returning({ id: experiment.id });
    return deleted.length > 0;
  }

  /**
   * Stores results for items of the dataset, and replaces their earlier results. Returns the ids of
   * the items whose results were stored.
   */
  async store(id: string, results: readonly NewResult[]): Promise<Set<string>> {
    const rows = results.map((result) => ({
      ...result,
      answer: shortened(result.answer),
      reason: shortened(result.reason),
      error: shortened(result.error),
      outcome: outcomeOf(result),
    }));
    const field = (name: string) => sql`result.value ->> ${`$.${name}`}`;
    const stored = await this.#database.all<{ item: string }>(sql`
      insert into ${experimentResult} (project, experiment, item, answer, score, reason, error, graph, milliseconds, outcome)
      select ${this.#project}, ${id}, item.id, ${field("answer")}, ${field("score")}, ${field("reason")},
        ${field("error")}, ${field("graph")}, ${field("milliseconds")}, ${field("outcome")}
      from json_each(${JSON.stringify(rows)}) as result
      join ${experiment} on experiment.id = ${id} and experiment.project = ${this.#project}
      join ${datasetItem} as item on item.dataset = experiment.dataset and item.id = ${field("item")}
      where true
      on conflict (experiment, item) do update set answer = excluded.answer, score = excluded.score,
        reason = excluded.reason, error = excluded.error, graph = excluded.graph,
        milliseconds = excluded.milliseconds, outcome = excluded.outcome
      returning item
    `);
    return new Set(stored.map(({ item }) => item));
  }

  /** Returns the results in the order of the dataset's items. */
  async results(
    id: string,
    { outcome }: { readonly outcome?: ItemOutcome | undefined },
    cursor: Cursor | undefined,
    limit: number,
  ) {
    const place = sql<number>`coalesce(${datasetItem.place}, ${NO_PLACE})`;
    const { question, expected } = datasetItem;
    const { answer, reason, error } = experimentResult;
    const bytes = bytesOf(question, expected, answer, reason, error);
    const fields = { ...RESULT, place, question, expected, case: datasetItem.case };
    const ofExperiment = eq(experiment.id, experimentResult.experiment);
    const ofItem = and(
      eq(datasetItem.dataset, experiment.dataset),
      eq(datasetItem.id, experimentResult.item),
    );
    const where = and(
      this.#own(id),
      outcome === undefined ? undefined : eq(experimentResult.outcome, outcome),
      cursor === undefined
        ? undefined
        : sql`(${place}, ${experimentResult.item}) > (${cursor.time}, ${cursor.id})`,
    );
    const order = [asc(place), asc(experimentResult.item)] as const;
    return pageOfLongRows(limit, {
      sizes: (count) =>
        this.#database
          .select({ bytes })
          .from(experimentResult)
          .innerJoin(experiment, ofExperiment)
          .leftJoin(datasetItem, ofItem)
          .where(where)
          .orderBy(...order)
          .limit(count),
      rows: (count) =>
        this.#database
          .select(fields)
          .from(experimentResult)
          .innerJoin(experiment, ofExperiment)
          .leftJoin(datasetItem, ofItem)
          .where(where)
          .orderBy(...order)
          .limit(count),
      toItem: toResult,
      cursorOf: (row) => ({ time: row.place, id: row.item }),
    });
  }

  /**
   * Compares the items that were judged in both experiments. Lists the items whose outcome changed,
   * up to `limit` and the maximum size of an API response.
   */
  async pairs(id: string, against: string, limit: number): Promise<Pairs> {
    const own = (experiment: string) =>
      sql`(select id from experiment where project = ${this.#project} and id = ${experiment})`;
    // Use this index, which contains every compared column. With the primary key, SQLite would read
    // whole rows.
    const both = sql`${experimentResult} as now indexed by experiment_result_outcome
      join ${experimentResult} as before indexed by experiment_result_outcome on before.item = now.item
      where now.experiment = ${own(id)} and now.outcome in ${JUDGED}
        and before.experiment = ${own(against)} and before.outcome in ${JUDGED}`;
    const counted = this.#database.all<{ was: number; is: number; items: number }>(
      sql`select before.outcome = 'right' as was, now.outcome = 'right' as "is", count(*) as items from ${both} group by 1, 2`,
    );
    const changed = async (isGain: boolean) => {
      const first = <Row>(fields: SQL, count: number) =>
        this.#database.all<Row>(sql`
          select ${fields} from (
            select now.item as item from ${both}
              and (now.outcome = 'right') = ${isGain ? 1 : 0} and (before.outcome = 'right') = ${isGain ? 0 : 1}
            order by now.item limit ${count}
          ) as pair
          join ${experimentResult} as now on now.experiment = ${id} and now.item = pair.item
          join ${experimentResult} as before on before.experiment = ${against} and before.item = pair.item
          left join ${experiment} on experiment.id = ${id}
          left join ${datasetItem} as item on item.dataset = experiment.dataset and item.id = pair.item
          order by pair.item`);
      const texts = ["before.answer", "now.answer", "item.question", "item.expected"];
      const bytes = texts.map((text) => `coalesce(octet_length(${text}), 0)`).join(" + ");
      const { items } = await pageOfLongRows<ChangedRow, ChangedItem>(limit, {
        sizes: (count) => first(sql.raw(`${bytes} as bytes`), count),
        rows: (count) => first(sql.raw(CHANGED), count),
        toItem: toChanged,
        cursorOf: (row) => ({ time: 0, id: row.item }),
      });
      return items;
    };
    const [counts, gainedItems, lostItems] = await Promise.all([
      counted,
      changed(true),
      changed(false),
    ]);
    const of = (was: number, is: number) =>
      counts.find((row) => row.was === was && row.is === is)?.items ?? 0;
    return {
      ...{ bothRight: of(1, 1), bothWrong: of(0, 0), gained: of(0, 1), lost: of(1, 0) },
      ...{ gainedItems, lostItems },
    };
  }

  #rows(condition: SQL | undefined) {
    return this.#database
      .select({
        ...{ id: experiment.id, dataset: experiment.dataset, datasetName: dataset.name },
        ...{ name: experiment.name, state: experiment.state, items: experiment.items },
        ...{ createdAt: experiment.createdAt, endedAt: experiment.endedAt },
      })
      .from(experiment)
      .innerJoin(dataset, eq(dataset.id, experiment.dataset))
      .where(and(eq(experiment.project, this.#project), condition))
      .$dynamic();
  }

  async #withFigures(rows: readonly ExperimentRow[]): Promise<Experiment[]> {
    const ids = JSON.stringify(rows.map(({ id }) => id));
    // If several items have the same graph, count the graph's tokens once.
    const traced = sql`
      select traced.experiment as owner, memory.input_tokens as input,
        memory.output_tokens as output, memory.tokens_by_model as by_model
      from (select distinct experiment, graph from ${experimentResult}
        where experiment in (select value from json_each(${ids})) and graph is not null) as traced
      join ${graphMemory} as memory on memory.project = ${this.#project} and memory.graph = traced.graph`;
    const [counted, used, prices] = await this.#database.batch([
      this.#database
        .select({
          experiment: experimentResult.experiment,
          right: sql<number>`sum(${experimentResult.outcome} = 'right')`,
          wrong: sql<number>`sum(${experimentResult.outcome} = 'wrong')`,
          failed: sql<number>`sum(${experimentResult.outcome} = 'failed')`,
          unjudged: sql<number>`sum(${experimentResult.outcome} = 'unjudged')`,
        })
        .from(experimentResult)
        .where(sql`${experimentResult.experiment} in (select value from json_each(${ids}))`)
        .groupBy(experimentResult.experiment),
      tokensByOwner(this.#database, traced),
      pricesIn(this.#database, this.#project),
    ]);
    const byId = new Map(counted.map((counts) => [counts.experiment, counts]));
    const tokensOf = tokensOfOwners(used, priceListOf(prices));
    return rows.map((row) => ({
      ...toExperiment(row, byId.get(row.id) ?? NOTHING_COUNTED),
      tokens: tokensOf(row.id),
    }));
  }

  #own(id: string): SQL | undefined {
    return and(eq(experiment.project, this.#project), eq(experiment.id, id));
  }
}

const RESULT = {
  item: experimentResult.item,
  outcome: experimentResult.outcome,
  answer: experimentResult.answer,
  score: experimentResult.score,
  reason: experimentResult.reason,
  error: experimentResult.error,
  graph: experimentResult.graph,
  milliseconds: experimentResult.milliseconds,
};

interface ResultRow extends Omit<ExperimentResult, "expected"> {
  readonly expected: string[] | null;
  readonly place: number;
}

function toResult({ place: _, expected, ...row }: ResultRow): ExperimentResult {
  return { ...row, expected: expected ?? [] };
}

const CHANGED =
  "pair.item, before.answer as before, now.answer as now, item.question, item.expected";

interface ChangedRow extends Omit<ChangedItem, "expected"> {
  readonly expected: string | null;
}

function toChanged({ expected, ...row }: ChangedRow): ChangedItem {
  return { ...row, expected: expected === null ? [] : JSON.parse(expected) };
}

const JUDGED = sql.raw("('right', 'wrong', 'failed')");

function outcomeOf({ error, score }: NewResult): ItemOutcome {
  if (error !== null) return "failed";
  if (score === null) return "unjudged";
  return score >= PASSING_SCORE ? "right" : "wrong";
}

type Counted = Record<"right" | "wrong" | "failed" | "unjudged", number>;

const NOTHING_COUNTED: Counted = { right: 0, wrong: 0, failed: 0, unjudged: 0 };

interface ExperimentRow extends Omit<Experiment, "createdAt" | "endedAt" | "figures" | "tokens"> {
  readonly createdAt: number;
  readonly endedAt: number | null;
}

function toExperiment(row: ExperimentRow, counted: Counted): Omit<Experiment, "tokens"> {
  const { id, dataset, datasetName, name, state, createdAt, endedAt, items } = row;
  return {
    ...{ id, dataset, datasetName, name, state, items, figures: figuresOf(counted) },
    createdAt: new Date(createdAt).toISOString(),
    endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
  };
}

function figuresOf({ right, wrong, failed, unjudged }: Counted): ExperimentFigures {
  const counting = right + wrong + failed;
  const { low, high }: Interval = wilson(right, counting);
  return {
    ...{ answered: counting + unjudged, right, wrong, failed, unjudged },
    ...{ share: counting === 0 ? null : right / counting, low, high },
  };
}

function shortened(text: string | null): string | null {
  return text === null ? null : cutText(text, MAX_TEXT_CHARS);
}
