import { oneOf, UsageError } from "../local/command-line.ts";
import type { Variation } from "./perturb/variation.ts";
import {
  count,
  PUBLISHED_FLAGS,
  PUBLISHED_HELP,
  PUBLISHED_METHODS,
  type PublishedGiven,
  type PublishedOptions,
  publishedOptions,
} from "./published/published-options.ts";

const METHODS = ["flow", "oracle", "agent", "hybrid", ...PUBLISHED_METHODS] as const;
export type Method = (typeof METHODS)[number];
const READERS = ["model", "labels"] as const;
export type Reader = (typeof READERS)[number];

/** The options that all methods share. */
export const OPTIONS_HELP = `  --evidence given|found   hand over the evidence of the annotations, or let it be searched for
                           (given)
  --method METHOD          flow (no model), oracle, agent, hybrid, graph-search or log-search (flow);
                           all but flow ask the model of MEMTRACE_MODEL_URL, MEMTRACE_MODEL_KEY and
                           MEMTRACE_MODEL_NAME (dollars per million tokens: MEMTRACE_MODEL_INPUT_PRICE,
                           …_OUTPUT_PRICE; a model that embeds: MEMTRACE_MODEL_EMBEDDINGS).
                           graph-search and log-search are the published method: an agent that
                           starts without the tracer's findings and names an error of the memory
${PUBLISHED_HELP}
  --cache DIR              keep the model's answers in DIR; a run that broke off pays for none twice
  --parallel N             cases at once (4 with a model, else 1)
  --memory-errors-only     leave out cases whose label is AnnotationError or JudgeError
  --results FILE           write the verdicts in the shape of the reference's result files
  --reader model|labels    who answers the questions of oracle and hybrid: that model, or a script
                           that knows the labels, to measure the questions alone (model)
  --judged-texts FILE      with --reader labels: texts that people judged, one JSON object a line
                           with question, text and label ("yes" if the text answers the question)
  --rename                 replace every name, category and class, each occurrence on its own
  --mislabel               replace every category of an operation or link by a misleading one
  --reword P               replace the share P (0 to 1) of the words that operations wrote
  --keep-answer            with --reword: keep the words of the expected answers, and times
                           where one of them is a time
  --nameless               give every version of a memory unit a name of its own
  --perturb N              leave out N messages that have nothing to do with the cases of a file,
                           one at a time, and say how many verdicts change (0)
  --seed N                 of --rename, --reword, --nameless and --perturb (1)
  --html FILE              write a page`;

export const HELP = `npm run eval -- PATH… [options]

Attributes every case of the files and, where they are labelled, says how often that is right. A
label may name other causes that are right too: alt_types or also, and blame with the operations of
each type, in the annotation or, for a FOLDER, in FOLDER.json beside it.
PATH is a file in the format of MemTraceBench, plain or gzip, or a folder of them at any depth.
The attributor sees question, expected answer, prediction and evidence, never a label.

${OPTIONS_HELP}
  --json FILE              write figures and verdicts
  --help                   print this

Exit code: 0 when cases were judged, 1 when an option is wrong or there was no case, 2 when the
method cannot run here.`;

export interface EvaluationOptions {
  readonly paths: readonly string[];
  readonly method: Method;
  readonly reader: Reader;
  /** Empty for none. */
  readonly judgedTexts: string;
  readonly variation: Variation;
  /** Of the published method; undefined for another one. */
  readonly published?: PublishedOptions;
  /** Folder of the model's answers; undefined for none. */
  readonly cache?: string;
  readonly parallel: number;
  readonly memoryErrorsOnly: boolean;
  readonly results?: string;
  readonly html: string | undefined;
}

export const EVALUATION_OPTIONS = {
  evidence: { type: "string", default: "given" },
  method: { type: "string", default: "flow" },
  reader: { type: "string", default: "model" },
  "judged-texts": { type: "string", default: "" },
  rename: { type: "boolean", default: false },
  mislabel: { type: "boolean", default: false },
  reword: { type: "string", default: "0" },
  "keep-answer": { type: "boolean", default: false },
  nameless: { type: "boolean", default: false },
  perturb: { type: "string", default: "0" },
  seed: { type: "string", default: "1" },
  html: { type: "string" },
  ...PUBLISHED_FLAGS,
  cache: { type: "string" },
  parallel: { type: "string" },
  "memory-errors-only": { type: "boolean", default: false },
  results: { type: "string" },
} as const;

interface Given extends PublishedGiven {
  readonly evidence: string;
  readonly method: string;
  readonly reader: string;
  readonly "judged-texts": string;
  readonly rename: boolean;
  readonly mislabel: boolean;
  readonly reword: string;
  readonly "keep-answer": boolean;
  readonly nameless: boolean;
  readonly perturb: string;
  readonly seed: string;
  readonly html?: string | undefined;
  readonly cache?: string | undefined;
  readonly parallel?: string | undefined;
  readonly "memory-errors-only": boolean;
  readonly results?: string | undefined;
}

/** As many cases at once as the published method runs. */
const PARALLEL_WITH_MODEL = 4;

export function evaluationOptions(values: Given, paths: readonly string[]): EvaluationOptions {
  const reword = Number(values.reword);
  if (values.reword.trim() === "" || !(reword >= 0 && reword <= 1)) {
    throw new UsageError(`--reword is ${values.reword}; give a share from 0 to 1.`);
  }
  const perturb = Number(values.perturb);
  if (values.perturb.trim() === "" || !(Number.isSafeInteger(perturb) && perturb >= 0)) {
    throw new UsageError(`--perturb is ${values.perturb}; give a whole number, 0 or more.`);
  }
  const seed = Number(values.seed);
  if (values.seed.trim() === "" || !Number.isSafeInteger(seed)) {
    throw new UsageError(`--seed is ${values.seed}; give a whole number.`);
  }
  if (values["keep-answer"] && reword === 0) {
    throw new UsageError("--keep-answer says what --reword keeps; give --reword too.");
  }
  const method = oneOf("--method", values.method, METHODS);
  const reader = oneOf("--reader", values.reader, READERS);
  if (reader === "labels" && method !== "oracle" && method !== "hybrid") {
    throw new UsageError("--reader labels answers the oracle; give --method oracle or hybrid.");
  }
  if (values["judged-texts"] !== "" && reader !== "labels") {
    throw new UsageError("--judged-texts is for --reader labels; give that too.");
  }
  const evidence = oneOf("--evidence", values.evidence, ["given", "found"] as const);
  const published = publishedOptions(method, values, evidence);
  const asksModel = method !== "flow" && reader === "model";
  if (values.cache !== undefined && !asksModel) {
    throw new UsageError("--cache keeps a model's answers; give a --method that asks one.");
  }
  return {
    paths,
    ...{ method, reader, judgedTexts: values["judged-texts"] },
    ...(published === undefined ? {} : { published }),
    ...(values.cache === undefined ? {} : { cache: values.cache }),
    parallel: count("--parallel", values.parallel, asksModel ? PARALLEL_WITH_MODEL : 1),
    memoryErrorsOnly: values["memory-errors-only"],
    ...(values.results === undefined ? {} : { results: values.results }),
    variation: {
      evidence,
      rename: values.rename,
      mislabel: values.mislabel,
      reword,
      keepAnswer: values["keep-answer"],
      nameless: values.nameless,
      perturb,
      seed,
    },
    html: values.html,
  };
}
