/** Stored overviews of a project's large graphs. */
import { and, asc, eq, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../database.ts";
import { graphOverview, type OverviewKind } from "../schema/memory.ts";
import { graph } from "../schema/project.ts";
import { readable, written } from "./pack-body.ts";

/** Maximum bytes of a part: as hexadecimal text, it stays below D1's limit of 2 MB. */
const MAX_PART_BYTES = 800_000;
/** An overview with more parts would fill the database, and reading all of it takes too long. */
const MAX_PARTS = 40;

/** What an overview was made from; see `GraphRepository.revision`. */
export interface OverviewState {
  readonly revision: string;
  /** Version of the service, because another version may work out the overview differently. */
  readonly version: string;
}

export class OverviewRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * These parts in their order. Undefined if the stored overview is of another state, or if any of
   * the parts is missing: another reader may be replacing them.
   */
  async read(
    graphId: string,
    kind: OverviewKind,
    state: OverviewState,
    parts: readonly number[],
  ): Promise<Buffer[] | undefined> {
    if (parts.length === 0) return [];
    const rows = await this.#database
      .select({ body: readable(graphOverview.body) })
      .from(graphOverview)
      .where(
        and(
          this.#own(graphId, kind),
          eq(graphOverview.state, nameOf(state)),
          inArray(graphOverview.part, [...parts]),
        ),
      )
      .orderBy(asc(graphOverview.part));
    return rows.length === parts.length ? rows.map(({ body }) => body) : undefined;
  }

  /**
   * Replaces the overview. Stores nothing if the graph has other packs by now, if it was deleted,
   * or if the overview is too large. The first part is written last, so it is missing as long as
   * others are.
   */
  async write(
    graphId: string,
    kind: OverviewKind,
    state: OverviewState,
    parts: readonly Uint8Array[],
  ): Promise<void> {
    await this.#database.delete(graphOverview).where(this.#own(graphId, kind));
    if (parts.length > MAX_PARTS || parts.some(({ length }) => length > MAX_PART_BYTES)) return;
    for (const [part, body] of [...parts.entries()].reverse()) {
      const row = sql`select ${this.#project}, ${graph.id}, ${kind}, ${part}, ${nameOf(state)},
        ${written(body)} from ${graph} where ${this.#isAt(graphId, state)}`;
      await this.#database
        .insert(graphOverview)
        .select(row)
        .onConflictDoUpdate({
          target: [
            graphOverview.project,
            graphOverview.graph,
            graphOverview.kind,
            graphOverview.part,
          ],
          set: { state: sql`excluded.state`, body: sql`excluded.body` },
        });
    }
  }

  #isAt(graphId: string, { revision }: OverviewState): SQL | undefined {
    return and(
      eq(graph.project, this.#project),
      eq(graph.id, graphId),
      eq(sql`${graph.createdAt} || '-' || ${graph.revision}`, revision),
    );
  }

  #own(graphId: string, kind: OverviewKind): SQL | undefined {
    return and(
      eq(graphOverview.project, this.#project),
      eq(graphOverview.graph, graphId),
      eq(graphOverview.kind, kind),
    );
  }
}

function nameOf({ revision, version }: OverviewState): string {
  return `${version}:${revision}`;
}
