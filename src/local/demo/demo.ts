/**
 * `npm run demo`: runs the whole product on this machine, from traced calls to verified webhooks.
 */
import { rmSync, writeFileSync } from "node:fs";
import type { CaseSummary } from "../../protocol/api/api.ts";
import { buildOutdated } from "../build/build.ts";
import { endOnSignals } from "../build/process.ts";
import { ApiClient } from "../client/api-client.ts";
import { checkFolderOf, readOptions, readPort, runCommand } from "../command-line.ts";
import { graphFiles } from "../graph-files.ts";
import { importFiles } from "../import-files.ts";
import { freePort, type LocalService, startService } from "../service.ts";
import { deliveredWebhooks, settledGraph } from "./completion.ts";
import { printCases, printDeliveries, step } from "./demo-output.ts";
import { compare } from "./expectations.ts";
import { type Receiver, startReceiver } from "./receiver.ts";

const HELP = `Runs the whole product on this machine, without an account or a key:
an example agent with a memory gives wrong answers, each is attributed, reported and delivered.
The agent's model is a script: no real model is called.

  npm run demo -- [--once] [--json FILE] [--import PATH…] [--port 8787]

  --once        stop at the end; exit code 0 only if everything arrived and matched
  --json FILE   write the figures: {ok, cases, attributed, matched, deliveries, verified, seconds}
  --import PATH also import a graph file, or a folder of them; may be given several times
  --port N      port of the API and the UI; the next free one is taken (default 8787)
`;

const GRAPH = "maya";
const PERSON = { name: "Demo", email: "demo@memtrace.example", password: "see-what-was-lost" };

interface DemoOptions {
  readonly once: boolean;
  readonly json: string | undefined;
  readonly files: readonly string[];
  readonly port: number;
}

endOnSignals();
await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      once: { type: "boolean", default: false },
      json: { type: "string" },
      import: { type: "string", multiple: true, default: [] },
      port: { type: "string", default: "8787" },
      help: { type: "boolean", short: "h", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const paths = [...values.import, ...positionals];
  const files = paths.length === 0 ? [] : graphFiles(paths);
  const { once, json } = values;
  checkFolderOf("--json", json);
  return demo({ once, json, files, port: readPort(values.port) });
});

async function demo({ once, json, files, port: wanted }: DemoOptions): Promise<number> {
  const started = performance.now();
  step("Building the SDK and the UI");
  await buildOutdated();
  step("Starting the Worker with local D1, Durable Objects and queues");
  const port = await freePort(wanted);
  const state = `.memtrace/demo-${port}`;
  rmSync(state, { recursive: true, force: true });
  const service = await startService({
    state,
    port,
    watch: false,
  });
  const receiver = await startReceiver();
  try {
    const figures = await walkThrough(service, receiver, { files, started });
    console.log(`\n${JSON.stringify(figures)}`);
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(figures, null, 2)}\n`);
    process.exitCode = figures.ok ? 0 : 1;
    if (!once) {
      console.log("\nThe service runs until you press Ctrl-C.");
      await service.ended;
    }
    return figures.ok ? 0 : 1;
  } finally {
    await service.stop();
    await receiver.close();
  }
}

async function walkThrough(
  service: LocalService,
  receiver: Receiver,
  { files, started }: { files: readonly string[]; started: number },
) {
  step("Creating a person, an organization, a project, a key and a webhook endpoint");
  const api = new ApiClient(service.url);
  await api.signUp(PERSON);
  const project = await api.createProject(await api.createOrganization("Demo", "demo"), "Demo");
  const { key } = await api.createKey("Example agent");
  receiver.secret = (await api.createEndpoint(receiver.url)).secret;

  step("Running the example agent (its model is a script), traced through the SDK");
  const expectations = await runAgent(service.url, key);
  const wrong = expectations.filter(({ right }) => !right);
  step(`Waiting for the attribution of its ${wrong.length} wrong answers`);
  const { cases } = await settledGraph(api, GRAPH);
  const { rows, matched, unexpected } = compare(wrong, cases);
  printCases(rows);

  const imported = await importAll(api, files);
  step("Making a report");
  const report = await api.createReport();
  console.log(`  ${report.headline}`);
  step("Waiting for the webhooks");
  const deliveries = await deliveredWebhooks(api, receiver);
  printDeliveries(deliveries, receiver);

  const allCases = await api.cases();
  const attributed = allCases.filter(({ state }) => state === "done").length;
  const figures = {
    ok:
      matched === wrong.length &&
      unexpected === 0 &&
      attributed === allCases.length &&
      deliveries.every(({ state }) => state === "delivered") &&
      deliveries.every(({ id }) => receiver.verified.has(id)) &&
      receiver.refused.length === 0 &&
      (imported.imported?.refused ?? 0) === 0,
    cases: allCases.length,
    attributed,
    injected: wrong.length,
    matched,
    deliveries: deliveries.length,
    verified: receiver.verified.size,
    seconds: Math.round((performance.now() - started) / 100) / 10,
    ...imported,
  };
  console.log(`
The hosted UI   ${service.url}/p/${project.id}
Sign in with    ${PERSON.email}   ${PERSON.password}
The report      ${service.url}/p/${project.id}/reports/${report.id}
The docs        ${service.url}/docs
E-mails         ${service.url}/dev/mail`);
  return figures;
}

/**
 * The agent uses the built SDK package, as a customer's app does. Import the agent only after the
 * build.
 */
async function runAgent(url: string, apiKey: string) {
  const { MemTrace } = await import("@memtrace/sdk");
  const { runMemoryAgent } = await import("../../../sdk/examples/memory-agent/run.ts");
  const memtrace = new MemTrace({ url, apiKey });
  const { expectations } = await runMemoryAgent(memtrace, { graph: GRAPH });
  await memtrace.close();
  return expectations;
}

async function importAll(api: ApiClient, files: readonly string[]) {
  if (files.length === 0) return {};
  step(files.length === 1 ? `Importing ${files[0]}` : `Importing ${files.length} files`);
  const graphs = new Set<string>();
  const sums = { done: 0, refused: 0, events: 0, annotated: 0 };
  for await (const answer of importFiles(api, files)) {
    sums.done += 1;
    if ("refused" in answer) {
      sums.refused += 1;
      console.log(`  refused ${answer.file}: ${answer.refused}`);
    } else {
      graphs.add(answer.graph);
      sums.events += answer.events;
      sums.annotated += answer.cases;
    }
    if (sums.done === files.length || sums.done % 5 === 0) {
      console.log(`  ${sums.done} of ${files.length} files`);
    }
  }
  step("Waiting for the attribution of the imported cases");
  const ofFiles: CaseSummary[] = [];
  for (const graph of graphs) ofFiles.push(...(await settledGraph(api, graph)).cases);
  const labelled = ofFiles.filter(({ agreement }) => agreement !== null);
  const agreeing = labelled.filter(({ agreement }) => agreement).length;
  console.log(
    `  ${files.length} files, ${sums.events} events, ${ofFiles.length} cases; ${agreeing} of ${labelled.length} annotated cases agree with their annotation`,
  );
  return {
    imported: {
      files: files.length,
      refused: sums.refused,
      events: sums.events,
      cases: ofFiles.length,
      annotated: sums.annotated,
      annotatedAttributed: labelled.filter(({ state }) => state === "done").length,
      agreeing,
    },
  };
}
