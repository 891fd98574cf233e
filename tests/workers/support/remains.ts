/**
 * Finds what is left of deleted data, in every table of the relational database and in a graph's
 * object.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Columns of tables whose bodies are compressed: their keys count. */
const KEYS: Readonly<Record<string, string>> = {
  pack: "project, graph, sequence",
  graph_overview: "project, graph, kind, part",
};

/**
 * Rows of any table that name or quote the text, by table. Not those of the audit log, which names
 * what was deleted and belongs to the organization.
 */
export async function rowsWith(
  text: string,
  database: D1Database = env.DB,
): Promise<Record<string, unknown[]>> {
  const { results: tables } = await database
    .prepare(
      "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*' and name <> 'audit_entry'",
    )
    .all<{ name: string }>();
  const found: Record<string, unknown[]> = {};
  for (const { name } of tables) {
    const columns = KEYS[name] ?? "*";
    const { results } = await database.prepare(`select ${columns} from "${name}"`).all();
    const rows = results.filter((row) => JSON.stringify(row).includes(text));
    if (rows.length > 0) found[name] = rows;
  }
  return found;
}

export const graphObject = (project: string, graph: string) =>
  env.GRAPHS.getByName(`${project}:${graph}`);

/** Everything that the object stores: tables, keys, the alarm. */
export function storedBy(project: string, graph: string) {
  return runInDurableObject(graphObject(project, graph), async (_, state) => ({
    tables: state.storage.sql
      .exec<{ name: string }>("select name from sqlite_master where name not glob '_cf_*'")
      .toArray()
      .map(({ name }) => name),
    keys: [...state.storage.kv.list()].map(([key]) => key),
    alarm: await state.storage.getAlarm(),
  }));
}

export const NOTHING_STORED = { tables: [], keys: [], alarm: null };
