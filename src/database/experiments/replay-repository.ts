import { and, desc, eq, exists, isNotNull, or, sql } from "drizzle-orm";
import type { Replay, ReplayFacts } from "../../protocol/api/replays.ts";
import { MAX_REPLAYS_OF_CASE } from "../../protocol/limits.ts";
import { insertWhere } from "../conditional-insert.ts";
import { bytesOf, pageOfLongRows } from "../cursor.ts";
import type { Database } from "../database.ts";
import { failedCase, graph } from "../schema/project.ts";
import { replay } from "../schema/replays.ts";

type ReplayRow = typeof replay.$inferSelect;
export type NewReplay = Omit<ReplayRow, "project">;

/** Maximum number of listed replays of a case. */
const MAX_LISTED = 50;

export class ReplayRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Stores the replay, and writes its outcome to the case, in one transaction. If the case has got
   * another verdict since the replay, the case is not changed, because the replay did not test this
   * verdict. An inconclusive replay does not replace an earlier outcome.
   * @returns false if the case already has the maximum number of replays
   */
  async add(made: NewReplay): Promise<boolean> {
    const { errorType, op } = made.facts;
    const isUndecided = or(sql`${failedCase.proof} is null`, eq(failedCase.proof, "inconclusive"));
    const held = sql`select count(*) from ${replay} where ${eq(replay.case, made.case)}`;
    const hasRoom = sql`(${held}) < ${MAX_REPLAYS_OF_CASE}`;
    const isStored = this.#database
      .select({ id: replay.id })
      .from(replay)
      .where(eq(replay.id, made.id));
    const row = { ...made, project: this.#project };
    const [stored] = await this.#database.batch([
      insertWhere(this.#database, replay, [row], hasRoom),
      this.#database
        .update(failedCase)
        .set({ proof: made.outcome })
        .where(
          and(
            eq(failedCase.project, this.#project),
            eq(failedCase.id, made.case),
            sql`${failedCase.errorType} is ${errorType} and ${failedCase.op} is ${op}`,
            made.outcome === "inconclusive" ? isUndecided : undefined,
            exists(isStored),
          ),
        ),
    ]);
    return stored.meta.changes > 0;
  }

  async find(id: string): Promise<Replay | undefined> {
    const [row] = await this.#database
      .select()
      .from(replay)
      .where(and(eq(replay.project, this.#project), eq(replay.id, id)));
    return row && toReplay(row);
  }

  /** Returns the replays of the case, newest first. */
  async ofCase(id: string): Promise<Replay[]> {
    const where = and(eq(replay.project, this.#project), eq(replay.case, id));
    const order = [desc(replay.createdAt), desc(replay.id)] as const;
    const bytes = bytesOf(replay.facts, replay.reason);
    const { items } = await pageOfLongRows(MAX_LISTED, {
      sizes: (count) =>
        this.#database
          .select({ bytes })
          .from(replay)
          .where(where)
          .orderBy(...order)
          .limit(count),
      rows: (count) =>
        this.#database
          .select()
          .from(replay)
          .where(where)
          .orderBy(...order)
          .limit(count),
      toItem: toReplay,
      cursorOf: (row) => ({ time: row.createdAt, id: row.id }),
    });
    return items;
  }

  /**
   * Returns the ids of the graphs that were recorded by replays of this graph's cases. Some of them
   * are named in a stored replay. Others name this graph in their own `graph` event.
   */
  async graphsOf(id: string): Promise<string[]> {
    const [told, traced] = await this.#database.batch([
      this.#database
        .selectDistinct({ id: replay.replayed })
        .from(replay)
        .where(
          and(eq(replay.project, this.#project), eq(replay.graph, id), isNotNull(replay.replayed)),
        ),
      this.#database
        .select({ id: graph.id })
        .from(graph)
        .where(and(eq(graph.project, this.#project), eq(graph.replayed, id))),
    ]);
    return [...new Set([...told, ...traced].flatMap((row) => row.id ?? []))];
  }
}

function toReplay(row: ReplayRow): Replay {
  const { id, outcome, reason } = row;
  const facts: ReplayFacts = row.facts;
  const createdAt = new Date(row.createdAt).toISOString();
  return { ...facts, id, case: row.case, outcome, reason, createdAt };
}
