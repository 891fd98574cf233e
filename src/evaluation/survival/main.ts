/**
 * `npm run eval:survival`: measures how well the service finds lost facts without knowing the
 * questions.
 */

import { readOptions, runCommand, UserError } from "../../local/command-line.ts";
import { graphFiles } from "../../local/graph-files.ts";
import { type FactScores, scoreFile } from "./score-facts.ts";

const HELP = `npm run eval:survival -- PATH… [options]

Follows every fact that the messages of labelled trace files state, and compares the losses with the
labels. No question, answer or label is used to find them.
PATH is a file in the format of MemTraceBench, or a folder of such files.

    recall     share of labelled extraction, update and deletion errors for which a lost fact of the
             evidence names the labelled operation
  precision  share of the lost facts that an answer needed for which the labelled operation is named.
             A fact that the memory kept (a labelled retrieval or response error) counts as wrong
  --json     print the figures as JSON
  --help     print this`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    { json: { type: "boolean", default: false }, help: { type: "boolean", default: false } },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  if (positionals.length === 0) throw new UserError(`Give a file or a folder.\n\n${HELP}`);
  const scores: FactScores[] = [];
  for (const path of graphFiles(positionals)) scores.push(await scoreFile(path));
  const total = (key: keyof FactScores) => scores.reduce((sum, each) => sum + each[key], 0);
  const [right, elsewhere, alarms] = [total("right"), total("elsewhere"), total("alarms")];
  const perMessage = scores
    .filter(({ messages }) => messages > 0)
    .map(({ milliseconds, messages }) => milliseconds / messages)
    .sort((a, b) => a - b);
  const figures = {
    ...{ files: scores.length, losses: total("losses"), found: total("found") },
    recall: total("found") / total("losses"),
    ...{ right, elsewhere, alarms, kept: total("kept") },
    precision: right / (right + elsewhere + alarms),
    millisecondsPerMessage: perMessage[Math.floor(perMessage.length / 2)] ?? null,
  };
  if (values.json) console.log(JSON.stringify(figures));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name}: ${shown(value)}`);
  return 0;
});

function shown(value: number | null): string {
  if (value === null || Number.isNaN(value)) return "–";
  return Number.isInteger(value) ? String(value) : value.toFixed(3);
}
