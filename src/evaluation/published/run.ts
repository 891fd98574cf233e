/**
 * Runs `evaluate` with the further features of `npm run eval`. Examples are cached answers of the
 * model, the published method, and results in the published format.
 */
import { writeFileSync } from "node:fs";
import { UserError } from "../../local/command-line.ts";
import { type EvaluationProgress, type Extension, evaluate } from "../evaluate.ts";
import type { JudgedFile } from "../judged-case.ts";
import { attributorOf, type Prepared } from "../methods.ts";
import { DiskCachedModel } from "../model/disk-cache.ts";
import { modelFromEnvironment } from "../model/model-from-environment.ts";
import { referenceResults } from "../output/reference-results.ts";
import { paidSection } from "../output/table.ts";
import { RedactedAttribution } from "../perturb/redact.ts";
import { byLabels } from "../reader/by-labels.ts";
import { readJudgedTexts } from "../reader/read-judged-texts.ts";
import { publishedMethod } from "./published-method.ts";
import type { RunOptions } from "./run-options.ts";

type Environment = Readonly<Record<string, string | undefined>>;

export function run(
  options: RunOptions,
  command: string,
  progress: EvaluationProgress,
  environment: Environment = process.env,
) {
  return evaluate(options.evaluation, command, progress, extensionOf(options, environment));
}

function extensionOf(options: RunOptions, environment: Environment): Extension {
  const { published, labels, cache, results, evaluation } = options;
  let kept: DiskCachedModel | undefined;
  let redacted: RedactedAttribution | undefined;
  return {
    asked: {
      ...published?.options,
      ...(published && { method: published.method }),
      ...(labels && { reader: "labels", judgedTexts: labels.judgedTexts }),
      cache,
      ...(options.redact && { redact: true }),
    },
    open: async () => {
      const method = await prepared(options, environment, (model) => {
        kept = model;
      });
      if ("missing" in method || !options.redact) return method;
      redacted = new RedactedAttribution(method.attributor);
      return { attributor: redacted.attribute };
    },
    sections: () => [
      ...(redacted?.sections() ?? []),
      ...(kept === undefined ? [] : [paidSection(kept.paid)]),
    ],
    judged: (files) => {
      if (results !== undefined) writeResults(results, evaluation.paths, files);
    },
  };
}

/** @param cached called with the caching model if a cache is used */
export async function prepared(
  { evaluation, published, labels, cache }: RunOptions,
  environment: Environment,
  cached: (model: DiskCachedModel) => void = () => {},
): Promise<Prepared | { readonly missing: string }> {
  if (labels !== undefined) {
    const { method, judgedTexts } = labels;
    return {
      attributor: byLabels(
        method,
        judgedTexts === undefined ? undefined : readJudgedTexts(judgedTexts),
      ),
    };
  }
  const open: typeof modelFromEnvironment = async (from) => {
    const opened = await modelFromEnvironment(from);
    if ("missing" in opened || cache === undefined) return opened;
    const model = new DiskCachedModel(opened.model, cache);
    cached(model);
    return { model };
  };
  if (published === undefined) return attributorOf(evaluation, environment, open);
  const opened = await open(environment);
  if ("missing" in opened) return opened;
  const { method, options } = published;
  if ((options.start === "dense" || options.start === "hybrid") && !opened.model.embed) {
    return {
      missing: `--start ${options.start} embeds the messages: set MEMTRACE_MODEL_EMBEDDINGS to an embedding model of the endpoint, or give --start sparse.`,
    };
  }
  return { attributor: publishedMethod(method, options, opened.model) };
}

function writeResults(file: string, paths: readonly string[], files: readonly JudgedFile[]): void {
  try {
    writeFileSync(file, `${JSON.stringify(referenceResults(paths, files), null, 2)}\n`);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(`--results cannot be written: ${why}`);
  }
}
