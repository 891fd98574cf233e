/**
 * A stored graph without a runtime: the product's log and packs run in this process, over SQLite
 * files like the runtime's.
 */
import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync, type SQLInputValue } from "node:sqlite";
import { flushGraph } from "../../../src/database/graphs/flush-graph.ts";
import { GraphLog } from "../../../src/event-store/log/graph-log.ts";
import { incoming, type LogEvent } from "../../../src/event-store/log/incoming-events.ts";
import { GraphReader } from "../../../src/event-store/pack/packed-graph.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { atOnce } from "../../../src/graph/in-turns.ts";
import { toLogEvent } from "../../../src/http/ingest/ingest.ts";
import { boundEvent } from "../../../src/protocol/events/bound-event.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";

/** The D1 tables, which all graphs share. */
export class PackDatabase {
  /** Packs are measured without the project rows to which they belong, so foreign keys are off. */
  readonly #database = new DatabaseSync(":memory:", { enableForeignKeyConstraints: false });
  readonly #emptyBytes: number;

  constructor() {
    const files = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
    for (const file of files.toSorted()) {
      for (const statement of readFileSync(`migrations/${file}`, "utf8").split(
        "--> statement-breakpoint",
      )) {
        this.#database.exec(statement);
      }
    }
    this.#emptyBytes = usedBytes(this.#database);
  }

  /** Bytes that the graphs take, without the size of the empty tables. */
  get bytes(): number {
    return usedBytes(this.#database) - this.#emptyBytes;
  }

  store(graph: string, sequence: number, body: Uint8Array): void {
    this.#database
      .prepare("INSERT INTO pack (project, graph, sequence, last, body) VALUES (?, ?, ?, ?, ?)")
      .run("project", graph, sequence, sequence, body);
  }

  load(graph: string): Uint8Array[] {
    const rows = this.#database
      .prepare("SELECT body FROM pack WHERE graph = ? ORDER BY sequence")
      .all(graph);
    return rows.map(({ body }) => body as Uint8Array);
  }
}

/** A graph's Durable Object storage and its packs. */
export class StoredGraph {
  readonly #id: string;
  readonly #packs: PackDatabase;
  readonly #database = new DatabaseSync(":memory:");
  #log: GraphLog;

  constructor(id: string, packs: PackDatabase) {
    this.#id = id;
    this.#packs = packs;
    this.#log = new GraphLog(asStorage(this.#database));
  }

  append(batch: string, events: readonly LogEvent[]): void {
    this.#log.append(batch, incoming(events));
  }

  async flush(): Promise<void> {
    await flushGraph({
      log: this.#log,
      storePack: async ({ sequence, body }) => this.#packs.store(this.#id, sequence, body),
      wake: async () => undefined,
      pause: async () => undefined,
    });
    this.#log.settle();
  }

  /** Bytes of the Durable Object's own storage. */
  get objectBytes(): number {
    return usedBytes(this.#database);
  }

  /** Loads the Durable Object as after an eviction. */
  restoreObject(): void {
    this.#log = new GraphLog(asStorage(this.#database));
  }

  loadGraph(): EvolutionGraph {
    const reader = new GraphReader();
    for (const body of this.#packs.load(this.#id)) atOnce(reader.add(body));
    const graph = atOnce(reader.graph(this.#id));
    if (graph === undefined) throw new Error("the packs hold nothing");
    return graph;
  }
}

export function toLogEvents(events: readonly TraceEvent[]): LogEvent[] {
  return events.map((event) => {
    const bounded = boundEvent(event);
    if (!bounded.ok) throw new Error(bounded.fault);
    return toLogEvent(bounded.value);
  });
}

/** Bytes of the pages in use, as the runtime counts them. */
function usedBytes(database: DatabaseSync): number {
  const { bytes } = database
    .prepare(
      "SELECT (page_count - freelist_count) * page_size AS bytes FROM pragma_page_count, pragma_freelist_count, pragma_page_size",
    )
    .get() as { bytes: number };
  return bytes;
}

/** Implements the part of a Durable Object's storage that the log uses. */
function asStorage(database: DatabaseSync): DurableObjectStorage {
  const exec = (query: string, ...values: SQLInputValue[]) => {
    const rows = database.prepare(query).all(...values);
    return { toArray: () => rows, [Symbol.iterator]: () => rows.values() };
  };
  const transactionSync = <T>(work: () => T): T => {
    database.exec("BEGIN");
    const result = work();
    database.exec("COMMIT");
    return result;
  };
  return { sql: { exec }, transactionSync } as unknown as DurableObjectStorage;
}
