/** `npm run dev`: the service on this machine, with data that stays. */
import { parseArgs } from "node:util";
import { buildMissing } from "./build.ts";
import { freePort, startService } from "./service.ts";

const HELP = `Runs the whole service on this machine, with local D1, Durable Objects and queues.

  npm run dev -- [--port 8787] [--state .memtrace/dev]

  --port N     port of the API and the UI (default 8787)
  --state DIR  folder that keeps the data (default .memtrace/dev); delete it to start anew
`;

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8787" },
    state: { type: "string", default: ".memtrace/dev" },
    help: { type: "boolean", short: "h", default: false },
  },
});

if (values.help) {
  console.log(HELP);
} else {
  await serve();
}

async function serve(): Promise<void> {
  const wanted = Number(values.port);
  if ((await freePort(wanted)) !== wanted) {
    throw new Error(`Port ${wanted} is taken. Choose another one with --port.`);
  }
  console.log("Building what is missing …");
  await buildMissing();
  console.log("Starting …");
  const service = await startService({ state: values.state, port: wanted, watch: true });
  console.log(`MemTrace runs at ${service.url}  (API description: ${service.url}/docs)`);
  console.log("Sign up there, create a project and a key. Ctrl-C stops it; the data stays.");
  process.once("SIGINT", () => service.stop());
  process.once("SIGTERM", () => service.stop());
  await service.ended;
}
