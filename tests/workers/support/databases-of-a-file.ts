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

// All files share the databases, so delete the endpoints of this file. Otherwise the tests of other
// files would try to deliver to them again.
afterAll(() => env.DB.exec("delete from endpoint"));
