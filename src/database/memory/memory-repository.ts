/**
 * Stores figures about the memory of each graph, for example its number of units. They are from the
 * last time that the service counted this memory.
 */
import {
  and,
  type Column,
  desc,
  eq,
  gt,
  gte,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import type { FactCounts } from "../../attribution/survival/count-facts.ts";
import type { MemorySummary } from "../../graph/ledger/memory-summary.ts";
import type { TokenSum } from "../../graph/token-usage.ts";
import { LEDGER_FLAGS, type LedgerFlag } from "../../protocol/api/explorer/ledger-words.ts";
import type {
  GraphMemory,
  MemoryFigures,
  MemoryQuery,
} from "../../protocol/api/explorer/memory.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import type { LastCount } from "../../reports/health/count-pace.ts";
import { type GraphSelection, isGraphOf } from "../cases/case-filter.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { graphMemory } from "../schema/memory.ts";
import { graph } from "../schema/project.ts";
import { storedTokens } from "../tokens/tokens-by-model.ts";

const RECORDS = sql<number>`${graph.operations} + ${graph.variables} + ${graph.links}`;
const REVISION = sql<string>`${graph.createdAt} || '-' || ${graph.revision}`;

export interface CountedMemory {
  readonly summary: MemorySummary;
  /** Null if tracing all facts of the graph would take too long. */
  readonly facts: FactCounts | null;
  /** Tokens of all model calls in the graph. */
  readonly tokens: TokenSum;
}

export interface CountBegun {
  readonly createdAt: number;
  readonly revision: number;
}

export class MemoryRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Stores the figures of a count. Stores nothing if the graph was deleted, or got packs after the
   * count began. A changed graph is counted again later.
   * @param revision the state that was counted; see `GraphRepository.revision`
   * @param isExamined whether the graph was also searched for corrections by the user. If not, a
   * worker loads and searches the graph later, when it has received no event for some minutes
   */
  async record(
    graphId: string,
    revision: string,
    { summary, facts, tokens }: CountedMemory,
    now: number,
    isExamined = false,
  ): Promise<void> {
    const [groups, examples] = [facts?.groups ?? null, facts?.examples ?? null];
    const counts = { facts: groups, lostFacts: examples };
    const { inputTokens, outputTokens } = tokens;
    const byModel = JSON.stringify(storedTokens(tokens.byModel));
    const used = { inputTokens, outputTokens, tokensByModel: sql`${byModel}` };
    const columns = {
      ...summary,
      ...counts,
      ...used,
      revision,
      countedAt: now,
      records: sql`excluded.records`,
    };
    const counted = sql`select ${this.#project}, ${graph.id}, ${revision}, ${now}, ${RECORDS},
      ${summary.changedAt}, ${summary.units}, ${summary.held}, ${summary.wrong},
      ${summary.searches}, ${summary.emptySearches}, ${JSON.stringify(summary.flags)}, ${JSON.stringify(summary.notable)},
      ${groups && JSON.stringify(groups)}, ${examples && JSON.stringify(examples)},
      ${inputTokens}, ${outputTokens}, ${byModel}
      from ${graph}
      where ${and(eq(graph.project, this.#project), eq(graph.id, graphId), eq(REVISION, revision))}`;
    // If the graph must still be searched for corrections, store one less than the revision. So the
    // graph stays in the list of graphs to count, although its figures are up to date.
    const reached = isExamined ? sql`${graph.revision}` : sql`${graph.revision} - 1`;
    await this.#database.batch([
      this.#database
        .insert(graphMemory)
        .select(counted)
        .onConflictDoUpdate({
          target: [graphMemory.project, graphMemory.graph],
          set: columns,
          // Write no row if revision and figures are unchanged, because each written row is billed.
          setWhere: or(
            ne(graphMemory.revision, revision),
            ne(graphMemory.wrong, summary.wrong),
            ne(graphMemory.inputTokens, inputTokens),
            ne(graphMemory.outputTokens, outputTokens),
            sql`${graphMemory.tokensByModel} <> ${byModel}`,
          ),
        }),
      this.#database
        .update(graph)
        .set({ countedRevision: sql`max(${graph.countedRevision}, ${reached})`, countAt: null })
        .where(
          and(
            this.#own(graphId),
            eq(REVISION, revision),
            or(lt(graph.countedRevision, reached), isNotNull(graph.countAt)),
          ),
        ),
    ]);
  }

  /** Returns undefined if the graph was never counted. */
  async lastCount(graphId: string): Promise<LastCount | undefined> {
    const { countedAt, records: counted } = graphMemory;
    const [row] = await this.#database
      .select({ countedAt, counted, records: RECORDS })
      .from(graphMemory)
      .innerJoin(graph, IS_ITS_GRAPH)
      .where(and(eq(graphMemory.project, this.#project), eq(graphMemory.graph, graphId)));
    return row;
  }

  /** Postpones the count to the time `at`. The graph is then counted even without new events. */
  async postpone(graphId: string, at: number): Promise<void> {
    await this.#database.update(graph).set({ countAt: at }).where(this.#own(graphId));
  }

  /**
   * Call this before the count. Marks the graph as counted, so that a count that kills its worker
   * is not repeated at once. Returns undefined if the graph does not exist.
   */
  async begin(graphId: string): Promise<CountBegun | undefined> {
    const [begun] = await this.#database
      .update(graph)
      .set({ countedRevision: graph.revision, countAt: null })
      .where(this.#own(graphId))
      .returning({ createdAt: graph.createdAt, revision: graph.revision });
    return begun;
  }

  /** Undoes `begin`. Call this if a storage failure interrupted the count. */
  async forget(graphId: string, { createdAt, revision }: CountBegun): Promise<void> {
    await this.#database
      .update(graph)
      .set({ countedRevision: -1 })
      .where(
        and(
          this.#own(graphId),
          eq(graph.createdAt, createdAt),
          eq(graph.countedRevision, revision),
        ),
      );
  }

  /**
   * Whether the stored figures belong to this revision and are still valid. A migration that
   * changes the figures sets `countedRevision` to -1.
   */
  async isCounted(graphId: string, revision: string): Promise<boolean> {
    const [row] = await this.#database
      .select({ revision: graphMemory.revision })
      .from(graphMemory)
      .innerJoin(graph, IS_ITS_GRAPH)
      .where(
        and(this.#own(graphId), gte(graph.countedRevision, sql`max(${graph.revision} - 1, 0)`)),
      );
    return row?.revision === revision;
  }

  /**
   * Corrects the number of units that caused a wrong answer. Does nothing if the stored figures are
   * from another revision.
   */
  async recordWrong(graphId: string, revision: string, wrong: number): Promise<void> {
    await this.#database
      .update(graphMemory)
      .set({ wrong })
      .where(
        and(
          eq(graphMemory.project, this.#project),
          eq(graphMemory.graph, graphId),
          eq(graphMemory.revision, revision),
          ne(graphMemory.wrong, wrong),
        ),
      );
  }

  /** Returns the graphs with memory figures, last counted first. */
  async list(query: MemoryQuery, cursor: Cursor | undefined, limit: number) {
    const rows = await this.#database
      .select({
        ...{ memory: graphMemory, user: graph.user, system: graph.system },
        isCurrent: sql<number>`${graphMemory.revision} = ${REVISION}`,
      })
      .from(graphMemory)
      .innerJoin(graph, IS_ITS_GRAPH)
      .where(
        and(this.#matching(query), afterCursor(cursor, graphMemory.countedAt, graphMemory.graph)),
      )
      .orderBy(desc(graphMemory.countedAt), desc(graphMemory.graph))
      .limit(limit + 1);
    const toItem = ({ memory, user, system, isCurrent }: (typeof rows)[number]): GraphMemory => ({
      ...{ graph: memory.graph, user, system, units: memory.units, held: memory.held },
      ...{ wrong: memory.wrong, emptySearches: memory.emptySearches, flags: { ...memory.flags } },
      changedAt: memory.changedAt === null ? null : new Date(memory.changedAt).toISOString(),
      countedAt: new Date(memory.countedAt).toISOString(),
      isCurrent: isCurrent === 1,
      notable: [...memory.notable],
    });
    return pageOf(rows, limit, toItem, ({ memory }) => ({
      time: memory.countedAt,
      id: memory.graph,
    }));
  }

  async figures(query: MemoryQuery & GraphSelection): Promise<MemoryFigures> {
    const total = (column: SQL | Column) => sql<number>`coalesce(sum(${column}), 0)`;
    const flagged = Object.fromEntries(
      LEDGER_FLAGS.map((flag) => [flag, total(unitsWith(flag))]),
    ) as Record<LedgerFlag, SQL<number>>;
    const [row] = await this.#database
      .select({
        graphs: sql<number>`count(*)`,
        ...{ units: total(graphMemory.units), held: total(graphMemory.held) },
        ...{ wrong: total(graphMemory.wrong), searches: total(graphMemory.searches) },
        emptySearches: total(graphMemory.emptySearches),
        ...flagged,
      })
      .from(graphMemory)
      .innerJoin(graph, IS_ITS_GRAPH)
      .where(this.#matching(query));
    const { graphs = 0, units = 0, held = 0, wrong = 0 } = row ?? {};
    const { searches = 0, emptySearches = 0 } = row ?? {};
    const [missing] = await this.#database
      .select({ count: sql<number>`count(*)` })
      .from(graph)
      .leftJoin(graphMemory, IS_ITS_GRAPH)
      .where(this.#uncounted());
    return {
      ...{ graphs, units, held, wrong, searches, emptySearches, uncounted: missing?.count ?? 0 },
      flags: Object.fromEntries(LEDGER_FLAGS.map((flag) => [flag, row?.[flag] ?? 0])) as Record<
        LedgerFlag,
        number
      >,
    };
  }

  /** Returns the ids of graphs without memory figures, last changed first. */
  async uncounted(limit: number): Promise<string[]> {
    const rows = await this.#database
      .select({ id: graph.id })
      .from(graph)
      .leftJoin(graphMemory, IS_ITS_GRAPH)
      .where(this.#uncounted())
      .orderBy(desc(graph.updatedAt), desc(graph.id))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  #matching(query: MemoryQuery & GraphSelection): SQL | undefined {
    const { flag } = query;
    return and(
      eq(graphMemory.project, this.#project),
      flag === undefined ? undefined : gt(unitsWith(flag), 0),
      isGraphOf(this.#project, query),
    );
  }

  #own(graphId: string): SQL | undefined {
    return and(eq(graph.project, this.#project), eq(graph.id, graphId));
  }

  /**
   * SQL condition for graphs that were never counted. It leaves out replays, because a replay
   * repeats the memory of another graph.
   */
  #uncounted(): SQL | undefined {
    return and(eq(graph.project, this.#project), isNull(graphMemory.graph), isNull(graph.replayed));
  }
}

/** SQL condition that joins a row of `graph_memory` with its graph. */
export const IS_ITS_GRAPH = and(
  eq(graph.project, graphMemory.project),
  eq(graph.id, graphMemory.graph),
);

/** SQL for the number of the graph's units with this flag. */
export const unitsWith = (flag: LedgerFlag): SQL<number> =>
  sql`json_extract(${graphMemory.flags}, ${`$."${flag}"`})`;
