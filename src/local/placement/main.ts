/** `npm run move-project`: moves a project's packs to another database. */
import { resolve } from "node:path";
import { oneOf, readOptions, runCommand, UsageError, UserError } from "../command-line.ts";
import { DeployedDatabase } from "../setup/deployed-database.ts";
import { DeploymentConfig } from "../setup/deployment-config.ts";
import { Wrangler } from "../setup/wrangler.ts";

const HELP = `npm run move-project -- PROJECT DATABASE   stores the packs of the project in another database
npm run move-project -- --status           lists the projects whose packs still move

  PROJECT        the project's id, such as prj_…
  DATABASE       the binding of the database in the configuration, such as PACKS_2
  --local        the local databases next to the configuration, instead of those on Cloudflare
  --config FILE  the configuration (default wrangler.toml)

New packs are stored in the chosen database within five minutes. After ten minutes, the deployed
service begins to move the other packs. The project stays in use meanwhile. To move the packs back,
wait until the move has ended, and run the command with the first database.
`;

const PROJECT_ID = /^[\w-]{1,100}$/;
const MAIN_DATABASE = "DB";

interface Moving {
  readonly id: string;
  readonly previous: string;
  readonly current: string;
  readonly since: number;
}

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      status: { type: "boolean", default: false },
      local: { type: "boolean", default: false },
      config: { type: "string", default: "wrangler.toml" },
      help: { type: "boolean", short: "h", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const config = new DeploymentConfig(resolve(values.config));
  const place = { wrangler: new Wrangler(config.path), isLocal: values.local };
  const main = new DeployedDatabase(place, MAIN_DATABASE);
  if (values.status) return showMoves(main);
  const [id, database, ...others] = positionals;
  if (id === undefined || database === undefined || others.length > 0)
    throw new UsageError(`Give a project and a database.\n\n${HELP}`);
  if (!PROJECT_ID.test(id)) throw new UsageError(`PROJECT is ${id}; give an id such as prj_….`);
  const bindings = config.databases().map(({ binding }) => binding);
  return beginMove(main, id, oneOf("DATABASE", database, bindings));
});

async function beginMove(main: DeployedDatabase, id: string, database: string): Promise<number> {
  const own = `id = '${id}' and deleted_at is null`;
  const [changed = []] = await main.query<{ previous: string }>([
    `update project set previous_pack_database = pack_database, pack_database = '${database}',
      pack_database_since = ${Date.now()}
    where ${own} and previous_pack_database is null and pack_database <> '${database}'
    returning previous_pack_database as previous`,
  ]);
  const [moved] = changed;
  if (moved !== undefined) {
    console.log(`The packs of ${id} move from ${moved.previous} to ${database}.`);
    console.log("See the progress with: npm run move-project -- --status");
    return 0;
  }
  const [[row] = []] = await main.query<{ current: string; previous: string | null }>([
    `select pack_database as current, previous_pack_database as previous from project where ${own}`,
  ]);
  if (row === undefined) throw new UserError(`There is no project ${id}.`);
  if (row.previous !== null) {
    throw new UserError(
      `The packs of ${id} still move from ${row.previous} to ${row.current}. Wait until the move has ended.`,
    );
  }
  console.log(`The packs of ${id} are in ${database} already. Nothing was changed.`);
  return 0;
}

async function showMoves(main: DeployedDatabase): Promise<number> {
  const [moving = []] = await main.query<Moving>([
    `select id, previous_pack_database as previous, pack_database as current,
      coalesce(pack_database_since, 0) as since
    from project where previous_pack_database is not null order by since, id`,
  ]);
  for (const { id, previous, current, since } of moving)
    console.log(`${id}: from ${previous} to ${current}, since ${new Date(since).toISOString()}`);
  if (moving.length === 0) console.log("No packs move between databases.");
  return 0;
}
