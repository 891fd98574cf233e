/**
 * The parts of an overview in SQLite, read as hexadecimal text, as the service reads them from D1.
 */
import { DatabaseSync } from "node:sqlite";

export class StoredParts {
  readonly #database = new DatabaseSync(":memory:");
  /** Total size of all parts. */
  readonly bytes: number;

  constructor(parts: readonly Uint8Array[]) {
    this.#database.exec("CREATE TABLE overview (part INTEGER PRIMARY KEY, body BLOB)");
    const insert = this.#database.prepare("INSERT INTO overview VALUES (?, ?)");
    for (const [part, body] of parts.entries()) insert.run(part, body);
    this.bytes = parts.reduce((sum, { length }) => sum + length, 0);
  }

  read(parts: readonly number[]): Buffer[] {
    const marks = parts.map(() => "?").join(", ");
    return this.#database
      .prepare(`SELECT hex(body) AS body FROM overview WHERE part IN (${marks}) ORDER BY part`)
      .all(...parts)
      .map(({ body }) => Buffer.from(String(body), "hex"));
  }
}
