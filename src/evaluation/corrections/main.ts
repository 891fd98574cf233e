/**
 * `npm run eval:corrections`: measures how well the service finds users' corrections without a
 * model.
 */
import { readOptions, runCommand, UserError } from "../../local/command-line.ts";
import { readInput } from "../../local/input-file.ts";
import { type ConversationScores, scoreConversations } from "./score-conversations.ts";
import { Dialogs, scoreDialogs } from "./score-dialogs.ts";

const DIALOGS = "tests/evaluation/corrections/held-out.json";
const HELP = `npm run eval:corrections -- [PATH…] [options]

Finds answers that a later message of the user corrects, and compares them with the expected corrections.
PATH is a file in the format of LoCoMo: its users correct no answer, so each opened case is false.

  --dialogs FILE  written dialogs with the expected corrections; by default ${DIALOGS}
  --json          print the figures as JSON
  --check         fail if precision is below 0.95, or more than 1 of 1,000 answers opens a case
                  in a conversation without corrections
  --help          print this`;

const LEAST_PRECISION = 0.95;
const MOST_FALSE_SHARE = 0.001;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      dialogs: { type: "string", default: DIALOGS },
      json: { type: "boolean", default: false },
      check: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const dialogs = scoreDialogs(Dialogs.parse(await read(values.dialogs)));
  const files: ConversationScores[] = [];
  for (const path of positionals) files.push(scoreConversations(await read(path)));
  const conversations = {
    answers: files.reduce((sum, { answers }) => sum + answers, 0),
    opened: files.flatMap(({ opened }) => opened),
  };
  if (values.json) console.log(JSON.stringify({ dialogs, conversations }));
  else print(dialogs, conversations);
  const falseShare = conversations.opened.length / Math.max(1, conversations.answers);
  const isHeld = dialogs.precision >= LEAST_PRECISION && falseShare <= MOST_FALSE_SHARE;
  return values.check && !isHeld ? 1 : 0;
});

async function read(path: string): Promise<unknown> {
  const file = await readInput(path);
  if ("refused" in file) throw new UserError(`${path}: ${file.refused}`);
  try {
    return JSON.parse(file.text.toString("utf8"));
  } catch (error) {
    throw new UserError(`${path}: ${error instanceof Error ? error.message : error}`);
  }
}

function print(dialogs: ReturnType<typeof scoreDialogs>, conversations: ConversationScores): void {
  const share = (value: number, { low, high }: { low: number; high: number }) =>
    `${value.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`;
  console.log(`dialogs: ${dialogs.dialogs}; the user corrects an answer in ${dialogs.corrected}`);
  console.log(`opened cases: ${dialogs.opened}; right: ${dialogs.right}`);
  console.log(`precision: ${share(dialogs.precision, dialogs.precisionInterval)}`);
  console.log(`found: ${share(dialogs.found, dialogs.foundInterval)}`);
  for (const [language, { corrected, opened, right }] of Object.entries(dialogs.byLanguage))
    console.log(`  ${language}: ${right} of ${corrected} found, ${opened - right} false`);
  for (const { id, opened } of dialogs.mistakes)
    console.log(`  mistake ${id}: ${opened === null ? "not opened" : `opened with “${opened}”`}`);
  console.log(
    `conversations: ${conversations.answers} answers, ${conversations.opened.length} opened cases`,
  );
  for (const { question, answer, message } of conversations.opened)
    console.log(`  ${question} | ${answer} | ${message}`);
}
