import { applyD1Migrations, type D1Migration } from "cloudflare:test";
import { env } from "cloudflare:workers";

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
