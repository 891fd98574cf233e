import { and, eq, isNull, sql } from "drizzle-orm";
import type { Counts } from "../../event-store/log/incoming-events.ts";
import { decodePack } from "../../event-store/pack/pack-codec.ts";
import { GraphReader, linesOf, lowestChunk } from "../../event-store/pack/packed-graph.ts";
import type { GraphSummary } from "../../protocol/api/api.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import { StoredPacks } from "../cold/stored-packs.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { giveWay, runGivingWay } from "../giving-way.ts";
import { graph, graphUser, pack, project } from "../schema/project.ts";
import { countPack } from "../usage/count-usage.ts";
import type { LoadedGraph } from "./graph-cache.ts";
import { type GraphNames, lastNamed } from "./graph-names.ts";
import { type PreparedSummary, summariesIn, toSummary } from "./graph-summaries.ts";
import { written } from "./pack-body.ts";
import type { PackPlaces } from "./pack-databases.ts";

/**
 * When the work of loading a graph has cost this much, it pauses, so that other requests can run.
 * The unit of cost is the time to read one character (src/graph/in-turns.ts). This cost takes about
 * 20 milliseconds.
 */
const TURN = 1_500_000;
/**
 * Maximum number of cached user names. If there are more, the cache is emptied. Some user names are
 * then written to the database a second time, which does no harm.
 */
const MOST_KNOWN_USERS = 1_000;

export interface StoredPack {
  /** Index of the pack's first event among all events that the graph ever accepted. */
  readonly sequence: number;
  readonly last: number;
  readonly body: Uint8Array;
  readonly opensCase: boolean;
  /**
   * True if the pack contains a verdict, even one that calls an answer right. Such verdicts are
   * needed for the figures of prompts.
   */
  readonly hasVerdict: boolean;
  /** Number of events of each type in the graph, up to the end of this pack. */
  readonly counts: Counts;
  readonly users: readonly string[];
  /** The user, the system and the replayed graph that the pack's `graph` events name. */
  readonly named: GraphNames;
}

/**
 * Remembers rows that are stored already, so that the graph's Durable Object does not read or write
 * them again.
 */
export class KnownRows {
  names: GraphNames | undefined;
  readonly users = new Set<string>();
  /** Whether the project's row has the time of the project's first event. */
  hasStarted = false;
}

export interface GraphJob {
  /** A later graph with the same id has another creation time. */
  readonly createdAt: number;
  /** Sequence number of the last log row whose events are in packs. */
  readonly revision: number;
  /** Whether the job must search the graph for wrong answers. */
  readonly toExamine: boolean;
  /**
   * Number of jobs of the graph that have started since the last `endJob`. It includes this job.
   */
  readonly attempts: number;
}

export class GraphRepository {
  readonly #database: Database;
  readonly #project: string;
  readonly #packs: PackPlaces;
  readonly #stored: StoredPacks;
  /**
   * Prepared query of a graph's summary. It is the most frequent query, and building it takes 0.3
   * milliseconds.
   */
  #summary: PreparedSummary | undefined;

  /** @param packs finds the databases with the project's packs; default: only `database` */
  constructor(
    database: Database,
    project: string,
    packs: PackPlaces = { of: async () => ({ current: database, all: [database] }) },
  ) {
    this.#database = database;
    this.#project = project;
    this.#packs = packs;
    this.#stored = new StoredPacks(database, project, packs);
  }

  /**
   * Stores a pack and updates the graph's row. If both are in the main database, this is one
   * transaction. Otherwise the pack is stored first, because the row must not refer to a missing
   * pack. A repeated call stores nothing twice. Calls can reach the database in the wrong order: a
   * late call with fewer events changes neither the pack nor the graph's row.
   * @param known stored rows that need not be read or written again. The call adds the rows that it
   * has stored.
   */
  async storePack(
    graphId: string,
    stored: StoredPack,
    now: number,
    known = new KnownRows(),
  ): Promise<void> {
    const { counts, last } = stored;
    const wanted = stored.opensCase ? last : -1;
    const judged = stored.hasVerdict ? last : -1;
    const body = written(stored.body);
    const names = await this.#namesWith(graphId, stored, known);
    const users = stored.users.filter((user) => !known.users.has(user));
    const events = Object.values(counts).reduce((sum, each) => sum + each, 0);
    const bytes = stored.body.length;
    const counted = { graph: graphId, sequence: stored.sequence, last, events, bytes };
    const row = {
      updatedAt: now,
      revision: last,
      sessions: counts.session ?? 0,
      operations: counts.operation ?? 0,
      variables: counts.variable ?? 0,
      links: counts.link ?? 0,
      packedEvents: events,
      lastPack: stored.sequence,
      lastPackBytes: bytes,
      ...columnsOf(names),
    };
    const { current: packs } = await this.#packs.of(this.#project);
    const storing = packs
      .insert(pack)
      .values({ project: this.#project, graph: graphId, sequence: stored.sequence, last, body })
      .onConflictDoUpdate({
        target: [pack.project, pack.graph, pack.sequence],
        set: { last, body },
        setWhere: sql`${pack.last} <= ${last}`,
      });
    const changing = this.#database
      .insert(graph)
      .values({
        project: this.#project,
        id: graphId,
        createdAt: now,
        ...row,
        wantedRevision: wanted,
        judgedRevision: judged,
      })
      .onConflictDoUpdate({
        target: [graph.project, graph.id],
        set: {
          ...row,
          wantedRevision: sql`max(${graph.wantedRevision}, ${wanted})`,
          judgedRevision: sql`max(${graph.judgedRevision}, ${judged})`,
        },
        setWhere: sql`${graph.revision} <= ${last}`,
      });
    const starting = known.hasStarted ? [] : [this.#start(now)];
    const counting = countPack(this.#database, this.#project, counted, now);
    const changes = [counting, changing, ...starting, ...this.#newUsers(graphId, users)] as const;
    if (packs === this.#database) {
      await this.#database.batch([storing, ...changes]);
    } else {
      await storing;
      await this.#database.batch(changes);
    }
    known.names = names ?? known.names;
    known.hasStarted = true;
    if (known.users.size > MOST_KNOWN_USERS) known.users.clear();
    for (const user of users) known.users.add(user);
  }

  /** Returns the names to store in the graph's row with this pack; undefined for no change. */
  async #namesWith(
    graphId: string,
    { sequence, named }: StoredPack,
    known: KnownRows,
  ): Promise<GraphNames | undefined> {
    if (Object.keys(named).length === 0) return undefined;
    // Sequence 0 is the graph's first pack, so no earlier pack has stored names. A failed attempt
    // to store this pack can only have stored the same names. So do not query names for this pack.
    const before = known.names ?? (sequence === 0 ? {} : await this.#names(graphId));
    return lastNamed(before, named);
  }

  async #names(graphId: string): Promise<GraphNames> {
    const [row] = await this.#database
      .select({ names: graph.names })
      .from(graph)
      .where(this.#own(graphId));
    return row?.names ?? {};
  }

  #newUsers(graphId: string, users: readonly string[]) {
    if (users.length === 0) return [];
    const texts = JSON.stringify(users.map((user) => user.toWellFormed()));
    const rows = sql`select ${this.#project}, ${graphId}, value from json_each(${texts}) where true`;
    return [this.#database.insert(graphUser).select(rows).onConflictDoNothing()];
  }

  /**
   * Loads the graph from its packs; undefined if it has no packs.
   * @param upTo sequence number of the last log row to load. For a frozen benchmark, this is the
   * last row that the graph had when it was frozen
   * @throws PacksLost if R2 lost packs of the graph
   */
  async load(graphId: string, upTo = Number.MAX_SAFE_INTEGER): Promise<LoadedGraph | undefined> {
    const reader = new GraphReader();
    let packBytes = 0;
    for await (const body of this.#stored.read(graphId, upTo)) {
      if (body === undefined) return undefined;
      await runGivingWay(reader.add(body), TURN);
      packBytes += body.length;
      await giveWay();
    }
    const graph = await runGivingWay(reader.graph(graphId), TURN);
    await giveWay();
    return graph && { graph, packBytes };
  }

  /**
   * Returns the events of the pack that contains a given event, as JSON texts. Returns undefined if
   * no pack contains the event.
   * @param place index of the event among all events of the graph
   */
  async packAt(
    graphId: string,
    place: number,
  ): Promise<{ readonly first: number; readonly lines: readonly string[] } | undefined> {
    const wanted = await this.#packUpTo(graphId, place);
    if (wanted === undefined) return undefined;
    const lowest = lowestChunk(wanted.pack);
    const bodies = [wanted.pack.body];
    let { sequence } = wanted;
    // The pack can use texts from earlier packs. Keep only the bytes of these packs, and decode
    // them one at a time. All decoded packs together might not fit into the Durable Object's
    // memory.
    for (let { first } = wanted.pack; lowest < first; ) {
      const before = await this.#packUpTo(graphId, sequence - 1);
      if (before === undefined) throw new Error(`no pack holds chunk ${lowest}`);
      ({ sequence } = before);
      ({ first } = before.pack);
      bodies.unshift(before.pack.body);
    }
    return { first: wanted.sequence, lines: linesOf(bodies) };
  }

  async #packUpTo(graphId: string, place: number) {
    const found = await this.#stored.upTo(graphId, place);
    if (found?.body === undefined) return undefined;
    return { sequence: found.sequence, pack: decodePack(found.body) };
  }

  async find(graphId: string): Promise<GraphSummary | undefined> {
    this.#summary ??= summariesIn(
      this.#database,
      this.#project,
      eq(graph.id, sql.placeholder("id")),
      1,
    ).prepare();
    const [row] = await this.#summary.execute({ id: graphId });
    return row && toSummary(row);
  }

  /**
   * Returns a text that identifies the graph's state: each new pack changes this text. Returns
   * undefined if the graph does not exist.
   */
  async revision(graphId: string): Promise<string | undefined> {
    const [row] = await this.#database
      .select({ createdAt: graph.createdAt, revision: graph.revision })
      .from(graph)
      .where(and(eq(graph.project, this.#project), eq(graph.id, graphId)));
    return row && `${row.createdAt}-${row.revision}`;
  }

  /** Returns the graphs, last changed first. */
  async list(cursor: Cursor | undefined, limit: number) {
    const after = afterCursor(cursor, graph.updatedAt, graph.id);
    const rows = await summariesIn(this.#database, this.#project, after, limit + 1);
    return pageOf(rows, limit, toSummary, (row) => ({ time: row.updatedAt, id: row.id }));
  }

  /** Returns the ids of graphs whose events name the end user. */
  async ofUser(user: string, limit: number): Promise<string[]> {
    const rows = await this.#database
      .select({ id: graphUser.graph })
      .from(graphUser)
      .where(and(eq(graphUser.project, this.#project), eq(graphUser.user, user)))
      .limit(limit);
    return rows.map(({ id }) => id);
  }

  /** Returns the time at which the project's first event was packed; null before that. */
  async firstEventAt(): Promise<number | null> {
    const [row] = await this.#database
      .select({ at: project.firstEventAt })
      .from(project)
      .where(eq(project.id, this.#project));
    return row?.at ?? null;
  }

  /**
   * Stores the time of the project's first event in the project's row. This is cheaper than finding
   * the time in the graphs' rows. That would need an index, and then each new graph would write one
   * more row.
   */
  #start(now: number) {
    return this.#database
      .update(project)
      .set({ firstEventAt: now })
      .where(and(eq(project.id, this.#project), isNull(project.firstEventAt)));
  }

  /**
   * Starts the graph's attribution job and counts its attempt. Returns undefined if the graph does
   * not exist.
   */
  async beginJob(graphId: string): Promise<GraphJob | undefined> {
    const [row] = await this.#database
      .update(graph)
      .set({ jobAttempts: sql`${graph.jobAttempts} + 1` })
      .where(this.#own(graphId))
      .returning({
        createdAt: graph.createdAt,
        revision: graph.revision,
        wanted: sql<number>`max(${graph.wantedRevision}, ${graph.judgedRevision})`,
        examined: graph.examinedRevision,
        attempts: graph.jobAttempts,
      });
    return (
      row && {
        createdAt: row.createdAt,
        revision: row.revision,
        toExamine: row.wanted > row.examined,
        attempts: row.attempts,
      }
    );
  }

  /** Records that all wrong answers up to the job's revision are stored as cases. */
  async examined(graphId: string, { createdAt, revision }: GraphJob): Promise<void> {
    await this.#database
      .update(graph)
      .set({ examinedRevision: sql`max(${graph.examinedRevision}, ${revision})` })
      .where(and(this.#own(graphId), eq(graph.createdAt, createdAt)));
  }

  /**
   * Records that the job gave up: it no longer searches the events up to `revision` for wrong
   * answers. New events or a person's request start the search again.
   */
  async gaveUp(graphId: string, { createdAt, revision }: GraphJob): Promise<void> {
    await this.#database
      .update(graph)
      .set({ givenUpRevision: revision })
      .where(and(this.#own(graphId), eq(graph.createdAt, createdAt)));
  }

  /**
   * If a job has given up the search for wrong answers, requests it again. The new search reads the
   * whole graph, but opens no case twice.
   */
  async requestSearch(graphId: string): Promise<void> {
    await this.#database
      .update(graph)
      .set({ givenUpRevision: -1, jobAttempts: 0 })
      .where(this.#own(graphId));
  }

  /**
   * Undoes the counting of `beginJob`. Call this if a storage failure ended the job, because such a
   * failure is not the graph's fault.
   */
  async uncountJob(graphId: string): Promise<void> {
    await this.#database
      .update(graph)
      .set({ jobAttempts: sql`max(${graph.jobAttempts} - 1, 0)` })
      .where(this.#own(graphId));
  }

  async endJob(graphId: string): Promise<void> {
    await this.#database.update(graph).set({ jobAttempts: 0 }).where(this.#own(graphId));
  }

  #own(graphId: string) {
    return and(eq(graph.project, this.#project), eq(graph.id, graphId));
  }
}

function columnsOf(names: GraphNames | undefined) {
  if (names === undefined) return {};
  const { user, system, replayed } = names;
  return { names, user: user?.value, system: system?.value, replayed: replayed?.value };
}
