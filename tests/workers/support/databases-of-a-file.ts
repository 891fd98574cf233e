import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterAll } from "vitest";

declare global {
  namespace Cloudflare {
    interface Env {
      TEST_MIGRATIONS: D1Migration[];
      PACKS_2: D1Database;
    }
  }
}

await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
await applyD1Migrations(env.PACKS_2, env.TEST_MIGRATIONS);

interface Stored {
  readonly type: string;
  readonly name: string;
  readonly sql: string;
}

// All files share the databases, so delete the rows of this file. Otherwise each sweep of a later
// file would also do the work that this file left, and deliver to its endpoints.
afterAll(async () => {
  const { results } = await env.DB.prepare(
    `select type, name, sql from sqlite_master where type in ('table', 'trigger')
       and name not glob '_cf_*' and name not glob 'sqlite_*' and name <> 'd1_migrations'
     order by rowid desc`,
  ).all<Stored>();
  const named = (type: string) => results.filter((stored) => stored.type === type);
  // Drop the triggers during the deletion, because they count each deleted case, and forbid the
  // deletion of audit entries.
  const triggers = named("trigger");
  await env.DB.batch(
    [
      "pragma defer_foreign_keys = on",
      ...triggers.map(({ name }) => `drop trigger "${name}"`),
      ...named("table").map(({ name }) => `delete from "${name}"`),
      ...triggers.map(({ sql }) => sql),
    ].map((statement) => env.DB.prepare(statement)),
  );
});
