import { and, desc, eq, gt, isNotNull, type SQL, sql } from "drizzle-orm";
import {
  type HealthQuery,
  MAX_HEALTH_DAYS,
  MAX_HEALTH_EXAMPLES,
  MAX_HEALTH_STEPS,
  MAX_SHARE_GRAPHS,
  type MemoryHealth,
} from "../../protocol/api/explorer/health.ts";
import { LEDGER_SHARES } from "../../protocol/api/explorer/health-words.ts";
import { FACT_KINDS, type FactKind } from "../../protocol/api/explorer/survival.ts";
import { wilson } from "../../statistics/wilson.ts";
import { type GraphSelection, isGraphOf } from "../cases/case-filter.ts";
import type { Database } from "../database.ts";
import { graphMemory } from "../schema/memory.ts";
import { graph } from "../schema/project.ts";
import { IS_ITS_GRAPH, unitsWith } from "./memory-repository.ts";

/** Maximum number of graphs from which example facts are taken. Each graph has a few. */
const EXAMPLE_GRAPHS = 20;

type Survived = MemoryHealth["survival"];
type LedgerShare = MemoryHealth["shares"][number]["figure"];
type ShareGraph = MemoryHealth["shares"][number]["graphs"][number];
type HealthLoss = MemoryHealth["losses"][number];

type HealthSelection = HealthQuery & GraphSelection;

interface Sums {
  readonly facts: number;
  readonly stored: number;
  readonly kept: number;
  readonly lost: number;
}

export class HealthRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async figures(query: HealthSelection): Promise<Omit<MemoryHealth, "memory" | "shares">> {
    const [kinds, days, losses, [counted], examples] = await Promise.all([
      this.#kinds(query),
      this.#sums<{ day: string }>(query, sql`${field("day")} as day`, MAX_HEALTH_DAYS),
      this.#losses(query),
      this.#database
        .select({ graphs: sql<number>`count(*)` })
        .from(graphMemory)
        .innerJoin(graph, IS_ITS_GRAPH)
        .where(this.#counted(query)),
      this.#examples(query),
    ]);
    return {
      graphs: counted?.graphs ?? 0,
      survival: survived(summed(kinds)),
      byKind: FACT_KINDS.flatMap((kind) =>
        kinds.filter((each) => each.kind === kind).map((sums) => ({ kind, ...survived(sums) })),
      ),
      losses,
      days: days
        .map((sums) => ({ day: sums.day, ...survived(sums) }))
        .sort((a, b) => (a.day < b.day ? -1 : 1)),
      examples,
    };
  }

  async survival(query: HealthQuery): Promise<Survived> {
    return survived(summed(await this.#kinds(query)));
  }

  /**
   * Returns example graphs for each share in `LEDGER_SHARES`. The name of a share is a ledger flag,
   * for example `never-read`. Its examples are the graphs in which the most units have this flag. The
   * share `empty-searches` is different: its examples are the graphs with the most empty searches.
   */
  async examplesOfShares({ system }: HealthQuery): Promise<Map<LedgerShare, ShareGraph[]>> {
    const [first, ...others] = LEDGER_SHARES.map((figure) => {
      const found =
        figure === "empty-searches" ? sql<number>`${graphMemory.emptySearches}` : unitsWith(figure);
      return this.#database
        .select({ graph: graphMemory.graph, count: found })
        .from(graphMemory)
        .innerJoin(graph, IS_ITS_GRAPH)
        .where(
          and(
            eq(graphMemory.project, this.#project),
            gt(found, 0),
            system === undefined ? undefined : eq(graph.system, system),
          ),
        )
        .orderBy(desc(found), desc(graphMemory.graph))
        .limit(MAX_SHARE_GRAPHS);
    });
    if (first === undefined) return new Map();
    const lists = await this.#database.batch([first, ...others]);
    return new Map(LEDGER_SHARES.map((figure, place) => [figure, lists[place] ?? []]));
  }

  #kinds(query: HealthSelection) {
    return this.#sums<{ kind: FactKind }>(query, sql`${field("kind")} as kind`);
  }

  #losses(query: HealthSelection): Promise<HealthLoss[]> {
    return this.#database.all<HealthLoss>(sql`select ${field("opName")} as opName,
        ${field("errorType")} as errorType, sum(${field("count")}) as facts
      ${this.#groups(query)} and ${field("fate")} = 'lost' and ${field("opName")} is not null
      group by 1, 2 order by 3 desc, 1, 2 limit ${MAX_HEALTH_STEPS}`);
  }

  /**
   * Adds up the facts for each value of `key`, for example for each day. If there are more than
   * `limit` values, returns only the sums of the highest values, for example of the latest days.
   */
  #sums<K>(
    query: HealthSelection,
    key: SQL,
    limit: number = FACT_KINDS.length,
  ): Promise<(K & Sums)[]> {
    return this.#database.all<K & Sums>(sql`select ${key}, ${SUMS} ${this.#groups(query)}
      group by 1 order by 1 desc limit ${limit}`);
  }

  #groups(query: HealthSelection): SQL {
    const { from, to } = query;
    return sql`from ${graphMemory} inner join ${graph} on ${IS_ITS_GRAPH},
      json_each(${graphMemory.facts}) as fact
      where ${and(
        this.#counted(query),
        from === undefined ? undefined : sql`${field("day")} >= ${from}`,
        to === undefined ? undefined : sql`${field("day")} <= ${to}`,
      )}`;
  }

  #counted(query: GraphSelection): SQL | undefined {
    return and(
      eq(graphMemory.project, this.#project),
      isNotNull(graphMemory.facts),
      isGraphOf(this.#project, query),
    );
  }

  async #examples(query: HealthSelection): Promise<MemoryHealth["examples"]> {
    const rows = await this.#database
      .select({ graph: graphMemory.graph, lost: graphMemory.lostFacts })
      .from(graphMemory)
      .innerJoin(graph, IS_ITS_GRAPH)
      .where(this.#counted(query))
      .orderBy(desc(graphMemory.countedAt), desc(graphMemory.graph))
      .limit(EXAMPLE_GRAPHS);
    const { from = "", to = "9999" } = query;
    return rows
      .flatMap(({ graph: id, lost }) => (lost ?? []).map((fact) => ({ ...fact, graph: id })))
      .filter(({ at }) => at.slice(0, 10) >= from && at.slice(0, 10) <= to)
      .slice(0, MAX_HEALTH_EXAMPLES);
  }
}

function field(name: string): SQL {
  return sql`json_extract(fact.value, ${sql.raw(`'$.${name}'`)})`;
}

const COUNT = field("count");
const SUMS = sql`sum(${COUNT}) as facts,
  sum(case when ${field("wasStored")} then ${COUNT} else 0 end) as stored,
  sum(case when ${field("fate")} = 'kept' then ${COUNT} else 0 end) as kept,
  sum(case when ${field("fate")} = 'lost' then ${COUNT} else 0 end) as lost`;

function summed(all: readonly Sums[]): Sums {
  return all.reduce(
    (total, each) => ({
      ...{ facts: total.facts + each.facts, stored: total.stored + each.stored },
      ...{ kept: total.kept + each.kept, lost: total.lost + each.lost },
    }),
    { facts: 0, stored: 0, kept: 0, lost: 0 },
  );
}

function survived({ facts, stored, kept, lost }: Sums): Survived {
  const value = facts === 0 ? null : kept / facts;
  return { facts, stored, kept, lost, share: { value, ...wilson(kept, facts) } };
}
