/**
 * Corrects texts that D1's export writes ambiguously. In a text with line breaks, the export writes
 * each line break as a backslash and an n. The import then turns each backslash with an n into a
 * line break, even if the original text contained a backslash and an n. Such texts are rare, so the
 * backup stores them a second time, as bytes.
 */
import type { DeployedDatabase } from "../setup/deployed-database.ts";

interface Column {
  readonly table_name: string;
  readonly column_name: string;
  readonly type: string;
  readonly pk: number;
}

const COLUMNS = `SELECT m.name AS table_name, p.name AS column_name, p.type AS type, p.pk AS pk
  FROM sqlite_master m JOIN pragma_table_info(m.name) p
  WHERE m.type = 'table' AND m.name NOT GLOB '_cf_*' AND m.name NOT GLOB 'sqlite_*'`;

/**
 * Maximum characters of the queries in one wrangler command. wrangler gets them as one argument,
 * and an argument has at most 128 kB.
 */
const COMMAND_CHARS = 60_000;

/** Returns SQL statements that write each ambiguous text again, as its exact bytes. */
export async function exactTexts(database: Pick<DeployedDatabase, "query">): Promise<string[]> {
  const [columns = []] = await database.query<Column>([COLUMNS]);
  const selections = [...Map.groupBy(columns, ({ table_name: table }) => table)].flatMap(
    ([table, ofTable]) => selectionOf(table, ofTable),
  );
  const statements: string[] = [];
  for (const some of inCommands(selections)) {
    for (const rows of await database.query<{ corrections: string }>(some)) {
      statements.push(...rows.flatMap(({ corrections }) => corrections.trim().split("\n")));
    }
  }
  return statements;
}

function inCommands(selections: readonly string[]): string[][] {
  const commands: string[][] = [];
  let chars = COMMAND_CHARS;
  for (const selection of selections) {
    chars += selection.length;
    if (chars > COMMAND_CHARS) {
      commands.push([]);
      chars = selection.length;
    }
    commands.at(-1)?.push(selection);
  }
  return commands;
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/**
 * Returns a list with one query; the list is empty if the table has no primary key or no text
 * column. The query finds the rows with an ambiguous text (see the top of this file). Its result
 * has a text for each of these rows: the SQL statements that correct the texts of the row, one
 * statement per line.
 */
function selectionOf(table: string, columns: readonly Column[]): string[] {
  const keys = columns.filter(({ pk }) => pk > 0);
  const texts = columns.filter(({ type }) => type.toLowerCase() === "text");
  if (keys.length === 0 || texts.length === 0) return [];
  const which = keys
    .map(({ column_name: key }) => `'${quoted(key)} = ' || ${literalOf(quoted(key))}`)
    .join(" || ' AND ' || ");
  const conditions = texts.map(({ column_name: name }) => isAmbiguous(quoted(name)));
  const corrections = texts.map(({ column_name: name }, place) => {
    const text = quoted(name);
    const set = `'UPDATE ${quoted(table)} SET ${text} = CAST(X''' || hex(${text}) || ''' AS TEXT) WHERE '`;
    return `iif(${conditions[place]}, ${set} || ${which} || ';' || char(10), '')`;
  });
  return [
    `SELECT ${corrections.join(" || ")} AS corrections FROM ${quoted(table)} WHERE ${conditions.join(" OR ")}`,
  ];
}

/** Returns an SQL expression that writes the column's value as a literal without a line break. */
function literalOf(column: string): string {
  return `iif(typeof(${column}) = 'text', 'CAST(X''' || hex(${column}) || ''' AS TEXT)', quote(${column}))`;
}

function isAmbiguous(text: string): string {
  return `(instr(${text}, char(10)) AND instr(${text}, '\\n') OR instr(${text}, char(13)) AND instr(${text}, '\\r'))`;
}
