/** Parses the options of `npm run eval`. */
import { oneOf, UsageError } from "../../local/command-line.ts";
import {
  EVALUATION_OPTIONS,
  type EvaluationGiven,
  type EvaluationOptions,
  evaluationOptions,
  METHODS,
  OPTIONS_HELP,
} from "../options.ts";
import {
  PUBLISHED_FLAGS,
  PUBLISHED_HELP,
  PUBLISHED_METHODS,
  type PublishedGiven,
  type PublishedMethod,
  type PublishedOptions,
  publishedOptions,
} from "./published-options.ts";

export const HELP = `npm run eval -- PATH… [options]

Attributes every case of the files. If cases have labels, prints how often the verdicts are right.
A label may name other causes that count as right too: alt_types or also, and blame with the
operations of each type. They are in the annotation, or for a FOLDER in FOLDER.json beside it.
PATH is a file in the format of MemTraceBench, plain or gzip, or a folder of them at any depth.
The attributor sees question, expected answer, prediction and evidence, never a label.

${OPTIONS_HELP}
${PUBLISHED_HELP}
  --reader model|labels    who answers the questions of oracle and hybrid: that model, or a script
                           that knows the labels, to measure the questions alone (model)
  --judged-texts FILE      with --reader labels: texts that people judged, one JSON object a line
                           with question, text and label ("yes" if the text answers the question)
  --redact                 also attribute each trace as redaction would store it, with redacted names
                           of persons. The figures are of these verdicts; a table shows how many of
                           them agree with the verdicts on the plain trace
  --cache DIR              keep the model's answers in DIR, so no run pays for an answer again
  --results FILE           write the verdicts in the format of the reference's result files
  --json FILE              write figures and verdicts
  --help                   print this

Exit code: 0 if cases were attributed, 1 if an option is wrong or there was no case, 2 if the method
cannot run here.`;

export const RUN_FLAGS = {
  ...EVALUATION_OPTIONS,
  ...PUBLISHED_FLAGS,
  reader: { type: "string", default: "model" },
  "judged-texts": { type: "string" },
  redact: { type: "boolean", default: false },
  cache: { type: "string" },
  results: { type: "string" },
} as const;

interface Given extends EvaluationGiven, PublishedGiven {
  readonly reader: string;
  readonly redact?: boolean;
  readonly "judged-texts"?: string | undefined;
  readonly cache?: string | undefined;
  readonly results?: string | undefined;
}

export interface RunOptions {
  readonly evaluation: EvaluationOptions;
  /** Defined only for the published method. */
  readonly published?: { readonly method: PublishedMethod; readonly options: PublishedOptions };
  /**
   * Defined if the oracle gets its answers from the cases' labels instead of a model. `judgedTexts`
   * is the path of a file with people's judgements of texts.
   */
  readonly labels?: { readonly method: "oracle" | "hybrid"; readonly judgedTexts?: string };
  /** If true, attributes each case on a redacted trace too, and compares the verdicts. */
  readonly redact?: true;
  /** Folder for cached model answers; undefined to cache nothing. */
  readonly cache?: string;
  readonly results?: string;
}

export function runOptions(values: Given, paths: readonly string[]): RunOptions {
  const named = oneOf("--method", values.method, [...METHODS, ...PUBLISHED_METHODS]);
  const method = PUBLISHED_METHODS.find((name) => name === named);
  // Check the options as for the method `agent`: the published method also needs a model.
  const shared = method === undefined ? values : { ...values, method: "agent" };
  const labels = labelReader(values);
  // Labels answer immediately, so parallel cases would not save time.
  const parallel = values.parallel ?? (labels === undefined ? undefined : "1");
  const evaluation = evaluationOptions({ ...shared, parallel }, paths);
  const options = publishedOptions(method, values, evaluation.variation.evidence);
  const { cache, results } = values;
  if (cache !== undefined && (evaluation.method === "flow" || labels !== undefined)) {
    throw new UsageError("--cache keeps a model's answers; give a --method that asks a model.");
  }
  return {
    evaluation,
    ...(values.redact ? { redact: true as const } : {}),
    ...(method === undefined || options === undefined ? {} : { published: { method, options } }),
    ...(labels === undefined ? {} : { labels }),
    ...(cache === undefined ? {} : { cache }),
    ...(results === undefined ? {} : { results }),
  };
}

function labelReader({ method, reader, "judged-texts": judgedTexts }: Given): RunOptions["labels"] {
  if (oneOf("--reader", reader, ["model", "labels"] as const) === "model") {
    if (judgedTexts === undefined) return undefined;
    throw new UsageError("--judged-texts is for --reader labels; give that too.");
  }
  if (method !== "oracle" && method !== "hybrid") {
    throw new UsageError("--reader labels answers the oracle; give --method oracle or hybrid.");
  }
  return { method, ...(judgedTexts === undefined ? {} : { judgedTexts }) };
}
