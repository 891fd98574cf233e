/**
 * `memtrace dataset load`: stores a published benchmark's questions as a dataset of the project.
 */
import {
  type Command,
  commandOptions,
  EXIT,
  SERVICE_HELP,
  SERVICE_OPTIONS,
  serviceOf,
  usageError,
} from "../command.ts";

const OPTIONS = {
  ...SERVICE_OPTIONS,
  name: { type: "string" },
  check: { type: "boolean", default: false },
} as const;

export const dataset: Command = {
  usage: "load locomo|longmemeval FILE [options]",
  summary: "read a published benchmark, and store its questions as a dataset",
  help: `Reads a published benchmark file, plain or gzip: LoCoMo's locomo10.json, or LongMemEval's
longmemeval_oracle.json or longmemeval_s.json. The command stores the questions, with their
categories and evidence, as a dataset of the project. The conversations stay in the file:
runConversations of @memtrace/sdk/datasets feeds them to your agent. If you repeat the command, it
adds nothing twice.

  --check            read the file and print what it contains, but send nothing; needs no key
  --name NAME        name of the dataset; default: LoCoMo or LongMemEval, the names that
                     runConversations uses
${SERVICE_HELP}

The exit code is also 1 if the service refused a question. It is 2 if the file is damaged; the error
names the place of the damage. The key needs the scopes read and write.`,
  async run(args, terminal) {
    const { values, positionals } = commandOptions("dataset", OPTIONS, args);
    const [action, benchmark, file, more] = positionals;
    if (action !== "load") {
      const given = action === undefined ? "Say what to do" : `There is no ${action}`;
      throw usageError("dataset", `${given}: memtrace dataset load locomo|longmemeval FILE.`);
    }
    if (benchmark !== "locomo" && benchmark !== "longmemeval")
      throw usageError(
        "dataset",
        `${benchmark ?? "A benchmark"} is not known: give locomo or longmemeval.`,
      );
    if (file === undefined) throw usageError("dataset", "Name the file of the benchmark.");
    if (more !== undefined)
      throw usageError("dataset", `Unexpected argument ${more}: name one file.`);
    const requests = values.check ? undefined : serviceOf("dataset", values, terminal);
    // Load this module only now, because no other command needs it.
    const { checkBenchmark, loadBenchmark } = await import("./load-benchmark.ts");
    const given = { benchmark, file, name: values.name, json: values.json } as const;
    if (requests === undefined) return checkBenchmark(given, terminal);
    const isWhole = await loadBenchmark(given, requests, terminal);
    return isWhole ? EXIT.done : EXIT.refused;
  },
};
