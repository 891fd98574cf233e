/**
 * `npm run deploy`: checks the deployment, applies the migrations, and uploads the Worker. If the
 * check finds a problem, changes nothing.
 */
import { resolve } from "node:path";
import { readOptions, runCommand, UsageError } from "../command-line.ts";
import { migrate, migrationProblems, problemsOf, report } from "./check.ts";
import { DeploymentConfig } from "./deployment-config.ts";
import { Wrangler } from "./wrangler.ts";

const HELP = `Checks the deployment as npm run setup -- --check does, applies the migrations to every
database, and uploads the Worker. A problem stops it before anything is changed.

  npm run deploy [-- --config wrangler.toml]

Afterwards, npm run canary checks the running service.
`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      config: { type: "string", default: "wrangler.toml" },
      help: { type: "boolean", short: "h", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (positionals.length > 0) {
    throw new UsageError(`${positionals[0]} is not understood.\n\n${HELP}`);
  }
  const config = new DeploymentConfig(resolve(values.config));
  const deps = { config, wrangler: new Wrangler(config.path), say: console.log };
  if (!report(deps, await problemsOf(deps))) return 1;
  for (const database of config.databases()) await migrate(deps, database);
  if (!report(deps, await migrationProblems(deps))) return 1;
  console.log(await deps.wrangler.run(["deploy"]));
  console.log("Next: npm run canary");
  return 0;
});
