/** The main database, which also counts the characters that it returns. */
import { env } from "cloudflare:workers";
import { type Database, openDatabase } from "../../../src/database/database.ts";

interface CountingDatabase {
  readonly database: Database;
  /** Returns the characters of all rows read since the last call. */
  taken(): number;
  /**
   * Looks at the statements since the last call of this method. Returns SQLite's query plans of
   * those statements that mention the table.
   */
  stepsOn(table: string): Promise<string[]>;
}

export function countingDatabase(): CountingDatabase {
  let chars = 0;
  const originals = new WeakMap<object, D1PreparedStatement>();
  const count = <T>(read: T): T => {
    chars += JSON.stringify(read).length;
    return read;
  };
  const asked: D1PreparedStatement[] = [];
  const counted = (
    statement: D1PreparedStatement,
    query: string,
    values: readonly unknown[] = [],
  ): D1PreparedStatement => {
    asked.push(env.DB.prepare(`explain query plan ${query}`).bind(...values));
    const counting = {
      bind: (...values: unknown[]) => counted(statement.bind(...values), query, values),
      all: async () => count(await statement.all()),
      raw: async () => count(await statement.raw()),
      run: async () => count(await statement.run()),
      first: async () => count(await statement.first()),
    } as unknown as D1PreparedStatement;
    originals.set(counting, statement);
    return counting;
  };
  const binding = {
    prepare: (query: string) => counted(env.DB.prepare(query), query),
    batch: async (statements: D1PreparedStatement[]) =>
      count(await env.DB.batch(statements.map((each) => originals.get(each) ?? each))),
  } as unknown as D1Database;
  const stepsOn = async (table: string) => {
    const steps: string[] = [];
    // A statement without bound values cannot be explained.
    for (const statement of asked.splice(0)) {
      const { results } = await statement.all<{ detail: string }>().catch(() => ({ results: [] }));
      steps.push(...results.map(({ detail }) => detail));
    }
    return steps.filter((step) => step.includes(table));
  };
  return {
    stepsOn,
    database: openDatabase(binding),
    taken: () => {
      const taken = chars;
      chars = 0;
      return taken;
    },
  };
}
