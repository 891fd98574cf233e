/**
 * Finds what is left of deleted data, in every table of the relational database and in a graph's
 * Durable Object.
 */
import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** For tables with compressed bodies, the key columns: only these are searched and shown. */
const KEYS: Readonly<Record<string, string>> = {
  pack: "project, graph, sequence",
  graph_overview: "project, graph, kind, part",
};

/**
 * Returns the rows of any table that name or quote the text, by table. Omits the audit log and
 * usage: they belong to the organization, and contain no text of graphs.
 */
export async function rowsWith(
  text: string,
  database: D1Database = env.DB,
): Promise<Record<string, unknown[]>> {
  const tables = await tablesOf(database);
  if (tables.length === 0) return {};
  // Search inside the database: it contains the rows of all tests, and reading them all takes
  // seconds.
  const answers = await database.batch(
    tables.map(({ name, columns }) => {
      const shown = KEYS[name] ?? "*";
      const searched = KEYS[name]?.split(", ") ?? columns;
      const isFound = searched.map((column) => `instr(cast("${column}" as text), ?1) > 0`);
      return database
        .prepare(`select ${shown} from "${name}" where ${isFound.join(" or ")}`)
        .bind(text);
    }),
  );
  const found: Record<string, unknown[]> = {};
  for (const [index, { results }] of answers.entries()) {
    const name = tables[index]?.name;
    if (name !== undefined && results.length > 0) found[name] = results;
  }
  return found;
}

/**
 * Leaves out the tables `answer_kind` and `tally_check`: the sweep and any deletion may delete
 * kinds that no answer has any more.
 */
export const withoutKinds = ({
  answer_kind: _,
  tally_check: __,
  ...rows
}: Record<string, unknown[]>) => rows;

interface Table {
  readonly name: string;
  readonly columns: readonly string[];
}

async function tablesOf(database: D1Database): Promise<Table[]> {
  const { results } = await database
    .prepare(
      `select t.name as name, c.name as column from sqlite_master t, pragma_table_info(t.name) c
       where t.type = 'table' and t.name not glob '_cf_*' and t.name not glob 'sqlite_*'
         and t.name not in ('audit_entry', 'usage_day')`,
    )
    .all<{ name: string; column: string }>();
  const byTable = Map.groupBy(results, ({ name }) => name);
  return [...byTable].map(([name, rows]) => ({ name, columns: rows.map(({ column }) => column) }));
}

export const graphObject = (project: string, graph: string) =>
  env.GRAPHS.getByName(`${project}:${graph}`);

/** Returns everything that the Durable Object stores: tables, keys, the alarm. */
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
