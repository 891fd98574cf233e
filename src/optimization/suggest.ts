/** Asks a model how the prompts could have prevented one wrong answer. */
import * as z from "zod";
import type { Model, Structured } from "../protocol/model.ts";
import { type CaseBrief, textsOf } from "./case-brief.ts";
import {
  DATA_NOTICE,
  type EarlierProposal,
  earlierProposalsText,
  type PromptAtHand,
} from "./prompt-at-hand.ts";
import { traceLeak } from "./trace-leak-check.ts";

export interface BlamedPrompt extends PromptAtHand {
  readonly earlier: readonly EarlierProposal[];
}

export type Suggested =
  | {
      readonly fixable: true;
      /** Name of the prompt. */
      readonly prompt: string;
      readonly change: string;
      readonly why: string;
    }
  | { readonly fixable: false; readonly why: string };

const MAX_CHANGE_CHARS = 600;
const MAX_WHY_CHARS = 1_000;
const MAX_ANSWER_TOKENS = 4_000;
/**
 * Maximum characters of a prompt that the model gets. The middle of a longer prompt is left out.
 */
const MAX_PROMPT_CHARS = 24_000;

const Answer = z.object({
  fixable: z.boolean().describe("whether other words in one of the prompts would have helped"),
  prompt: z.string().nullable().describe("id of the prompt to change, such as P1; null for none"),
  change: z
    .string()
    .max(MAX_CHANGE_CHARS)
    .describe("what the prompt should say otherwise, as a general instruction; empty for none"),
  why: z.string().min(1).max(MAX_WHY_CHARS).describe("one to three plain sentences"),
});
type Answer = z.infer<typeof Answer>;

const TASK = `An agent with a memory answered a question wrongly, and the operation that made the answer wrong is known. You are given the prompts that this operation works by, and what it read, made and wrote.

Say which one change to which one prompt would have made the operation do right.
- The change is a general instruction for all questions of the kind: no names, numbers, dates or other details of this conversation, no quotation of it, and never the answer itself.
- It says what has to be done, in one or two sentences, and leaves the form of the prompt's answer and its placeholders alone.
- A prompt that feeds several operations changes all of them: the change must not harm the others.
- Do not repeat what earlier proposals tried without success, or what was rejected.
- Where the prompt already asks for the right thing, or the fault is not one of instructions, say that it is not fixable, and why.`;

export async function suggest(
  model: Model,
  brief: CaseBrief,
  prompts: readonly BlamedPrompt[],
): Promise<Structured<Suggested>> {
  const byId = new Map(prompts.map((prompt, index) => [`P${index + 1}`, prompt]));
  const asked = {
    task: "suggest",
    prompts: [...byId].map(([id, { name, text, feeds }]) => ({
      ...{ id, name, text: shortened(text), feeds },
    })),
    earlier: [...byId].flatMap(([prompt, { earlier }]) =>
      earlierProposalsText(earlier).map((told) => ({ prompt, ...told })),
    ),
    trace: brief,
  };
  const answer = await model.ask({
    messages: [
      { role: "system", text: `${TASK}\n\n${DATA_NOTICE}` },
      { role: "user", text: JSON.stringify(asked) },
    ],
    schema: Answer,
    check: (value) => problemOf(value, byId, brief),
    maxTokens: MAX_ANSWER_TOKENS,
  });
  return answer.ok ? { ...answer, value: suggestedBy(answer.value, byId) } : answer;
}

function problemOf(
  { fixable, prompt, change }: Answer,
  byId: ReadonlyMap<string, BlamedPrompt>,
  brief: CaseBrief,
): string | undefined {
  if (!fixable) return undefined;
  if (!byId.has(prompt ?? "")) return `prompt: must be one of ${[...byId.keys()].join(", ")}.`;
  if (change.trim() === "") return "change: says nothing.";
  const known = [...byId.values()].flatMap(({ name, text, feeds }) => [name, text, ...feeds]);
  const problem = traceLeak(change, { trace: textsOf(brief), expected: brief.expected, known });
  return problem && `change: ${problem}`;
}

function suggestedBy(answer: Answer, byId: ReadonlyMap<string, BlamedPrompt>): Suggested {
  const prompt = byId.get(answer.prompt ?? "");
  if (!answer.fixable || prompt === undefined) return { fixable: false, why: answer.why };
  return { fixable: true, prompt: prompt.name, change: answer.change.trim(), why: answer.why };
}

function shortened(text: string): string {
  if (text.length <= MAX_PROMPT_CHARS) return text;
  const half = MAX_PROMPT_CHARS / 2;
  return `${text.slice(0, half).toWellFormed()}\n… [of ${text.length} characters] …\n${text.slice(-half).toWellFormed()}`;
}
