/// <reference types="vite/types/importMeta.d.ts" />
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { expect, test } from "vitest";
import { openDatabase } from "../../src/database/database.ts";

const modules = import.meta.glob("../../src/database/schema/**/*.ts", { eager: true });
const tables = Object.values(modules)
  .flatMap((exported) => Object.values(Object(exported)))
  .filter((value) => is(value, SQLiteTable));
const database = openDatabase(env.DB);

test("T22 the migrations create exactly the tables of the schema", async () => {
  const { results } = await env.DB.prepare(
    "select name from sqlite_master where type = 'table' and name not glob '_cf_*' and name not glob 'sqlite_*' and name <> 'd1_migrations'",
  ).all<{ name: string }>();
  expect(results.map((row) => row.name).sort()).toEqual(tables.map(getTableName).sort());
});

test.each(tables.map((table) => [getTableName(table), table] as const))(
  "T22 the migrations create exactly the columns and indexes of %s",
  async (name, table) => {
    // Select every column by name, so that the query fails if one is missing.
    await database.select().from(table).limit(1);
    const { columns, indexes } = getTableConfig(table);
    const { results } = await env.DB.prepare(`pragma table_xinfo(${name})`).all();
    expect(results).toHaveLength(columns.length);
    const stored = await env.DB.prepare(
      "select name from sqlite_master where type = 'index' and tbl_name = ? and sql is not null and name not glob '*_unique'",
    )
      .bind(name)
      .all<{ name: string }>();
    expect(stored.results.map((row) => row.name).sort()).toEqual(
      indexes.map((index) => index.config.name).sort(),
    );
  },
);
