/**
 * Reads texts that people judged: agents' answers, and memory texts. Each line of a file is a JSON
 * object.
 */
import { readFileSync } from "node:fs";
import { answerable, statesAnswer } from "../../attribution/answers/answers.ts";
import { UserError } from "../../local/command-line.ts";
import { firstDate } from "../../text/times.ts";
import { contentStems } from "../../text/words.ts";

export interface JudgedText {
  readonly question: string;
  readonly system: string;
  readonly isTrue: boolean;
  readonly features: Readonly<Record<string, number>>;
  readonly probability: number;
  readonly isYes: boolean;
  readonly ms: number;
  /** The text as printed in the list of disagreements. */
  readonly shown: string;
}

type Line = Readonly<Record<string, unknown>>;

export function judgedAnswers(file: string): JudgedText[] {
  return readLines(file).map((line) => {
    const [question, gold, answer] = [line.question, line.gold, line.answer].map(String);
    const shown = `${question} | ${gold} | ${answer}`;
    return judge(line, line.right === true, shown, () =>
      statesAnswer(question ?? "", gold ?? "", answer ?? ""),
    );
  });
}

export function judgedUnits(file: string): JudgedText[] {
  const lines = readLines(file).map((line) => ({ line, ...unitOf(String(line.text)) }));
  const rarities = new Map<unknown, (stem: string) => number>();
  for (const { line } of lines) {
    if (rarities.has(line.conv)) continue;
    const texts = lines.filter((other) => other.line.conv === line.conv).map(({ text }) => text);
    rarities.set(line.conv, rarityAmong([...new Set(texts)]));
  }
  return lines.map(({ line, text, day }) => {
    const [question, answer] = [line.question, line.answer].map(String);
    const rarity = rarities.get(line.conv) ?? (() => 1);
    return judge(line, line.label === "yes", `${question} | ${answer} | ${text}`, () =>
      answerable(question ?? "", answer ?? "", { text, day, rarity }),
    );
  });
}

function judge(
  line: Line,
  isTrue: boolean,
  shown: string,
  read: () => Pick<JudgedText, "probability" | "isYes"> & { readonly features: object },
): JudgedText {
  const start = performance.now();
  const { probability, isYes, features } = read();
  const ms = performance.now() - start;
  const known = { question: String(line.question), system: String(line.system), isTrue, shown };
  return { ...known, probability, isYes, ms, features: { ...features } };
}

function readLines(file: string): Line[] {
  try {
    const lines = readFileSync(file, "utf8").split("\n");
    return lines.filter((line) => line.trim() !== "").map((line) => JSON.parse(line));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UserError(`${file}: ${why}. Give a file with one JSON object a line.`);
  }
}

/** Reads a memory unit: JSON with a text and a time, or plain text. */
function unitOf(written: string): { text: string; day: number | undefined } {
  try {
    const { memory, timestamp } = JSON.parse(written);
    return { text: String(memory), day: firstDate(String(timestamp)) };
  } catch {
    return { text: written, day: undefined };
  }
}

function rarityAmong(texts: readonly string[]): (stem: string) => number {
  const uses = new Map<string, number>();
  for (const text of texts)
    for (const stem of new Set(contentStems(text))) uses.set(stem, (uses.get(stem) ?? 0) + 1);
  const most = Math.log(1 + texts.length);
  return (stem) => Math.log(1 + texts.length / (1 + (uses.get(stem) ?? 0))) / most;
}
