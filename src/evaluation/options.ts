import { readOptions, UserError } from "../local/command-line.ts";
import type { Variation } from "./judge-file.ts";
import { METHODS, type Method } from "./methods.ts";

export const HELP = `npm run eval -- PATH… [options]

Attributes every case of the files and, where they are labelled, says how often that is right.
PATH is a file in the format of MemTraceBench, plain or gzip, or a folder of them at any depth.
The attributor sees question, expected answer, prediction and evidence, never a label.

  --evidence given|found   hand over the evidence of the annotations, or let it be searched for
                           (given)
  --method METHOD          flow (no model), oracle, agent or hybrid (flow); the last three ask the
                           model of MEMTRACE_MODEL_URL, MEMTRACE_MODEL_KEY and MEMTRACE_MODEL_NAME
                           (dollars per million tokens: MEMTRACE_MODEL_INPUT_PRICE, …_OUTPUT_PRICE;
                           a model that embeds: MEMTRACE_MODEL_EMBEDDINGS)
  --rename                 replace every name, category and class, each occurrence on its own
  --reword P               replace the share P (0 to 1) of the words that operations wrote
  --keep-answer            with --reword: keep the words of the expected answers, and times
                           where one of them is a time
  --seed N                 of --rename and --reword (1)
  --json FILE              write figures and verdicts
  --html FILE              write a page
  --help                   print this

Exit code: 0 when all was judged, 1 when an option or every file is wrong, 2 when the method
cannot run here.`;

export interface EvaluationOptions {
  readonly paths: readonly string[];
  readonly method: Method;
  readonly variation: Variation;
  readonly json: string | undefined;
  readonly html: string | undefined;
}

/** The options; undefined where the help was asked for. */
export function evaluationOptions(): EvaluationOptions | undefined {
  const { values, positionals } = readOptions(
    {
      evidence: { type: "string", default: "given" },
      method: { type: "string", default: "flow" },
      rename: { type: "boolean", default: false },
      reword: { type: "string", default: "0" },
      "keep-answer": { type: "boolean", default: false },
      seed: { type: "string", default: "1" },
      json: { type: "string" },
      html: { type: "string" },
      help: { type: "boolean", default: false },
    },
    HELP,
  );
  if (values.help) return undefined;
  if (positionals.length === 0) throw new UserError(`Give a file or a folder.\n\n${HELP}`);
  const reword = Number(values.reword);
  if (values.reword.trim() === "" || !(reword >= 0 && reword <= 1)) {
    throw new UserError(`--reword is ${values.reword}; give a share from 0 to 1.`);
  }
  const seed = Number(values.seed);
  if (values.seed.trim() === "" || !Number.isSafeInteger(seed)) {
    throw new UserError(`--seed is ${values.seed}; give a whole number.`);
  }
  if (values["keep-answer"] && reword === 0) {
    throw new UserError("--keep-answer says what --reword keeps; give --reword too.");
  }
  return {
    paths: positionals,
    method: oneOf("--method", values.method, METHODS),
    variation: {
      evidence: oneOf("--evidence", values.evidence, ["given", "found"] as const),
      rename: values.rename,
      reword,
      keepAnswer: values["keep-answer"],
      seed,
    },
    json: values.json,
    html: values.html,
  };
}

function oneOf<T extends string>(option: string, given: string, known: readonly T[]): T {
  const found = known.find((value) => value === given);
  if (found === undefined) {
    throw new UserError(`${option} is ${given}; give one of ${known.join(", ")}.`);
  }
  return found;
}
