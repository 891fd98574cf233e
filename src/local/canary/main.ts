/** `npm run canary`: checks a deployed service through its API, as a customer uses it. */
import { randomUUID } from "node:crypto";
import { ProjectClient } from "../client/project-client.ts";
import { RefusedRequest, UnreachableService } from "../client/requests.ts";
import { readOptions, runCommand, UsageError, UserError } from "../command-line.ts";
import { sendCanary } from "./canary.ts";

const HELP = `Sends a small trace through a deployment: ingest, attribution, webhooks. It checks the
verdicts, says how long each stage took, and deletes the trace again.

  MEMTRACE_API_KEY=… npm run canary -- --url https://HOST [--patience 60]

  --url URL      the address of the service
  --patience S   seconds that each stage may take (default 60)

The key needs the scopes ingest, read and admin. Use a project of its own, because the project's
figures include the four wrong answers until they are deleted.
`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      url: { type: "string" },
      patience: { type: "string", default: "60" },
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
  const url = values.url ?? "";
  if (!/^https?:\/\//.test(url) || !URL.canParse(url)) {
    throw new UsageError(`Give the address of the service with --url.\n\n${HELP}`);
  }
  const key = process.env.MEMTRACE_API_KEY ?? "";
  if (!/^[\x21-\x7e]+$/.test(key)) {
    throw new UserError(
      "Set MEMTRACE_API_KEY to a project's key; create one in the UI, under Keys.",
    );
  }
  const seconds = Number(values.patience);
  if (!(seconds > 0 && seconds <= 3_600)) {
    throw new UserError(`--patience is ${values.patience}; give seconds from 1 to 3600.`);
  }
  const headers = () => ({ Authorization: `Bearer ${key}` });
  try {
    await sendCanary({
      api: new ProjectClient({ url, headers }),
      graph: `canary-${randomUUID()}`,
      patienceMs: seconds * 1000,
      say: console.log,
    });
  } catch (error) {
    if (error instanceof RefusedRequest || error instanceof UnreachableService) {
      throw new UserError(error.message);
    }
    throw error;
  }
  return 0;
});
