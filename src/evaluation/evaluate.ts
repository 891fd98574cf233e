/** Attributes the cases of graph files and measures how often the verdicts are right. */
import { writeFileSync } from "node:fs";
import { UserError } from "../local/command-line.ts";
import { graphFiles } from "../local/graph-files.ts";
import { judgeFile } from "./judge-file.ts";
import type { JudgedFile } from "./judged-case.ts";
import { attributorOf } from "./methods.ts";
import type { EvaluationOptions } from "./options.ts";
import { figuresOf } from "./output/figures.ts";
import { htmlPage } from "./output/page.ts";
import { resultJson } from "./output/result.ts";
import { asText, sectionsOf } from "./output/table.ts";

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
 * Writes the HTML page if requested. `missing`: what the method needs to run here.
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
  const files: JudgedFile[] = [];
  for (const path of paths) {
    const judged = await judgeFile(path, options.variation, method.attributor);
    files.push(judged);
    progress.judged(judged, files.length, paths.length);
  }
  const figures = figuresOf(files);
  const sections = sectionsOf(figures);
  const { html, ...asked } = options;
  if (html !== undefined) writePage(html, htmlPage(command, sections, files));
  const isEmpty = figures.cases === 0;
  const heading = `${figures.cases} cases of ${figures.files} files, ${figures.labelled} with a label`;
  return {
    text: isEmpty ? heading : `${heading}\n\n${asText(sections)}`,
    json: resultJson({ ...asked }, figures, files),
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
