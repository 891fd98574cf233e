/** Asks a model to apply the revision points to a prompt, and checks the result. */
import * as z from "zod";
import type { Model, Structured } from "../protocol/model.ts";
import type { RevisionPoint } from "./aggregate.ts";
import { keptParts, lostParts } from "./kept-parts.ts";
import {
  DATA_NOTICE,
  type EarlierProposal,
  earlierProposalsText,
  type PromptAtHand,
} from "./prompt-at-hand.ts";
import { traceLeak } from "./trace-leak-check.ts";

export interface Rewritten {
  readonly text: string;
  /** Revision point id → description of the change. */
  readonly changes: ReadonlyMap<string, string>;
}

/** Maximum length of the new prompt, as a multiple of the old length. */
const LONGEST = 2;
const LONGEST_CHARS = 1_000;
const SHORTEST = 0.5;
const CHARS_PER_TOKEN = 3;
const MAX_THOUGHT_TOKENS = 6_000;
const MAX_WHAT_CHARS = 400;

const Answer = z.object({
  text: z.string().min(1).describe("the whole new prompt"),
  changes: z.array(
    z.object({
      point: z.string().describe("id of a point, such as A1"),
      what: z.string().max(MAX_WHAT_CHARS).describe("what was changed in the text for it"),
    }),
  ),
});

const TASK = `A prompt of an agent's memory has to be rewritten by a list of points, each learnt from wrong answers; those with more cases matter more.
- Change what the points ask for and nothing else: keep the prompt's purpose, tone, order and language.
- The placeholders and the parts under "keep" stay as they are, character by character: programs fill and read them. Add no placeholder.
- The new prompt has between minCharacters and maxCharacters characters. Say each thing once.
- Give no examples with invented names or facts.
- A prompt that feeds several operations changes all of them.
- Do not come back to a text that was rejected, and mind the reason.
Answer with the whole new prompt, and for each point with what was changed for it.`;

export async function rewrite(
  model: Model,
  prompt: PromptAtHand,
  points: readonly RevisionPoint[],
  earlier: readonly EarlierProposal[],
  trace: readonly string[],
): Promise<Structured<Rewritten>> {
  const { name, text, feeds } = prompt;
  const { placeholders, blocks } = keptParts(text);
  const { least, most } = lengthsOf(text);
  const asked = {
    task: "rewrite",
    prompt: { name, text, feeds },
    points: points.map(({ id, change, cases }) => ({ id, change, cases: cases.length })),
    earlier: earlierProposalsText(earlier),
    keep: { placeholders, parts: blocks, minCharacters: least, maxCharacters: most },
  };
  const answer = await model.ask({
    messages: [
      { role: "system", text: `${TASK}\n\n${DATA_NOTICE}` },
      { role: "user", text: JSON.stringify(asked) },
    ],
    schema: Answer,
    check: (value) => rewriteProblem(value.text, { prompt, points, earlier, trace }),
    maxTokens: MAX_THOUGHT_TOKENS + Math.ceil(most / CHARS_PER_TOKEN),
  });
  if (!answer.ok) return answer;
  const changes = new Map(answer.value.changes.map(({ point, what }) => [point, what]));
  return { ...answer, value: { text: answer.value.text, changes } };
}

interface RewriteTask {
  readonly prompt: PromptAtHand;
  readonly points: readonly RevisionPoint[];
  readonly earlier: readonly EarlierProposal[];
  readonly trace: readonly string[];
}

/** Returns one sentence about the first problem; undefined if there is no problem. */
function rewriteProblem(
  text: string,
  { prompt, points, earlier, trace }: RewriteTask,
): string | undefined {
  const { least, most } = lengthsOf(prompt.text);
  if (isSame(text, prompt.text)) return "text: It is the prompt as it was.";
  if (text.length > most) return `text: It has ${text.length} characters; ${most} are allowed.`;
  if (text.length < least) return `text: It has ${text.length} characters; ${least} are needed.`;
  const lost = lostParts(prompt.text, text);
  if (lost !== undefined) return `text: ${lost}`;
  if (earlier.some((one) => one.outcome === "rejected" && isSame(text, one.text))) {
    return "text: It was rejected before.";
  }
  const known = [prompt.text, prompt.name, ...prompt.feeds, ...points.map(({ change }) => change)];
  const carried = traceLeak(addedTo(prompt.text, text), { trace, expected: [], known });
  return carried && `text: ${carried}`;
}

function lengthsOf(text: string): { readonly least: number; readonly most: number } {
  return {
    least: Math.floor(text.length * SHORTEST),
    most: Math.floor(text.length * LONGEST) + LONGEST_CHARS,
  };
}

function isSame(a: string, b: string): boolean {
  const flat = (text: string) => text.replaceAll(/\s+/g, " ").trim();
  return flat(a) === flat(b);
}

function addedTo(before: string, after: string): string {
  const known = new Set(before.split("\n").map((line) => line.trim()));
  return after
    .split("\n")
    .filter((line) => !known.has(line.trim()))
    .join("\n");
}
