import { DurableObject } from "cloudflare:workers";
import { openDatabase } from "../src/storage/database.ts";
import { logFailure } from "../src/storage/failure-log.ts";
import { flushGraph } from "../src/storage/flush-graph.ts";
import { type AppendAnswer, GraphLog, type LogEvent } from "../src/storage/graph-log.ts";
import { GraphRepository } from "../src/storage/graph-repository.ts";
import type { Bindings } from "./env.ts";

/** To the pack that somebody waits for: long enough for a burst to become one. */
const URGENT_DELAY_MS = 400;
/** To any other pack. Fewer and larger packs cost less, and readers ask for a flush anyway. */
const PACK_DELAY_MS = 30_000;
/** After a failed flush; the log keeps everything until one succeeds. */
const RETRY_DELAY_MS = 5_000;

/**
 * One evolution graph of one project, taking events in. Its name is `project:graph`. What `append`
 * has answered is durable; packs follow by alarm.
 */
export class GraphObject extends DurableObject<Bindings> {
  readonly #log: GraphLog;
  #flushing: Promise<void> | undefined;
  #alarmAt = Number.POSITIVE_INFINITY;

  constructor(state: DurableObjectState, env: Bindings) {
    super(state, env);
    this.#log = new GraphLog(state.storage);
  }

  async append(batch: string | undefined, events: readonly LogEvent[]): Promise<AppendAnswer> {
    const answer = this.#log.append(batch, events);
    const packAt = Date.now() + (this.#log.isUrgent ? URGENT_DELAY_MS : PACK_DELAY_MS);
    if (packAt < this.#alarmAt && this.#log.holds(this.#log.last)) await this.#setAlarm(packAt);
    return answer;
  }

  /** Packs hold everything that was acknowledged when this returns. */
  async flush(): Promise<void> {
    const { last } = this.#log;
    while (this.#log.holds(last)) {
      this.#flushing ??= this.#flush().finally(() => {
        this.#flushing = undefined;
      });
      await this.#flushing;
    }
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    try {
      await this.flush();
    } catch (error) {
      // The platform gives up on an alarm after six failures; the log must never be given up on.
      logFailure("flush failed", error, { graph: this.ctx.id.name });
      await this.#setAlarm(Date.now() + RETRY_DELAY_MS);
    }
  }

  async #setAlarm(at: number): Promise<void> {
    await this.ctx.storage.setAlarm(at);
    this.#alarmAt = at;
  }

  async #flush(): Promise<void> {
    const { project, graph } = identityOf(this.ctx.id.name);
    const repository = new GraphRepository(openDatabase(this.env.DB), project);
    await flushGraph({
      log: this.#log,
      storePack: (pack) => repository.storePack(graph, pack, Date.now()),
      wake: async () => {
        await this.env.ATTRIBUTION_QUEUE.send({ project, graph });
      },
    });
  }
}

/** The object's name, from authenticated parts only: project ids hold no colon. */
export function graphObjectName(project: string, graph: string): string {
  return `${project}:${graph}`;
}

function identityOf(name: string | undefined): { project: string; graph: string } {
  const colon = name?.indexOf(":") ?? -1;
  if (name === undefined || colon < 0) throw new Error("a graph object is reached by its name");
  return { project: name.slice(0, colon), graph: name.slice(colon + 1) };
}
