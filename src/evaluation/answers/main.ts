/**
 * `npm run eval:answers`: compares people's judgements of texts with the judgements that the
 * service makes without a model.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { readOptions, runCommand, UserError } from "../../local/command-line.ts";
import { atThreshold, FALSE_SHARES, figuresOf, fitted, medianMs } from "./figures.ts";
import { type JudgedText, judgedAnswers, judgedUnits } from "./judged-texts.ts";

const HELP = `npm run eval:answers -- [FOLDER] [options]

Measures how well the service decides two things without a language model, on texts that people judged:
  answers.jsonl         whether an answer states the expected one
                        (question, gold, answer, right, system)
  answerability.jsonl   whether a memory unit lets its reader give the expected answer
                        (question, answer, text, label, system, conv)
FOLDER holds one of the files or both; without it, the folder real two folders above TRACEBENCH_DIR.
For each, prints figures for the shipped weights, and for weights that were fitted without the
judged questions or without the judged system.

  --fit       print the weights and thresholds of src/attribution/answers/answer-models.ts
  --misread N print the N texts of each kind with the largest errors (0)
  --help      print this`;

await runCommand(async () => {
  const { values, positionals } = readOptions(
    {
      fit: { type: "boolean", default: false },
      misread: { type: "string", default: "0" },
      help: { type: "boolean", default: false },
    },
    HELP,
  );
  if (values.help) {
    console.log(HELP);
    return 0;
  }
  const folder = positionals[0] ?? defaultFolder();
  const kinds = [
    { name: "ANSWER", file: join(folder, "answers.jsonl"), read: judgedAnswers },
    { name: "UNIT", file: join(folder, "answerability.jsonl"), read: judgedUnits },
  ].filter(({ file }) => existsSync(file));
  if (kinds.length === 0)
    throw new UserError(`${folder}: no answers.jsonl or answerability.jsonl.\n\n${HELP}`);
  for (const { name, file, read } of kinds) {
    const texts = read(file);
    console.log(table(file, texts));
    for (const text of misread(texts, Number(values.misread)))
      console.log(
        `${text.isTrue ? "missed" : "taken"} ${text.probability.toFixed(2)} ${text.shown}`,
      );
    if (values.fit) console.log(weights(name, texts));
  }
  return 0;
});

function defaultFolder(): string {
  const traces = process.env.TRACEBENCH_DIR;
  if (traces === undefined) throw new UserError(`Give a folder.\n\n${HELP}`);
  return resolve(traces, "../../real");
}

function table(file: string, texts: readonly JudgedText[]): string {
  const percent = (share: number) => `${(100 * share).toFixed(1)}%`.padStart(7);
  const { right, wrong } = atThreshold(texts);
  const head = `${"".padEnd(30)}  texts    AUC ${FALSE_SHARES.map((share) => `@${100 * share}%`.padStart(7)).join("")}`;
  const lines = figuresOf(texts).map(
    ({ name, texts: count, area, recall }) =>
      `${name.padEnd(30)} ${String(count).padStart(6)}  ${area.toFixed(3)} ${recall.map(percent).join("")}`,
  );
  return [
    `${file}: share of true texts accepted if 1%, 2% or 5% of the false texts are accepted too`,
    head,
    ...lines,
    `the shipped threshold accepts ${percent(right).trim()} of the true and ${percent(wrong).trim()} of the false texts; median ${medianMs(texts).toFixed(2)} ms a text\n`,
  ].join("\n");
}

function misread(texts: readonly JudgedText[], count: number): JudgedText[] {
  const error = ({ isTrue, probability }: JudgedText) => Math.abs(Number(isTrue) - probability);
  return texts.toSorted((a, b) => error(b) - error(a)).slice(0, count);
}

function weights(name: string, texts: readonly JudgedText[]): string {
  const { model, threshold } = fitted(texts);
  const rounded = Object.entries(model.weights).map(([each, w]) => `    ${each}: ${w.toFixed(2)},`);
  return [
    `${name}_MODEL: intercept ${model.intercept.toFixed(2)}`,
    ...rounded,
    `${name}_THRESHOLD = ${threshold.toFixed(2)}\n`,
  ].join("\n");
}
