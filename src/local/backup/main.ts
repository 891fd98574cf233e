/** Runs `npm run backup` or `npm run restore`, depending on the first argument. */
import { resolve } from "node:path";
import { oneOf, readOptions, runCommand, UsageError } from "../command-line.ts";
import { DeploymentConfig } from "../setup/deployment-config.ts";
import { Wrangler } from "../setup/wrangler.ts";
import { backUp } from "./back-up.ts";
import { restore } from "./restore.ts";

const HELP = `npm run backup -- --folder FOLDER    copies every database of the deployment into a new folder
npm run restore -- --folder FOLDER   writes such a copy into empty databases

  --folder FOLDER  the folder of the backup
  --local          the local databases next to the configuration, instead of those on Cloudflare
  --config FILE    the configuration (default wrangler.toml)

docs/deployment.md says what a backup does not contain, and how to restore one.
`;

const COMMANDS = { backup: backUp, restore } as const;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      folder: { type: "string" },
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
  const [command = "", ...others] = positionals;
  const run = COMMANDS[oneOf("The command", command, ["backup", "restore"] as const)];
  if (others.length > 0) throw new UsageError(`${others[0]} is not understood.\n\n${HELP}`);
  if (values.folder === undefined) throw new UsageError(`Give --folder.\n\n${HELP}`);
  const config = new DeploymentConfig(resolve(values.config));
  const deps = { config, wrangler: new Wrangler(config.path), folder: resolve(values.folder) };
  await run({ ...deps, isLocal: values.local, say: console.log });
  return 0;
});
