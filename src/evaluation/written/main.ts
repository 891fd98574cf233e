/** `npm run eval:written`: measures the verdicts on hand-written cases. */
import { basename } from "node:path";
import { readOptions, runCommand, UserError } from "../../local/command-line.ts";
import { judgeWritten, scoresOf, type WrittenVerdict } from "./score-written.ts";
import { readWritten } from "./written-case.ts";

const HELP = `npm run eval:written -- FILE… [options]

Attributes hand-written cases, once with the evidence that each case names, and once with evidence
that the tracer searches. Prints how many verdicts name an accepted error type and operation.
FILE is a file such as tests/evaluation/written/personal.json.

  --wrong      also print each wrong verdict
  --json       print the figures as JSON
  --help       print this`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      wrong: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (positionals.length === 0) throw new UserError(`Name at least one FILE.\n\n${HELP}`);
  const figures: Record<string, unknown> = {};
  for (const path of positionals) {
    const cases = await readWritten(path);
    const given = cases.map((each) => judgeWritten(each, "given"));
    const found = cases.map((each) => judgeWritten(each, "found"));
    figures[path] = { given: scoresOf(given), found: scoresOf(found) };
    if (values.json) continue;
    console.log(`${basename(path)}: ${cases.length} cases`);
    print("evidence given", given);
    print("evidence found", found);
    if (values.wrong) for (const verdict of [...given, ...found]) printWrong(verdict);
  }
  if (values.json) console.log(JSON.stringify(figures));
  return 0;
});

function print(evidence: string, verdicts: readonly WrittenVerdict[]): void {
  const { cases, right, sure, sureRight } = scoresOf(verdicts);
  const share = (part: number, whole: number) =>
    `${((100 * part) / Math.max(1, whole)).toFixed(1)}%`;
  console.log(
    `  ${evidence}: ${share(right, cases)} right; confidence 0.9 or higher: ${sure} verdicts, ${share(sureRight, sure)} of them right`,
  );
}

function printWrong({ id, evidence, attribution, isRight }: WrittenVerdict): void {
  if (isRight) return;
  const { errorType, op, confidence, reason } = attribution;
  console.log(`  ${id} (${evidence}): ${errorType ?? "undecided"} ${op ?? ""} ${confidence ?? ""}`);
  console.log(`    ${reason}`);
}
