/** `npm run eval`: measures how often attributions are right. */
import { writeFileSync } from "node:fs";
import { checkFolderOf, readOptions, runCommand, UserError } from "../local/command-line.ts";
import type { JudgedFile } from "./judged-case.ts";
import { run } from "./published/run.ts";
import { HELP, RUN_FLAGS, runOptions } from "./published/run-options.ts";

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      ...RUN_FLAGS,
      json: { type: "string" },
      help: { type: "boolean", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (positionals.length === 0) throw new UserError(`Give a file or a folder.\n\n${HELP}`);
  const options = runOptions(values, positionals);
  checkFolderOf("--results", options.results);
  const command = `npm run eval -- ${process.argv.slice(2).join(" ")}`;
  const evaluated = await run(options, command, { judged: showProgress });
  if ("missing" in evaluated) {
    console.error(evaluated.missing);
    return 2;
  }
  if (values.json !== undefined) {
    writeFileSync(values.json, `${JSON.stringify(evaluated.json, null, 1)}\n`);
  }
  console.log(evaluated.text);
  return evaluated.isEmpty ? 1 : 0;
});

/**
 * In a terminal, shows the progress in one line, which each call overwrites. In other outputs, such
 * as a file, writes a line only after each tenth of the files.
 */
function showProgress({ file, refused }: JudgedFile, done: number, total: number): void {
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
