/**
 * `npm run demo:loop`: measures whether verdicts help to improve prompts. In the loop, the
 * optimiser uses the verdicts on wrong answers. In the baseline, it always blames the answering
 * prompt.
 */
import { rmSync, writeFileSync } from "node:fs";
import { buildOutdated } from "../build/build.ts";
import { endOnSignals } from "../build/process.ts";
import { checkFolderOf, readOptions, readPort, runCommand, UsageError } from "../command-line.ts";
import { step } from "../demo/demo-output.ts";
import { freePort, startService } from "../service.ts";
import { type ArmTask, runArm } from "./arm.ts";
import { connectArms } from "./connect-arms.ts";
import { type LoopFigures, loopFigures } from "./figures.ts";
import { printFigures } from "./loop-output.ts";
import { startScriptedServer } from "./scripted-server.ts";

const HELP = `Runs the loop from wrong answers to better prompts on this machine, without an account or a key.
An example agent with flawed prompts answers questions. In each of three rounds, its wrong answers
are attributed, and better prompts are proposed and accepted. Before and after, the agent answers
questions about conversations that the loop never saw. A baseline does the same, but blames the
answering prompt for every wrong answer. The model of the agent and of the optimiser is a script
that reads its prompts: no real model is called.

  npm run demo:loop -- [--json FILE] [--check] [--seeds 3] [--port 8787]

  --json FILE   write the figures
  --check       exit code 1 if the loop does not beat its baseline
  --seeds N     number of seeds, each with its own conversations, 1 to 10 (default 3)
  --port N      port of the service; the next free one is taken (default 8787)
`;

const ROUNDS = 3;
const CONVERSATIONS_PER_ROUND = 2;
const UNSEEN_CONVERSATIONS = 5;
const MAX_SEEDS = 10;

endOnSignals();
await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      json: { type: "string" },
      check: { type: "boolean", default: false },
      seeds: { type: "string", default: "3" },
      port: { type: "string", default: "8787" },
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
  checkFolderOf("--json", values.json);
  const figures = await closeLoop(seedsOf(values.seeds), readPort(values.port));
  printFigures(figures);
  if (values.json !== undefined)
    writeFileSync(values.json, `${JSON.stringify(figures, null, 2)}\n`);
  return values.check && !figures.ok ? 1 : 0;
});

function seedsOf(text: string): number[] {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > MAX_SEEDS) {
    throw new UsageError(`--seeds is ${text}; give a number from 1 to ${MAX_SEEDS}.`);
  }
  return Array.from({ length: count }, (_, index) => index + 1);
}

async function closeLoop(seeds: readonly number[], wantedPort: number): Promise<LoopFigures> {
  const started = performance.now();
  step("Building the SDK and the UI");
  await buildOutdated();
  step("Starting the Worker with local D1, Durable Objects and queues");
  const port = await freePort(wantedPort);
  const state = `.memtrace/demo-loop-${port}`;
  rmSync(state, { recursive: true, force: true });
  const service = await startService({ state, port, watch: false });
  const server = await startScriptedServer();
  try {
    const arms = await connectArms(service.url, server, tasksOf(seeds));
    step(`Running ${arms.length} loops of ${ROUNDS} rounds at once`);
    const done = await Promise.all(
      arms.map(async (arm) => {
        const result = await runArm(arm.tools, arm.task);
        const { seed, attribution } = arm.task;
        step(`Seed ${seed}, ${attribution}: done`);
        return { result, usage: arm.usage() };
      }),
    );
    return loopFigures(done, server.unanswered, (performance.now() - started) / 1_000);
  } finally {
    await service.stop();
    await server.close();
  }
}

function tasksOf(seeds: readonly number[]): ArmTask[] {
  return seeds.flatMap((seed) =>
    (["decisive", "response"] as const).map((attribution) => ({
      ...{ seed, attribution, rounds: ROUNDS },
      ...{
        conversationsPerRound: CONVERSATIONS_PER_ROUND,
        unseenConversations: UNSEEN_CONVERSATIONS,
      },
    })),
  );
}
