/**
 * `memtrace experiment`: sends a dataset's questions to the user's pipeline, and counts right
 * answers.
 */
import type {
  ExperimentOptions,
  Experiment as Ran,
} from "../../../sdk/src/experiments/experiment.ts";
import { ProjectClient } from "../../local/client/project-client.ts";
import { RefusedRequest, UnreachableService } from "../../local/client/requests.ts";
import type { ItemRejection } from "../../protocol/api/experiments.ts";
import {
  type Command,
  commandOptions,
  countOf,
  EXIT,
  onlyArgument,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  serviceOf,
  usageError,
} from "../command.ts";
import type { GivenDataset } from "../dataset-choice.ts";
import { type Exported, exportsOf, withOwnModule } from "../own-module.ts";
import type { Terminal } from "../terminal.ts";
import { comparisonText, experimentText } from "../text/experiment-text.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  dataset: { type: "string" },
  name: { type: "string" },
  against: { type: "string" },
  "fail-under": { type: "string" },
  concurrency: { type: "string" },
  resume: { type: "string" },
} as const;

const SHOWN_ROWS = 10;

export const experiment: Command = {
  usage: "MODULE [options]",
  summary: "ask a pipeline the questions of a dataset, and compare with an earlier experiment",
  help: `Runs the pipeline of MODULE on this machine, stores the answer to each question, and reports the
share of right answers. MODULE's default export contains the options of experiment() of
@memtrace/sdk/experiment: { run, judge, memtrace, dataset, … }; only run is required.

  --dataset DATASET  id or name of a dataset, or a file of questions: .ndjson, .json or .csv, plain or
                     gzip. If a dataset's name looks like a file name, use the dataset's id
  --name NAME        name of the experiment, such as the change that you test
  --against ID       compare the result with this earlier experiment
  --fail-under SHARE exit with 1 if the share of right answers is lower than SHARE, such as 0.8.
                     A question that ended in an error counts as not right
  --concurrency N    how many questions run in parallel; default: 4
  --resume ID        continue an interrupted experiment
${SERVICE_HELP}

The exit code is also 1 if the service refused an item of the file. Without --fail-under, it is also 1
if a question ended in an error. The key needs the scopes read and write, and the scope ingest if the
pipeline is traced.`,
  page: "experiments",
  async run(args, terminal) {
    const { values, positionals } = commandOptions("experiment", OPTIONS, args);
    const path = onlyArgument("experiment", "the module of the pipeline", positionals);
    const least = leastShare(values["fail-under"]);
    const concurrency =
      values.concurrency === undefined
        ? {}
        : { concurrency: countOf("experiment", "--concurrency", values.concurrency) };
    if (values.resume !== undefined && values.dataset !== undefined) {
      throw usageError(
        "experiment",
        "--resume uses the dataset of the interrupted experiment: leave out --dataset.",
      );
    }
    const requests = serviceOf("experiment", values, terminal);
    const api = new ProjectClient(requests);
    // Load this module only now, because no other command needs it.
    const { givenDataset } = await import("../dataset-choice.ts");
    const given = values.dataset ? await givenDataset(values.dataset) : undefined;
    return withOwnModule({ command: "experiment", path, json: values.json }, async (exported) => {
      const pipeline = pipelineOf(exported, path);
      // Check the ids before the experiment, which costs time and money.
      for (const id of [values.against, values.resume]) {
        if (id !== undefined) await api.experiment(id);
      }
      const { dataset, rejected } =
        values.resume === undefined
          ? await datasetFor(pipeline, given, api, terminal)
          : { dataset: "", rejected: [] };
      const ran = await runPipeline(
        {
          ...{ ...pipeline, dataset, ...concurrency, url: requests.url },
          ...{ name: values.name ?? pipeline.name, resume: values.resume },
          apiKey: requests.headers().Authorization?.replace("Bearer ", ""),
        },
        terminal,
      );
      await tell({ ran, rejected, against: values.against, json: values.json }, api, terminal);
      const isEnough = isRightEnough(ran, least, terminal);
      return isEnough && rejected.length === 0 ? EXIT.done : EXIT.refused;
    });
  },
};

/**
 * Returns the dataset of the experiment. `--dataset` has priority over the dataset in the user's
 * module. Only `--dataset` can name a file, because the SDK runs the same module and cannot read
 * such files.
 */
async function datasetFor(
  { dataset }: ExperimentOptions,
  given: GivenDataset | undefined,
  api: ProjectClient,
  terminal: Terminal,
): Promise<Pick<ExperimentOptions, "dataset"> & Pick<Told, "rejected">> {
  const { chosenDataset, storedDataset } = await import("../dataset-choice.ts");
  if (given !== undefined) return chosenDataset(given, api, terminal);
  if (typeof dataset !== "string") return { dataset, rejected: [] };
  if (dataset !== "") return storedDataset(dataset, api);
  throw usageError("experiment", "Name a dataset with --dataset, or set dataset in your module.");
}

interface Told {
  readonly ran: Ran;
  readonly rejected: readonly ItemRejection[];
  readonly against: string | undefined;
  readonly json: boolean;
}

async function tell(
  { ran, rejected, against, json }: Told,
  api: ProjectClient,
  terminal: Terminal,
): Promise<void> {
  const comparison = against === undefined ? null : await api.compareExperiments(ran.id, against);
  if (json) {
    terminal.printJson({ experiment: ran, comparison, rejected });
    return;
  }
  const failed = await api.experimentResults(ran.id, { outcome: "failed" }, SHOWN_ROWS);
  terminal.print(experimentText(ran, failed, terminal));
  if (comparison !== null) terminal.print(`\n${comparisonText(comparison, terminal)}`);
}

function leastShare(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const share = Number(given);
  if (given.trim() !== "" && share >= 0 && share <= 1) return share;
  throw usageError(
    "experiment",
    `--fail-under is ${given}; give a share from 0 to 1, such as 0.8.`,
  );
}

function isRightEnough({ figures }: Ran, least: number | undefined, terminal: Terminal): boolean {
  if (least === undefined) return figures.failed === 0;
  if (figures.share !== null && figures.share >= least) return true;
  const share =
    figures.share === null
      ? "No answer could be judged"
      : `The share of right answers is ${figures.share.toFixed(3)}`;
  terminal.note(`${share}: less than --fail-under ${least}.`);
  return false;
}

function pipelineOf(exported: Exported, path: string): ExperimentOptions {
  const options: Partial<ExperimentOptions> = Object(exported.default);
  const { run, dataset = "", ...further } = options;
  if (typeof run === "function") return { ...further, run, dataset };
  throw usageError(
    "experiment",
    `${path} has no pipeline: it ${exportsOf(exported)}. Write:

  export default { run: async ({ question }) => answer };`,
  );
}

async function runPipeline(options: ExperimentOptions, terminal: Terminal): Promise<Ran> {
  const { experiment: run, ServiceError } = await import(
    "../../../sdk/src/experiments/experiment.ts"
  );
  let begun: string | undefined;
  const interrupted = (code: number) => {
    if (begun !== undefined && code === EXIT.interrupted) terminal.note(goesOn(begun));
  };
  process.once("exit", interrupted);
  try {
    return await run({
      ...options,
      onProgress: ({ id, done, total }) => {
        if (begun === undefined) terminal.note(`Experiment ${id} is running.`);
        begun = id;
        terminal.progress(`${done} of ${total} questions`);
      },
    });
  } catch (error) {
    if (begun !== undefined) terminal.note(goesOn(begun));
    if (!(error instanceof ServiceError)) throw error;
    if (error.status === 0) throw new UnreachableService(error.message);
    throw new RefusedRequest("experiment", error.status, error.message);
  } finally {
    process.off("exit", interrupted);
  }
}

const goesOn = (id: string) => `To continue, run the command again with --resume ${id}.`;
