/**
 * `npm run setup`: creates a deployment's databases, queues and secrets on Cloudflare, and binds
 * them in wrangler.toml.
 */
import { resolve } from "node:path";
import { readOptions, runCommand, UsageError, UserError } from "../command-line.ts";
import { checkDeployment } from "./check.ts";
import { DeploymentConfig } from "./deployment-config.ts";
import { setUp } from "./steps.ts";
import { Wrangler } from "./wrangler.ts";

const HELP = `Creates and binds what a deployment needs on Cloudflare: databases, queues, secrets, and
the bucket for old packs if one is bound.
Repeating it changes nothing that is already there.

  npm run setup -- --url https://HOST [--dry-run] [--config wrangler.toml]
  npm run setup -- --check [--config wrangler.toml]

  --url URL      the address that people will open
  --dry-run      changes nothing, and says what would be changed
  --check        changes nothing, and says what would keep a deployment from working: the configuration,
                 databases, migrations, queues and secrets. The exit code is 1 if it finds a problem
  --config FILE  the configuration, which also receives the databases' ids (default wrangler.toml)

It needs npx wrangler login, or CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID.
`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      url: { type: "string" },
      "dry-run": { type: "boolean", default: false },
      check: { type: "boolean", default: false },
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
  if (values.check) {
    return checkDeployment({ config, wrangler: new Wrangler(config.path), say: console.log });
  }
  const isDryRun = values["dry-run"];
  await setUp({
    ...{ config, isDryRun, url: values.url && originOf(values.url), say: console.log },
    wrangler: new Wrangler(config.path),
  });
  console.log(isDryRun ? "Nothing was changed." : "Next: npm run deploy");
  return 0;
});

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== "https:" || url.pathname !== "/" || url.search !== "" || url.hash !== "") {
    throw new UserError(
      `--url is ${text}; give an address such as https://memtrace.my-company.com`,
    );
  }
  return url.origin;
}
