/**
 * Answers the questions of the service's optimiser, in place of a model. The answers follow fixed
 * rules. These rules know which words an instruction can contain. They do not know the agent's
 * prompts, the flaws of these prompts, or the conversations.
 */
import * as z from "zod";
import { readLine, readPrompt, type Task, taskOf } from "./instructions.ts";
import { isCorrection, isEnding, kindsIn, sentencesOf, sharedWords } from "./language.ts";

const Value = z.object({ category: z.string().nullable(), text: z.string() });
const Prompt = z.object({ name: z.string(), text: z.string() });
const Trace = z.object({
  question: z.string(),
  expected: z.array(z.string()),
  given: z.string(),
  evidence: z.array(z.string()),
  operation: z.object({ reads: z.array(Value) }),
});
type Trace = z.infer<typeof Trace>;

const Asked = z.discriminatedUnion("task", [
  z.object({
    task: z.literal("suggest"),
    prompts: z.array(Prompt.extend({ id: z.string() })),
    trace: Trace,
  }),
  z.object({
    task: z.literal("aggregate"),
    prompt: Prompt,
    points: z.array(z.object({ id: z.string(), change: z.string() })),
    suggestions: z.array(z.object({ id: z.string(), change: z.string() })),
  }),
  z.object({
    task: z.literal("rewrite"),
    prompt: Prompt,
    points: z.array(z.object({ id: z.string(), change: z.string() })),
  }),
]);
type Asked = z.infer<typeof Asked>;
type Of<T extends Asked["task"]> = Extract<Asked, { task: T }>;

/**
 * Returns the answer of the optimiser's model. Undefined if the question is not from the optimiser.
 */
export function optimizerAnswer(data: unknown): object | undefined {
  const asked = Asked.safeParse(data);
  if (!asked.success) return undefined;
  switch (asked.data.task) {
    case "suggest":
      return suggested(asked.data);
    case "aggregate":
      return aggregated(asked.data);
    case "rewrite":
      return rewritten(asked.data);
  }
}

/**
 * Goes through the prompts in order. Suggests the first helpful change that a prompt does not
 * contain yet. If there is none, answers that no prompt can be fixed.
 */
function suggested({ prompts, trace }: Of<"suggest">): object {
  for (const { id, text } of prompts) {
    const task = taskOf(text);
    if (task === undefined) continue;
    const told = readPrompt(task, text);
    const change = CHANGES[task](trace).find((line) =>
      readLine(task, `- ${line}`).some(({ matter, value }) => told.get(matter) !== value),
    );
    if (change !== undefined) {
      return { fixable: true, prompt: id, change, why: "The prompt does not ask for it." };
    }
  }
  const why = "The prompt asks for what was needed already.";
  return { fixable: false, prompt: null, change: "", why };
}

/**
 * Maps each task of a prompt to a function. The function returns sentences that would have helped
 * in this trace if the prompt had contained them. The best sentence comes first.
 */
const CHANGES: Record<Task, (trace: Trace) => string[]> = {
  extraction: (trace) => needed(trace).map((label) => `Note ${label}.`),
  update: ({ operation }) => {
    const fact = operation.reads.find(({ category }) => category !== "memory_entry")?.text ?? "";
    if (isEnding(fact)) return ["When something is over, keep the entry."];
    return isCorrection(fact)
      ? ["When a fact corrects an entry, keep the rest of the entry."]
      : ["When a fact adds to an entry, keep the entry and add the fact."];
  },
  query: () => ["Write every word of the question that says what it is about."],
  answer: (trace) => [
    ...needed(trace).map((label) => `State ${label}.`),
    "Read all memories before you answer.",
  ],
};

/**
 * Returns which kinds of details a right answer needs. For this, takes the sentence of the evidence
 * that shares the most words with the question and the expected answer.
 */
function needed({ question, expected, evidence }: Trace): string[] {
  const told = evidence
    .map(contentOf)
    .flatMap(sentencesOf)
    .map((sentence) => ({ sentence, shared: sharedWords(`${question} ${expected}`, sentence) }))
    .reduce((a, b) => (b.shared > a.shared ? b : a), { sentence: "", shared: 0 });
  return kindsIn(told.sentence).map(({ label }) => label);
}

/** Returns a message's text without author and time. */
function contentOf(message: string): string {
  try {
    return String(Object(JSON.parse(message)).content ?? message);
  } catch {
    return message;
  }
}

/**
 * Merges all suggestions and earlier points that have the same change. The result for one change is
 * again called a point. Its `from` lists the ids of what was merged.
 */
function aggregated({ points, suggestions }: Of<"aggregate">): object {
  const byChange = Map.groupBy([...points, ...suggestions], ({ change }) => change);
  return {
    points: [...byChange].map(([change, same]) => ({ change, from: same.map(({ id }) => id) })),
  };
}

/**
 * Adds each change to the prompt as a new line. If several lines are about one topic, only the last
 * of them has an effect. So a line is removed if later lines are about all of its topics.
 */
function rewritten({ prompt, points }: Of<"rewrite">): object {
  const task = taskOf(prompt.text);
  const read = (line: string) => (task === undefined ? [] : readLine(task, line));
  const lines = prompt.text.split("\n");
  const end = lines.findLastIndex((line) => line.startsWith("- ")) + 1 || 1;
  const added = points.map(({ change }) => `- ${change}`);
  const all = [...lines.slice(0, end), ...added, ...lines.slice(end)];
  const text = all.filter((line, index) => {
    const later = new Set(
      all
        .slice(index + 1)
        .flatMap(read)
        .map(({ matter }) => matter),
    );
    const told = read(line);
    return told.length === 0 || told.some(({ matter }) => !later.has(matter));
  });
  return {
    text: text.join("\n"),
    changes: points.map(({ id, change }) => ({ point: id, what: change })),
  };
}
