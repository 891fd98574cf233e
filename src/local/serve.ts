/** `npm run dev`: runs the service on this machine. The next run uses the same databases. */
import { mkdirSync } from "node:fs";
import { buildOutdated } from "./build/build.ts";
import { endOnSignals } from "./build/process.ts";
import { readOptions, readPort, runCommand, UsageError, UserError } from "./command-line.ts";
import { freePort, startService } from "./service.ts";

const HELP = `Runs the whole service on this machine, with local D1, Durable Objects and queues.

  npm run dev -- [--port 8787] [--state .memtrace/dev]

  --port N     port of the API and the UI (default 8787)
  --state DIR  folder that keeps the data (default .memtrace/dev); delete it to start anew
`;

endOnSignals();
await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      port: { type: "string", default: "8787" },
      state: { type: "string", default: ".memtrace/dev" },
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
  await serve(readPort(values.port), values.state);
  return 0;
});

async function serve(port: number, state: string): Promise<void> {
  if ((await freePort(port)) !== port) {
    throw new UserError(`Port ${port} is taken. Choose another one with --port.`);
  }
  try {
    mkdirSync(state, { recursive: true });
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(`--state cannot be used: ${why}`);
  }
  console.log("Building what is missing …");
  await buildOutdated();
  console.log("Starting …");
  const service = await startService({ state, port, watch: true });
  console.log(`MemTrace runs at ${service.url}  (documentation: ${service.url}/docs)`);
  console.log("Sign up there, create a project and a key. Ctrl-C stops it; the data stays.");
  // The user ends this command with Ctrl-C, so the exit code must not report a failure.
  process.exitCode = 0;
  await service.ended;
}
