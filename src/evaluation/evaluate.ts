/** Attributes the cases of graph files and measures how often the verdicts are right. */
import { writeFileSync } from "node:fs";
import { UserError } from "../local/command-line.ts";
import { graphFiles } from "../local/graph-files.ts";
import { inParallel } from "./in-parallel.ts";
import { judgeFile } from "./judge-file.ts";
import type { JudgedFile } from "./judged-case.ts";
import { attributorOf } from "./methods.ts";
import type { EvaluationOptions } from "./options.ts";
import { figuresOf } from "./output/figures.ts";
import { htmlPage } from "./output/page.ts";
import { referenceResults } from "./output/reference-results.ts";
import { resultJson } from "./output/result.ts";
import { asText, paidSection, sectionsOf } from "./output/table.ts";

export interface Evaluation {
  readonly text: string;
  readonly json: ReturnType<typeof resultJson>;
  /** Whether the files contain no case. */
  readonly isEmpty: boolean;
}

export interface EvaluationProgress {
  judged(file: JudgedFile, count: number, total: number): void;
}

/**
 * Writes the HTML page and the reference's result file if requested. `missing`: what the method needs to run here.
 * @param command as typed; the page repeats it
 */
export async function evaluate(
  options: EvaluationOptions,
  command: string,
  progress: EvaluationProgress,
): Promise<Evaluation | { readonly missing: string }> {
  const method = await attributorOf(options, process.env);
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
  const paid = method.paid?.();
  const sections = [...sectionsOf(figures), ...(paid === undefined ? [] : [paidSection(paid)])];
  const { html, results, ...asked } = options;
  if (html !== undefined) write("--html", html, htmlPage(command, sections, files));
  if (results !== undefined) {
    const shaped = referenceResults(options.paths, files);
    write("--results", results, `${JSON.stringify(shaped, null, 2)}\n`);
  }
  const isEmpty = figures.cases === 0;
  const heading = `${figures.cases} cases of ${figures.files} files, ${figures.labelled} with a label`;
  return {
    text: isEmpty ? heading : `${heading}\n\n${asText(sections)}`,
    json: resultJson({ ...asked }, figures, files),
    isEmpty,
  };
}

function write(option: string, path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (error) {
    const why = error instanceof Error ? error.message : error;
    throw new UserError(`${option} cannot be written: ${why}`);
  }
}
