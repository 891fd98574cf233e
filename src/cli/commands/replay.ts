/**
 * `memtrace replay`: tests a verdict. It corrects the blamed operation's output and runs the later
 * steps again.
 */
import type { Replayable, RunOptions } from "../../../sdk/src/replay/replay.ts";
import { ProjectClient } from "../../local/client/project-client.ts";
import { UserError } from "../../local/command-line.ts";
import type { Replay, ReplayFacts, ReplayPlan } from "../../protocol/api/replays.ts";
import {
  type Command,
  commandOptions,
  EXIT,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  serviceOf,
  usageError,
} from "../command.ts";
import { type Exported, exportsOf, withOwnModule } from "../own-module.ts";
import { replayText } from "../text/replay-text.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  with: { type: "string" },
  value: { type: "string", multiple: true },
  model: { type: "boolean", default: false },
} as const;

export const replay: Command = {
  usage: "CASE --with MODULE [options]",
  summary: "prove a verdict: run the later steps again on this machine, with the error corrected",
  help: `Replaces the output of the decisive operation by the right value. Then runs only the later steps
again, in this process and on a copy of the memory, and reports whether the answer is then right.
MODULE exports the result of replayable() of @memtrace/sdk/replay, as replay or as its default export.
The steps run two times: without the correction and with it. Without the correction, the steps must
give the recorded wrong answer again.

  --with MODULE      the module of your app: a file that Node can load
  --value TEXT       the right output of the operation; repeat the option for several values. Default:
                     the output that follows from the evidence
  --model            let the project's model write the right output
${SERVICE_HELP}

The exit code is 0 if the replay proved or refuted the verdict. It is 1 if the replay decided nothing or
was refused. A replay is refused if it uses something outside its copy of the memory. The key needs the
scopes ingest, read and write.`,
  page: "replay",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("replay", OPTIONS, args);
    const id = onlyArgument("replay", "a case", positionals);
    if (values.with === undefined) throw usageError("replay", "Name the app's module: --with.");
    if (values.model && values.value !== undefined)
      throw usageError("replay", "Give --value or --model, not both.");
    const requests = serviceOf("replay", values, terminal);
    const api = new ProjectClient(requests);
    const module = { command: "replay", path: values.with, json: values.json };
    return withOwnModule(module, async (exported) => {
      const declared = replayableOf(exported, module.path);
      const plan = await api.replayPlan(id);
      const corrected = await correctionOf(api, plan, values);
      const apiKey = requests.headers().Authorization?.replace("Bearer ", "");
      const client = { url: requests.url, apiKey };
      const stored = await tried(api, id, () =>
        declared.run(plan, { ...corrected, client, isAlone: true }),
      );
      if (values.json) terminal.printJson(stored);
      else terminal.print(replayText(stored, plan, terminal));
      return stored.outcome === "inconclusive" ? EXIT.refused : EXIT.done;
    });
  },
};

function replayableOf(exported: Exported, path: string): Replayable {
  const found = [exported.replay, exported.default].find(isReplayable);
  if (found !== undefined) return found;
  throw usageError(
    "replay",
    `${path} has nothing to replay: it ${exportsOf(exported)}. Declare how your app is opened:

  import { replayable } from "@memtrace/sdk/replay";
  export const replay = replayable({ open: ({ memtrace, units }) => ({ ask: ({ text }) => …, … }) });`,
  );
}

function isReplayable(exported: unknown): exported is Replayable {
  return Reflect.get(Object(exported), "kind") === ("replayable" satisfies Replayable["kind"]);
}

async function correctionOf(
  api: ProjectClient,
  plan: ReplayPlan,
  { value, model }: { value?: string[] | undefined; model: boolean },
): Promise<Pick<RunOptions, "values" | "source">> {
  if (value !== undefined) return { values: value, source: "given" };
  // Ask no model if the case cannot be replayed: the correction would cost money for nothing.
  if (!model || plan.target === null || plan.needed.length > 0) return {};
  const { values } = await api.correction(plan.case);
  return { values, source: "model" };
}

async function tried(
  api: ProjectClient,
  id: string,
  run: () => Promise<ReplayFacts>,
): Promise<Replay> {
  const facts = await run().catch((error: unknown) => {
    if (error instanceof Error && error.name === "ReplayRefused")
      throw new UserError(`The replay was refused: ${error.message} Nothing was stored.`);
    throw error;
  });
  return api.addReplay(id, facts);
}
