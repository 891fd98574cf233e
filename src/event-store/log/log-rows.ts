/**
 * The table `log` in the SQLite database of a graph's Durable Object. It contains two kinds of
 * rows:
 *
 * - events that wait for a pack: `head` is JSON; `body` contains the JSON lines, compressed if they
 *   are long;
 * - a run of packed events: `head` is bytes, see `packed-run.ts`; `body` is empty.
 *
 * Cloudflare bills every written row. So a packed run gets no new row. It overwrites the last of
 * the waiting rows that it replaces. The other replaced rows are deleted.
 */
import { compressed, decompressed, FLEETING } from "../pack/compression.ts";
import type { Counts } from "./incoming-events.ts";
import { decodeRun, type PackedRun } from "./packed-run.ts";

export interface Head {
  readonly counts: Counts;
  readonly opensCase: boolean;
  readonly judged: boolean;
  /** Present only in the first row of the graph. */
  readonly life?: string;
  readonly batch?: string;
  /** True if the row continues a batch that began in an earlier row. */
  readonly goesOn?: true;
}

export interface NewRow {
  readonly seq: number;
  readonly head: Head;
  readonly body: string;
  /** Number of UTF-8 bytes of `body` before compression. */
  readonly bytes: number;
}

/**
 * The waiting rows from `first` to `last` are already in a pack. One row with the content `run`
 * replaces them.
 */
export interface TakenRows {
  readonly first: number;
  readonly last: number;
  readonly run: Uint8Array;
}

export type StoredRow =
  | { readonly seq: number; readonly packed: PackedRun }
  | { readonly seq: number; readonly head: Head; readonly body: string };

/**
 * A body with more bytes than this is compressed: in SQLite, each further page of 4 kB costs more
 * than compression. Compression also keeps each row below the platform's limit of 2 MB.
 */
const PLAIN_ROW_BYTES = 3_500;

export class LogRows {
  readonly #storage: DurableObjectStorage;
  /** The first write creates the table, so a Durable Object that is only read stores nothing. */
  #hasTable: boolean;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    const tables = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'log'").toArray();
    this.#hasTable = tables.length > 0;
  }

  *all(): Generator<StoredRow> {
    if (!this.#hasTable) return;
    const rows = this.#storage.sql.exec<{
      seq: number;
      head: string | ArrayBuffer;
      body: string | ArrayBuffer;
    }>("SELECT seq, head, body FROM log ORDER BY seq");
    for (const { seq, head, body } of rows) {
      if (typeof head === "string") yield { seq, head: JSON.parse(head), body: textOf(body) };
      else yield { seq, packed: decodeRun(head) };
    }
  }

  /** Yields one list for each waiting row from `first` to `last`: the row's JSON lines. */
  *lines(first: number, last: number): Generator<string[]> {
    const rows = this.#storage.sql.exec<{ body: string | ArrayBuffer }>(
      "SELECT body FROM log WHERE seq >= ? AND seq <= ? ORDER BY seq",
      first,
      last,
    );
    for (const { body } of rows) yield textOf(body).split("\n");
  }

  /**
   * Adds the rows. If `taken` is given, the events of its rows are now in a pack. These rows are
   * then replaced by one row, which contains the packed run. If the write fails, nothing changes.
   */
  write(rows: readonly NewRow[], taken?: TakenRows): void {
    // A single statement needs no transaction, which would increase the time by half.
    if (this.#hasTable && rows.length === 1 && taken === undefined) this.#insert(rows);
    else {
      this.#storage.transactionSync(() => {
        if (!this.#hasTable) this.#createTable();
        if (taken !== undefined) this.#take(taken);
        this.#insert(rows);
      });
    }
    this.#hasTable = true;
  }

  #take({ first, last, run }: TakenRows): void {
    const { sql } = this.#storage;
    sql.exec("UPDATE log SET head = ?, body = '' WHERE seq = ?", run, last);
    sql.exec("DELETE FROM log WHERE seq >= ? AND seq < ?", first, last);
  }

  #insert(rows: readonly NewRow[]): void {
    for (const { seq, head, body, bytes } of rows) {
      this.#storage.sql.exec(
        "INSERT INTO log (seq, head, body) VALUES (?, ?, ?)",
        seq,
        JSON.stringify(head),
        bytes > PLAIN_ROW_BYTES ? compressed(body, FLEETING) : body,
      );
    }
  }

  #createTable(): void {
    this.#storage.sql.exec(
      "CREATE TABLE log (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, body BLOB NOT NULL)",
    );
  }
}

function textOf(stored: string | ArrayBuffer): string {
  return typeof stored === "string"
    ? stored
    : decompressed(new Uint8Array(stored)).toString("utf8");
}
