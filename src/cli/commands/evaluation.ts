/** `memtrace eval`: measures on this machine how often attributions are right. */
import "../text/group-by.ts";
import type { EvaluationProgress } from "../../evaluation/evaluate.ts";
import { EVALUATION_OPTIONS, evaluationOptions, OPTIONS_HELP } from "../../evaluation/options.ts";
import { checkFolderOf, UserError } from "../../local/command-line.ts";
import { type Command, commandOptions, EXIT, usageError } from "../command.ts";
import { harmless, oneLine } from "../text/shown-text.ts";

export const evaluation: Command = {
  usage: "PATH… [options]",
  summary: "attribute labelled files on this machine, and score the verdicts",
  help: `Attributes every case of the files. If cases have labels, prints how often the verdicts are
right. PATH is a file in the format of MemTraceBench, plain or gzip, or a folder of such files at any
depth. The command needs no service and no key. The attribution reads the
question, the expected answer, the prediction and the evidence, but never a label.

${OPTIONS_HELP}
  --json                   print figures and verdicts as JSON, and nothing else, on stdout

The methods that ask a model also need the package openai.`,
  page: "attribution#how-good-it-is",
  async run(args, terminal) {
    const json = { type: "boolean", default: false } as const;
    const { values, positionals } = commandOptions("eval", { ...EVALUATION_OPTIONS, json }, args);
    if (positionals.length === 0) throw usageError("eval", "Name a file or a folder.");
    const options = evaluationOptions(values, positionals);
    checkFolderOf("--html", options.html);
    const progress: EvaluationProgress = {
      judged: ({ file, refused }, count, total) => {
        for (const why of refused) terminal.note(`${file}: ${oneLine(why)}`);
        terminal.progress(`${count} of ${total} files`);
      },
    };
    // Load the attributor only here: it is the largest part of the program.
    const { evaluate } = await import("../../evaluation/evaluate.ts");
    const command = `memtrace eval ${args.join(" ")}`;
    const evaluated = await evaluate(options, command, progress).catch(withoutPackage);
    if ("missing" in evaluated) throw new UserError(evaluated.missing);
    if (values.json) terminal.printJson(evaluated.json, 1);
    else terminal.print(harmless(evaluated.text));
    return evaluated.isEmpty ? EXIT.refused : EXIT.done;
  },
};

function withoutPackage(error: unknown): never {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ERR_MODULE_NOT_FOUND") throw error;
  throw new UserError("This method asks its model through the package openai: npm install openai");
}
