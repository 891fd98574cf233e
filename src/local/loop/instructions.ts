/**
 * Reads the instructions in a prompt, as a model would. Each line is an instruction about one or
 * more topics. A line without a word that this script knows has no effect. If two lines are about
 * the same topic, the later one counts. This script does not know the agent's prompts in advance.
 */
import { KINDS } from "./language.ts";

/** One instruction of a prompt. `matter` is its topic, and `value` is what the prompt demands. */
export interface Instruction {
  readonly matter: string;
  readonly value: string;
}

/** The agent's kinds of calls. Each has its own instructions. */
export type Task = "extraction" | "update" | "query" | "answer";

export function readPrompt(task: Task, prompt: string): Map<string, string> {
  return new Map(
    prompt
      .split("\n")
      .flatMap((line) => readLine(task, line))
      .map(({ matter, value }) => [matter, value]),
  );
}

export function readLine(task: Task, line: string): Instruction[] {
  return isInstruction(line) ? READERS[task](line) : [];
}

/**
 * Returns the kind of call for which the agent has this prompt. Undefined if the prompt has no
 * known words.
 */
export function taskOf(prompt: string): Task | undefined {
  const told = (Object.keys(READERS) as Task[]).map((task) => ({
    task,
    signs: prompt.match(SIGNS[task])?.length ?? 0,
  }));
  const best = told.reduce((a, b) => (b.signs > a.signs ? b : a));
  return best.signs > 0 ? best.task : undefined;
}

const SIGNS: Record<Task, RegExp> = {
  extraction: /\b(?:notes?|noting|facts|extract\w*|message)\b/gi,
  update: /\b(?:entry|entries|replace|delete)\b/gi,
  query: /\b(?:keywords?|search|look\w* things up)\b/gi,
  answer: /\b(?:answer questions|memories)\b/gi,
};

const READERS: Record<Task, (line: string) => Instruction[]> = {
  extraction: ofKinds,
  answer: (line) => [...ofKinds(line), ...ofMemories(line)],
  update: ofSituations,
  query: ofWords,
};

/**
 * Whether the line is an instruction. Instructions are the list items of a prompt. Its other lines
 * name the task and the format of the answer.
 */
function isInstruction(line: string): boolean {
  return /^\s*(?:[-*•]|\d+[.)])\s/.test(line);
}

function ofKinds(line: string): Instruction[] {
  const value = /\b(?:leave out|skip|ignore|omit|never|do not|don't)\b/i.test(line) ? "no" : "yes";
  const isOfAll = /\b(?:every|all|any) (?:facts?|details?)\b/i.test(line);
  return KINDS.filter(({ asked }) => isOfAll || asked.test(line)).map(({ label }) => ({
    matter: label,
    value,
  }));
}

function ofMemories(line: string): Instruction[] {
  if (!/\bmemor(?:y|ies)\b/i.test(line)) return [];
  if (/\b(?:every|all|each)\b/i.test(line)) return [{ matter: "memories", value: "all" }];
  return /\bfirst\b/i.test(line) ? [{ matter: "memories", value: "first" }] : [];
}

function ofSituations(line: string): Instruction[] {
  const value = actionIn(line);
  return value === undefined ? [] : situationsIn(line).map((matter) => ({ matter, value }));
}

function situationsIn(line: string): string[] {
  const [when = line] = line.split(",");
  if (/\b(?:finished|over|ended)\b/i.test(when)) return ["ending"];
  if (/\bno entry\b/i.test(when)) return ["new"];
  if (/\bcorrects?\b/i.test(when)) return ["correction"];
  if (/\badds? to\b/i.test(when)) return ["addition"];
  return /\bsame\b/i.test(when) ? ["addition", "correction"] : [];
}

function actionIn(line: string): string | undefined {
  const what = line.split(",").slice(1).join(",");
  if (/\b(?:keep|merge|combine)\b/i.test(what)) return "keep";
  if (/\breplace|overwrite\b/i.test(what)) return "replace";
  if (/\b(?:delete|remove)\b/i.test(what)) return "delete";
  return /\bnew entry\b/i.test(what) ? "add" : undefined;
}

function ofWords(line: string): Instruction[] {
  if (!/\b(?:key)?words?\b/i.test(line)) return [];
  if (/\b(?:every|all|each)\b/i.test(line)) return [{ matter: "words", value: "every" }];
  return /\b(?:one|single)\b/i.test(line) ? [{ matter: "words", value: "one" }] : [];
}
