/** `npm run setup -- --check`: finds problems that would prevent a deployment. Changes nothing. */
import { configProblems } from "./config-problems.ts";
import type { BoundDatabase } from "./deployment-config.ts";
import {
  checkSignIn,
  type Deployment,
  databasesIn,
  hasBucket,
  hasQueue,
  NO_BUCKET,
  SECRETS,
  secretsOf,
} from "./steps.ts";

type CheckDeps = Pick<Deployment, "config" | "wrangler" | "say">;

/**
 * Some external services need an address (a variable) and a key (a secret). Maps the name of the
 * variable to the secret that must be set too.
 */
const SECRET_FOR: Readonly<Record<string, string>> = {
  MAIL_API_URL: "MAIL_API_KEY",
  BILLING_API_URL: "BILLING_API_KEY",
};

/**
 * Checks the deployment and prints its problems.
 * @returns the exit code: 1 if there is a problem
 */
export async function checkDeployment(deps: CheckDeps): Promise<number> {
  const isReady = report(deps, [...(await problemsOf(deps)), ...(await migrationProblems(deps))]);
  return isReady ? 0 : 1;
}

/** Returns true if there are no problems. */
export function report({ say }: CheckDeps, problems: readonly string[]): boolean {
  for (const problem of problems) say(`problem: ${problem}`);
  say(problems.length === 0 ? "No problem was found." : `Problems found: ${problems.length}.`);
  return problems.length === 0;
}

/** Leaves out pending migrations, because `npm run deploy` applies them. */
export async function problemsOf(deps: CheckDeps): Promise<string[]> {
  const { config, wrangler } = deps;
  await checkSignIn(deps);
  const bindings = config.read();
  const problems = configProblems(bindings, new Date().toISOString().slice(0, 10));
  const known = await databasesIn(wrangler);
  for (const { binding, id } of config.databases()) {
    if (known.some(({ uuid }) => uuid === id)) continue;
    problems.push(`the account has no database with the id of ${binding}; run npm run setup`);
  }
  for (const queue of config.queues()) {
    if (!(await hasQueue(wrangler, queue))) {
      problems.push(`the queue ${queue} does not exist; run npm run setup`);
    }
  }
  const bucket = config.coldBucket();
  if (bucket === undefined) deps.say(NO_BUCKET);
  else if (!(await hasBucket(wrangler, bucket))) {
    problems.push(`the bucket ${bucket} does not exist; run npm run setup`);
  }
  const secrets = await secretsOf(wrangler);
  const needed = Object.entries(SECRET_FOR).flatMap(([variable, secret]) =>
    bindings.vars[variable] ? [secret] : [],
  );
  for (const secret of [...SECRETS, ...needed]) {
    if (secrets.includes(secret)) continue;
    const remedy = SECRETS.includes(secret) ? "npm run setup" : `npx wrangler secret put ${secret}`;
    problems.push(`the secret ${secret} is not set; run ${remedy}`);
  }
  return problems;
}

export async function migrationProblems({ config, wrangler }: CheckDeps): Promise<string[]> {
  const known = await databasesIn(wrangler);
  const problems: string[] = [];
  for (const { binding, id } of config.databases()) {
    // Skip a database that does not exist: `problemsOf` reports it.
    if (!known.some(({ uuid }) => uuid === id)) continue;
    const list = await wrangler.run(["d1", "migrations", "list", binding, "--remote"]);
    if (/No migrations to apply/.test(list)) continue;
    problems.push(`the database ${binding} lacks migrations; npm run deploy applies them`);
  }
  return problems;
}

export async function migrate({ wrangler, say }: CheckDeps, database: BoundDatabase) {
  await wrangler.run(["d1", "migrations", "apply", database.binding, "--remote"]);
  say(`database ${database.name}: has all migrations`);
}
