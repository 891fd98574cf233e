import { DurableObject } from "cloudflare:workers";
import { type Moved, movePacks } from "../src/database/cold/move-packs.ts";
import { PacksLost } from "../src/database/cold/packs-lost.ts";
import type { Database } from "../src/database/database.ts";
import { ReplayRepository } from "../src/database/experiments/replay-repository.ts";
import { logFailure } from "../src/database/failure-log.ts";
import { flushGraph } from "../src/database/graphs/flush-graph.ts";
import { deleteGraphRows } from "../src/database/graphs/graph-deletion.ts";
import { GraphRepository, KnownRows } from "../src/database/graphs/graph-repository.ts";
import type { PackBindings, PackDatabases } from "../src/database/graphs/pack-databases.ts";
import { projectExists } from "../src/database/graphs/project-deletion.ts";
import type { ExpiredGraph } from "../src/database/graphs/retention.ts";
import { moveRows } from "../src/database/placement/move-rows.ts";
import { withoutQuery } from "../src/database/storage-failure.ts";
import { LiveFeed } from "../src/event-store/live/live-feed.ts";
import { type AppendAnswer, GraphLog } from "../src/event-store/log/graph-log.ts";
import type { IncomingEvents } from "../src/event-store/log/incoming-events.ts";
import { PackTimes } from "../src/event-store/log/pack-times.ts";
import { LIVE_CLOSE, LIVE_PING, LIVE_PONG } from "../src/protocol/events/live.ts";
import { mayStillRead } from "../src/tenancy/watchers.ts";
import { openDatabases } from "./databases.ts";
import { noteNewGraph, turnOfFirstPack } from "./graphs/first-pack-turns.ts";
import { graphObjectName, identityOf } from "./graphs/graph-name.ts";
import { readWatch } from "./graphs/live-watch.ts";
import type { WakeMessage } from "./messages.ts";

/** Appends that follow each other within this many milliseconds can share one commit. */
const BUSY_MS = 10;
/** Delay after a failed attempt to delete the graph. */
const RETRY_DELAY_MS = 5_000;
/** Set during a deletion. A restarted Durable Object sees this key and continues the deletion. */
const DELETING = "deleting";
type FoundGraph = Pick<ExpiredGraph, "revision" | "createdAt">;

interface GraphObjectBindings {
  readonly DB: D1Database;
  readonly COLD_PACKS?: R2Bucket;
  readonly GRAPHS: DurableObjectNamespace<GraphObject>;
  readonly ATTRIBUTION_QUEUE: Queue<WakeMessage>;
}

/**
 * The Durable Object that ingests the events of one graph. Its name is `project:graph`. Events are
 * durable after `append` has answered; they are packed later.
 */
export class GraphObject extends DurableObject<GraphObjectBindings> {
  #log: GraphLog;
  #known = new KnownRows();
  readonly #live: LiveFeed;
  readonly #database: Database;
  readonly #packs: PackDatabases;
  #appendedAt = 0;
  #gathering: Promise<void> | undefined;
  #flushing: Promise<void> | undefined;
  readonly #times: PackTimes;
  #timerAt = Number.POSITIVE_INFINITY;
  #isDoomed: boolean;
  #deleting: Promise<boolean> | undefined;
  #moving: Promise<Moved> | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;

  constructor(state: DurableObjectState, env: GraphObjectBindings) {
    super(state, env);
    this.#log = new GraphLog(state.storage);
    this.#isDoomed = state.storage.kv.get(DELETING) === true;
    this.#times = new PackTimes(() => this.#log, Date.now());
    if (this.#log.isWaiting) {
      // An alarm may already be set in the storage. Read its time. Otherwise, the next append would
      // set the alarm again, to a later time.
      state.blockConcurrencyWhile(async () => {
        this.#alarmAt = (await state.storage.getAlarm()) ?? this.#alarmAt;
      });
    }
    const { database, packs } = openDatabases(env);
    this.#database = database;
    this.#packs = packs;
    this.#live = new LiveFeed({
      log: () => this.#log,
      sockets: () => this.ctx.getWebSockets(),
      packAt: (place) => this.#packAt(place),
      mayRead: (watcher) => {
        const { project } = identityOf(this.ctx.id.name);
        return mayStillRead(this.#database, project, watcher, Date.now());
      },
      now: () => Date.now(),
      isLost: (error) => error instanceof PacksLost,
      logFailure: (message, error) => logFailure(message, error, {}),
    });
  }

  async append(batch: string | undefined, events: IncomingEvents): Promise<AppendAnswer> {
    await this.#gathered();
    await this.#endDeletion();
    if (this.#log.last < 0) noteNewGraph();
    const answer = this.#log.append(batch, events);
    this.#live.wake();
    this.#times.noteWaiting(Date.now());
    await this.#obeySchedule();
    return answer;
  }

  /**
   * Sets the timer and the alarm. If the runtime removes this object from memory, the timer is
   * lost, but the alarm still wakes the object.
   */
  async #obeySchedule(): Promise<void> {
    const now = Date.now();
    const { pack, clear, alarm } = this.#times.schedule(this.#appendedAt, now);
    const due = Math.min(pack, clear);
    if (due < this.#timerAt) {
      this.#timerAt = due;
      this.ctx.waitUntil(this.#onTimer(due, due - now));
    }
    if (alarm < this.#alarmAt) await this.#setAlarm(alarm);
  }

  async #onTimer(at: number, delay: number): Promise<void> {
    await scheduler.wait(Math.max(0, delay));
    // Keep `#timerAt` if a newer timer with an earlier time has replaced this timer.
    if (this.#timerAt === at) this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#log.isNew && this.#times.schedule(this.#appendedAt, Date.now()).pack <= Date.now()) {
      await turnOfFirstPack(this.#log.isUrgent);
    }
    const now = Date.now();
    const { pack, clear } = this.#times.schedule(this.#appendedAt, now);
    if (pack <= now) await this.#packOrRetry();
    else if (clear <= now && !this.#isDoomed) this.#log.settle();
    await this.#obeySchedule();
  }

  /**
   * If appends come quickly, waits for those that are about to arrive. All of them then share one
   * commit. This saves time, because a commit costs more than the data that it writes.
   */
  async #gathered(): Promise<void> {
    const now = Date.now();
    const isBusy = now - this.#appendedAt < BUSY_MS;
    this.#appendedAt = now;
    if (!isBusy) return;
    this.#gathering ??= scheduler.wait(0).finally(() => {
      this.#gathering = undefined;
    });
    await this.#gathering;
  }

  /** Returns after all acknowledged events are packed. */
  async flush(): Promise<void> {
    await this.#packAll().catch((error: unknown) => {
      throw withoutQuery(error);
    });
    await this.#obeySchedule();
  }

  async #packAll(): Promise<void> {
    // No `await` may be between this check and the start of the flush. A deletion waits only for a
    // flush that is already running. A later flush would store events of the deleted graph.
    while (this.#isDoomed) await this.#endDeletion();
    const { last } = this.#log;
    while (this.#log.holds(last)) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
      await this.#flushing;
      while (this.#isDoomed) await this.#endDeletion();
    }
  }

  /**
   * Deletes the graph here and in the relational database, and tries again until this succeeds.
   * Events that arrive meanwhile wait, and then begin a new graph.
   * @returns whether there was anything to delete
   */
  async delete(): Promise<boolean> {
    // Throw before anything is stored: without a name, a Durable Object could never finish its
    // deletion.
    identityOf(this.ctx.id.name);
    const isKnown = this.#isDoomed || this.#log.last >= 0;
    if (!this.#isDoomed) {
      this.#doom();
      await this.#setAlarm(Date.now() + RETRY_DELAY_MS);
    }
    const hadRow = await this.#endDeletion().catch((error: unknown) => {
      throw withoutQuery(error);
    });
    return isKnown || hadRow;
  }

  /** Starts a deletion without waiting for its end. */
  async deleteSoon(): Promise<void> {
    identityOf(this.ctx.id.name);
    this.#doom();
    await this.#setAlarm(Date.now());
  }

  /**
   * Deletes the expired graph. Does nothing if events were appended since the graph was found, or
   * if another graph now has its id.
   */
  async expire(found: FoundGraph): Promise<void> {
    if (await this.#isStill(found)) await this.delete();
  }

  /** Moves the graph's packs to R2, unless the graph received an event since it was found. */
  async move(found: FoundGraph): Promise<Moved> {
    await this.flush();
    // First delete the log rows of packed events. If they stayed, a restart would pack their events
    // again, although the pack has moved.
    this.#log.settle();
    await this.ctx.storage.sync();
    const { project, graph } = identityOf(this.ctx.id.name);
    if (!(await this.#isStill(found))) return { objects: 0, packs: 0, bytes: 0 };
    const deps = {
      places: this.#packs,
      goesOn: () => !this.#isDoomed,
      random: () => crypto.randomUUID(),
    };
    return this.#moveOnce(() => movePacks(deps, { project, graph, upTo: found.revision }));
  }

  #moveOnce(move: () => Promise<Moved>): Promise<Moved> {
    this.#moving ??= move().finally(() => {
      this.#moving = undefined;
    });
    return this.#moving.catch((error: unknown) => {
      throw withoutQuery(error);
    });
  }

  /** Moves packs to the project's current database. */
  async moveDatabase(bindings: PackBindings): Promise<void> {
    const { project, graph } = identityOf(this.ctx.id.name);
    this.#packs.remember(project, bindings);
    const { current: to, all } = await this.#packs.of(project);
    const from = all.find((each) => each !== to);
    if (from === undefined) return;
    const move = { from, to, project, graph, goesOn: () => !this.#isDoomed };
    await this.#moveOnce(() => moveRows(move));
  }

  /** Whether the graph is still as it was found: not deleted, and without a new event. */
  async #isStill({ createdAt, revision }: FoundGraph): Promise<boolean> {
    const { project, graph } = identityOf(this.ctx.id.name);
    await this.#endDeletion();
    const log = this.#log;
    const now = await new GraphRepository(this.#database, project).revision(graph);
    if (log !== this.#log || this.#isDoomed || log.last > revision) return false;
    return now === `${createdAt}-${revision}`;
  }

  /**
   * Watches the graph over a WebSocket. Answers 404 without a graph, and 426 if the request is no
   * upgrade.
   */
  override async fetch(request: Request): Promise<Response> {
    await this.#endDeletion();
    if (this.#log.last < 0) return new Response(null, { status: 404 });
    if (request.headers.get("upgrade")?.toLowerCase() !== "websocket") {
      return new Response(null, { status: 426 });
    }
    await this.#live.makeRoom();
    const { 0: client, 1: socket } = new WebSocketPair();
    // The runtime answers pings without waking the Durable Object.
    this.ctx.setWebSocketAutoResponse(new WebSocketRequestResponsePair(LIVE_PING, LIVE_PONG));
    this.ctx.acceptWebSocket(socket);
    const { watcher, start } = readWatch(request.url);
    this.#live.welcome(socket, watcher, start);
    return new Response(null, { status: 101, webSocket: client });
  }

  override webSocketMessage(socket: WebSocket, message: string | ArrayBuffer): void {
    this.#live.receive(socket, message);
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    await this.#packOrRetry();
    if (!this.#isDoomed) this.#log.settle();
  }

  async #packOrRetry(): Promise<void> {
    try {
      await this.#packAll();
    } catch (error) {
      // The platform gives up an alarm after six failures. The log must be packed in any case, so
      // set another alarm.
      logFailure("flush failed", error, { graph: this.ctx.id.name });
      this.#times.noteFailure(Date.now());
      await this.#obeySchedule();
      // The graph of a deleted project can never be packed, so delete it.
      const { project } = identityOf(this.ctx.id.name);
      if (!(await projectExists(this.#database, project).catch(() => true))) this.#doom();
    }
  }

  /** Begins the deletion. From now on, the Durable Object does nothing else. */
  #doom(): void {
    // If a deletion is already running, do not write `DELETING` again. The deletion could already
    // have emptied the storage. Then the new value would stay there, and the next graph with this
    // id would be deleted.
    if (this.#isDoomed) return;
    this.#isDoomed = true;
    this.ctx.storage.kv.put(DELETING, true);
    this.#live.closeAll(LIVE_CLOSE.deleted);
  }

  async #setAlarm(at: number): Promise<void> {
    // Set `#alarmAt` before `await` and not after it. While this code waits, a deletion can set
    // `#alarmAt` to infinity, and this value must stay.
    this.#alarmAt = at;
    try {
      await this.ctx.storage.setAlarm(at);
    } catch (error) {
      this.#alarmAt = Number.POSITIVE_INFINITY;
      throw error;
    }
  }

  async #endDeletion(): Promise<boolean> {
    let hadRow = false;
    while (this.#isDoomed) {
      this.#deleting ??= this.#delete().finally(() => {
        this.#deleting = undefined;
      });
      hadRow = (await this.#deleting) || hadRow;
    }
    return hadRow;
  }

  async #delete(): Promise<boolean> {
    // Wait for a running pack or move. Its result no longer matters.
    await this.#flushing?.catch(() => undefined);
    await this.#moving?.catch(() => undefined);
    const { project, graph } = identityOf(this.ctx.id.name);
    // Do not wait until the replays are deleted. If two graphs name each other as replays, each
    // deletion would wait for the other one forever.
    for (const replayed of await new ReplayRepository(this.#database, project).graphsOf(graph))
      await this.env.GRAPHS.getByName(graphObjectName(project, replayed)).deleteSoon();
    const hadRow = await deleteGraphRows(this.#database, project, graph, this.#packs);
    await this.ctx.storage.deleteAll();
    this.#log = new GraphLog(this.ctx.storage);
    this.#known = new KnownRows();
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#times.noteWaiting(Date.now());
    this.#isDoomed = false;
    return hadRow;
  }

  async #packAt(place: number) {
    const { project, graph } = identityOf(this.ctx.id.name);
    return new GraphRepository(this.#database, project, this.#packs).packAt(graph, place);
  }

  async #flush(): Promise<void> {
    const { project, graph } = identityOf(this.ctx.id.name);
    const repository = new GraphRepository(this.#database, project, this.#packs);
    await flushGraph({
      log: this.#log,
      pause: () => scheduler.wait(0),
      storePack: (pack) => repository.storePack(graph, pack, Date.now(), this.#known),
      wake: async () => {
        // A failed wake-up must not fail the flush, because a reader can be waiting for the flush.
        // If the wake-up is lost, the sweep finds the graph.
        await this.env.ATTRIBUTION_QUEUE.send({ project, graph, cause: "pack" }).catch(
          (error: unknown) => {
            logFailure("attribution was not woken", error, { project, graph });
          },
        );
      },
    });
    this.#times.notePack(Date.now());
  }
}
