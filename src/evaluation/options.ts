import { oneOf, UsageError } from "../local/command-line.ts";
import type { Variation } from "./perturb/variation.ts";

export const METHODS = ["flow", "oracle", "agent", "hybrid"] as const;
export type Method = (typeof METHODS)[number];

/** The options of all methods. */
export const OPTIONS_HELP = `  --evidence given|found   use the evidence of the annotations, or search for it (given)
  --without-expected       leave out the expected answers and the evidence
  --method METHOD          flow (no model), oracle, agent or hybrid (flow). Variables for the model:
                           MEMTRACE_MODEL_URL, _KEY and _NAME; its dollars per million tokens:
                           _INPUT_PRICE and _OUTPUT_PRICE; the embedding model: _EMBEDDINGS
  --parallel N             cases at once (4 with a model, else 1)
  --memory-errors-only     leave out cases whose label is AnnotationError or JudgeError
  --rename                 replace names of operations, and all categories and classes
  --mislabel               give operations and links misleading categories
  --reword P               replace a share (0 to 1) of the words that operations wrote
  --keep-answer            with --reword: keep the words and times of the expected answers
  --nameless               give every version of a memory unit another name
  --perturb N              leave out N unrelated messages, one at a time, and count the verdicts
                           that change (0)
  --seed N                 seed for --rename, --reword, --nameless and --perturb (1)
  --html FILE              write the figures and verdicts as an HTML page`;

export interface EvaluationOptions {
  readonly paths: readonly string[];
  readonly method: Method;
  readonly variation: Variation;
  readonly parallel: number;
  readonly memoryErrorsOnly: boolean;
  readonly html: string | undefined;
}

export const EVALUATION_OPTIONS = {
  evidence: { type: "string", default: "given" },
  "without-expected": { type: "boolean", default: false },
  method: { type: "string", default: "flow" },
  rename: { type: "boolean", default: false },
  mislabel: { type: "boolean", default: false },
  reword: { type: "string", default: "0" },
  "keep-answer": { type: "boolean", default: false },
  nameless: { type: "boolean", default: false },
  perturb: { type: "string", default: "0" },
  seed: { type: "string", default: "1" },
  html: { type: "string" },
  parallel: { type: "string" },
  "memory-errors-only": { type: "boolean", default: false },
} as const;

export interface EvaluationGiven {
  readonly evidence: string;
  readonly "without-expected": boolean;
  readonly method: string;
  readonly rename: boolean;
  readonly mislabel: boolean;
  readonly reword: string;
  readonly "keep-answer": boolean;
  readonly nameless: boolean;
  readonly perturb: string;
  readonly seed: string;
  readonly html?: string | undefined;
  readonly parallel?: string | undefined;
  readonly "memory-errors-only": boolean;
}

const PARALLEL_WITH_MODEL = 4;

export function evaluationOptions(
  values: EvaluationGiven,
  paths: readonly string[],
): EvaluationOptions {
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
    throw new UsageError("--keep-answer changes what --reword does; give --reword too.");
  }
  const method = oneOf("--method", values.method, METHODS);
  const evidence = oneOf("--evidence", values.evidence, ["given", "found"] as const);
  const withoutExpected = values["without-expected"];
  return {
    paths,
    method,
    parallel: count("--parallel", values.parallel, method === "flow" ? 1 : PARALLEL_WITH_MODEL),
    memoryErrorsOnly: values["memory-errors-only"],
    variation: {
      evidence: withoutExpected ? "found" : evidence,
      withoutExpected,
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

export function count(option: string, given: string | undefined, usual: number): number {
  if (given === undefined) return usual;
  const number = Number(given);
  if (given.trim() === "" || !Number.isSafeInteger(number) || number < 1) {
    throw new UsageError(`${option} is ${given}; give a whole number, 1 or more.`);
  }
  return number;
}
