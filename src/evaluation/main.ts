/** `npm run eval`: how often attributions are right. */
import { writeFileSync } from "node:fs";
import { runCommand } from "../local/command-line.ts";
import { graphFiles } from "../local/graph-files.ts";
import { figuresOf } from "./figures.ts";
import { judgeFile } from "./judge-file.ts";
import type { JudgedFile } from "./judged-case.ts";
import { attributorOf } from "./methods.ts";
import { evaluationOptions, HELP } from "./options.ts";
import { pageOf } from "./page.ts";
import { resultJson } from "./result.ts";
import { asText, sectionsOf } from "./table.ts";

await runCommand(async () => {
  const options = evaluationOptions();
  if (options === undefined) {
    console.log(HELP);
    return 0;
  }
  const method = attributorOf(options.method, process.env);
  if ("missing" in method) {
    console.error(method.missing);
    return 2;
  }
  const paths = graphFiles(options.paths);
  const files: JudgedFile[] = [];
  for (const [index, path] of paths.entries()) {
    const judged = await judgeFile(path, options.variation, method.attributor);
    files.push(judged);
    showProgress(index + 1, paths.length, judged);
  }
  const figures = figuresOf(files);
  const sections = sectionsOf(figures);
  const { json, html, ...asked } = options;
  if (json !== undefined) {
    writeFileSync(json, `${JSON.stringify(resultJson({ ...asked }, figures, files), null, 1)}\n`);
  }
  const command = `npm run eval -- ${process.argv.slice(2).join(" ")}`;
  if (html !== undefined) writeFileSync(html, pageOf(command, sections, files));
  console.log(
    `${figures.cases} cases of ${figures.files} files, ${figures.labelled} with a label\n\n${asText(sections)}`,
  );
  return files.every((file) => file.refused.length > 0 && file.cases.length === 0) ? 1 : 0;
});

/** One line that is rewritten in a terminal; a line for each tenth of the files elsewhere. */
function showProgress(done: number, total: number, { file, refused }: JudgedFile): void {
  for (const why of refused) process.stderr.write(`${file}: ${why}\n`);
  if (process.stderr.isTTY) {
    process.stderr.write(`\r${done}/${total} files${done === total ? "\n" : ""}`);
  } else if (
    done === total ||
    Math.floor((10 * done) / total) > Math.floor((10 * (done - 1)) / total)
  ) {
    process.stderr.write(`${done}/${total} files\n`);
  }
}
