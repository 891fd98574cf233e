/**
 * `npm run experiment:reference`: three iterations of the loop for mem0 on LoCoMo, with real
 * models.
 */
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildOutdated } from "../../../src/local/build/build.ts";
import { ApiClient } from "../../../src/local/client/api-client.ts";
import { oneOf, readOptions, runCommand, UsageError } from "../../../src/local/command-line.ts";
import { step } from "../../../src/local/demo/demo-output.ts";
import { freePort, startService } from "../../../src/local/service.ts";
import { readLocomo } from "./locomo.ts";

const HELP = `Runs the published experiment on prompts: mem0 remembers conversations of LoCoMo and answers its
questions; wrong answers are attributed, better prompts proposed and accepted, three times, each on a
conversation of its own. What is answered to the others is measured before and after. It asks real
models, which costs money: docs/reference-experiment.md says how much to expect.

  npm run experiment:reference -- --locomo FILE [options]

  --locomo FILE            locomo10.json of snap-research/locomo (CC BY-NC 4.0; not shipped)
  --base-url URL           an OpenAI-compatible API (OPENAI_BASE_URL, or https://api.openai.com/v1);
                           its key is read from OPENAI_API_KEY
  --memory-model MODEL     of mem0 (gpt-4.1-mini)
  --answer-model MODEL     that answers (gpt-4.1-mini)
  --judge-model MODEL      that judges answers (gpt-4.1)
  --model MODEL            that attributes and rewrites prompts (gpt-4.1)
  --embedding-model MODEL  (text-embedding-3-small), with --dimensions N (1536)
  --usd-per-million IN,OUT prices of --model, so that its budget holds (2,8), with --usd-per-day USD (50)
  --temperature T          of answers and judgements (0); none for models that take none
  --iterations N           (3)   --held-out N  conversations that are measured (7)
  --top-k N                memories that an answer is given (10)
  --turns N                turns that mem0 is told at once (2)
  --concurrency N          questions that are asked at once (4)
  --seed N                 which conversations the iterations are on (42)
  --attribution MODE       decisive, or response: the baseline without attribution (decisive)
  --service URL            a running service, with MEMTRACE_API_KEY of a project that may be changed
                           (scopes ingest, read, write, admin); by default one is started
  --json FILE              write the figures
  --stay                   leave the service up at the end, to look at cases and proposals
`;

const OPTIONS = {
  locomo: { type: "string" },
  "base-url": { type: "string" },
  "memory-model": { type: "string", default: "gpt-4.1-mini" },
  "answer-model": { type: "string", default: "gpt-4.1-mini" },
  "judge-model": { type: "string", default: "gpt-4.1" },
  model: { type: "string", default: "gpt-4.1" },
  "embedding-model": { type: "string", default: "text-embedding-3-small" },
  dimensions: { type: "string", default: "1536" },
  "usd-per-million": { type: "string", default: "2,8" },
  "usd-per-day": { type: "string", default: "50" },
  temperature: { type: "string", default: "0" },
  iterations: { type: "string", default: "3" },
  "held-out": { type: "string", default: "7" },
  "top-k": { type: "string", default: "10" },
  turns: { type: "string", default: "2" },
  concurrency: { type: "string", default: "4" },
  seed: { type: "string", default: "42" },
  attribution: { type: "string", default: "decisive" },
  service: { type: "string" },
  json: { type: "string" },
  stay: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

const FIRST_PORT = 8787;
const PERSON = {
  name: "Researcher",
  email: "reference@memtrace.example",
  password: "three-iterations",
};

type Values = ReturnType<typeof read>;
const read = () => readOptions(OPTIONS, HELP).values;

await runCommand(async () => {
  const values = read();
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (values.locomo === undefined || !existsSync(values.locomo)) {
    throw new UsageError(`--locomo: there is no ${values.locomo ?? "file"}.\n\n${HELP}`);
  }
  const conversations = readLocomo(values.locomo);
  const task = taskOf(values);
  if (conversations.length <= task.iterations) {
    throw new UsageError(
      `The file has ${conversations.length} conversations: with ${task.iterations} iterations none is held out.`,
    );
  }
  step("Building the SDK and the UI");
  await buildOutdated();
  const memory = mkdtempSync(join(tmpdir(), "memtrace-reference-"));
  Object.assign(process.env, { MEM0_TELEMETRY: "false", MEM0_DIR: memory });
  const service = await serviceOf(values);
  try {
    const { runReference } = await import("./run-reference.ts");
    const { ReferenceClient } = await import("./reference-client.ts");
    await new ReferenceClient(service.url, service.key).useModel(modelOf(values));
    const figures = await runReference({ ...task, service, conversations, say: step });
    console.log(`\n${figures.compared.sentence}\n\n${JSON.stringify(figures, null, 2)}`);
    if (values.json !== undefined) {
      writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
    }
    if (values.stay) await untilInterrupted();
    return 0;
  } finally {
    await service.stop();
    rmSync(memory, { recursive: true, force: true });
  }
});

function untilInterrupted(): Promise<unknown> {
  console.log("\nThe service stays up until you press Ctrl-C.");
  const keptUp = setInterval(() => undefined, 60_000);
  return once(process, "SIGINT").finally(() => clearInterval(keptUp));
}

function endpointOf(values: Values) {
  const key = process.env.OPENAI_API_KEY ?? "";
  if (key === "") throw new UsageError("Set OPENAI_API_KEY to the key of the endpoint.");
  const url = values["base-url"] ?? (process.env.OPENAI_BASE_URL || "https://api.openai.com/v1");
  return { url, key };
}

function taskOf(values: Values) {
  const { url: baseUrl, key: apiKey } = endpointOf(values);
  const temperature = values.temperature === "none" ? undefined : Number(values.temperature);
  if (temperature !== undefined && !(temperature >= 0 && temperature <= 2)) {
    throw new UsageError(`--temperature is ${values.temperature}; give a number up to 2, or none.`);
  }
  const settings = {
    ...{ baseUrl, apiKey, temperature },
    memoryModel: values["memory-model"],
    answerModel: values["answer-model"],
    judgeModel: values["judge-model"],
    embeddingModel: values["embedding-model"],
    dimensions: count("--dimensions", values.dimensions),
    topK: count("--top-k", values["top-k"]),
    turnsAtOnce: count("--turns", values.turns),
  };
  return {
    settings,
    iterations: count("--iterations", values.iterations),
    heldOut: count("--held-out", values["held-out"]),
    seed: count("--seed", values.seed),
    concurrency: count("--concurrency", values.concurrency),
    attribution: oneOf("--attribution", values.attribution, ["decisive", "response"] as const),
  };
}

function modelOf(values: Values) {
  const [usdPerMillionInput = 0, usdPerMillionOutput = 0] = values["usd-per-million"]
    .split(",")
    .map(Number);
  return {
    ...{ ...endpointOf(values), model: values.model },
    ...{ usdPerMillionInput, usdPerMillionOutput, usdPerDay: Number(values["usd-per-day"]) },
  };
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (Number.isInteger(number) && number > 0) return number;
  throw new UsageError(`${option} is ${text}; give a whole number from 1.`);
}

/** Connects to the service that was named, or starts a new one with a new project. */
async function serviceOf({ service }: Values) {
  if (service !== undefined) {
    const key = process.env.MEMTRACE_API_KEY ?? "";
    if (key === "") throw new UsageError("Set MEMTRACE_API_KEY to the key of the project.");
    return { url: service, key, stop: async () => undefined };
  }
  const port = await freePort(FIRST_PORT);
  const state = `.memtrace/reference-${port}`;
  rmSync(state, { recursive: true, force: true });
  const started = await startService({ state, port, watch: false });
  const api = new ApiClient(started.url);
  await api.signUp(PERSON);
  await api.createProject(await api.createOrganization("Reference", "reference"), "mem0 on LoCoMo");
  const { key } = await api.createKey("Reference", ["ingest", "read", "write", "admin"]);
  step(`The service runs at ${started.url}: ${PERSON.email}, ${PERSON.password}`);
  return { url: started.url, key, stop: () => started.stop() };
}
