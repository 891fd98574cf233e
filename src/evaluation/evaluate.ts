/** Attributes the cases of graph files, and compares the verdicts with the labels. */
import { writeFileSync } from "node:fs";
import { UserError } from "../local/command-line.ts";
import { graphFiles } from "../local/graph-files.ts";
import { inParallel } from "./in-parallel.ts";
import { judgeFile } from "./judge-file.ts";
import type { JudgedFile } from "./judged-case.ts";
import { attributorOf, type Prepared } from "./methods.ts";
import type { EvaluationOptions } from "./options.ts";
import { figuresOf } from "./output/figures.ts";
import { htmlPage } from "./output/page.ts";
import { resultJson } from "./output/result.ts";
import { asText, type Section, sectionsOf } from "./output/table.ts";

export interface Evaluation {
  readonly text: string;
  readonly json: ReturnType<typeof resultJson>;
  /** True if the files contain no case. */
  readonly isEmpty: boolean;
}

export interface EvaluationProgress {
  judged(file: JudgedFile, count: number, total: number): void;
}

/** With these functions, a caller can change and extend the evaluation. */
export interface Extension {
  /**
   * Returns the attribution method to evaluate. If this function is missing, the method comes from
   * the options.
   */
  open?(): Promise<Prepared | { readonly missing: string }>;
  /** Further options. The JSON result lists them together with the options of the evaluation. */
  readonly asked?: Readonly<Record<string, unknown>>;
  /** Tables to print after the run. */
  sections?(): readonly Section[];
  judged?(files: readonly JudgedFile[]): void;
}

/**
 * Evaluates the files, and writes an HTML page if the options ask for it. Returns `missing` with
 * the reason if the method cannot run, for example without a model.
 * @param command the user's command line, which the page shows
 */
export async function evaluate(
  options: EvaluationOptions,
  command: string,
  progress: EvaluationProgress,
  extension: Extension = {},
): Promise<Evaluation | { readonly missing: string }> {
  const method = await (extension.open?.() ?? attributorOf(options, process.env));
  if ("missing" in method) return method;
  const paths = graphFiles(options.paths);
  const { parallel, memoryErrorsOnly } = options;
  const filesAtOnce = Math.max(1, Math.min(parallel, paths.length));
  const casesAtOnce = Math.max(1, Math.floor(parallel / filesAtOnce));
  let count = 0;
  const files = await inParallel(paths, filesAtOnce, async (path) => {
    const how = { casesAtOnce, memoryErrorsOnly };
    const judged = await judgeFile(path, options.variation, method.attributor, how);
    count += 1;
    progress.judged(judged, count, paths.length);
    return judged;
  });
  const figures = figuresOf(files);
  const sections = [...sectionsOf(figures), ...(extension.sections?.() ?? [])];
  const { html, ...asked } = options;
  if (html !== undefined) writePage(html, htmlPage(command, sections, files));
  extension.judged?.(files);
  const isEmpty = figures.cases === 0;
  const heading = `${figures.cases} cases of ${figures.files} files, ${figures.labelled} with a label`;
  return {
    text: isEmpty ? heading : `${heading}\n\n${asText(sections)}`,
    json: resultJson({ ...asked, ...extension.asked }, figures, files),
    isEmpty,
  };
}

function writePage(path: string, page: string): void {
  try {
    writeFileSync(path, page);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(`--html cannot be written: ${why}`);
  }
}
