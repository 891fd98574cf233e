/** Reads LoCoMo as its authors publish it: a list of conversations with their questions. */
import { readFileSync } from "node:fs";
import * as z from "zod";
import { UserError } from "../../../src/local/command-line.ts";

/** Category of questions without an answer in the conversation; the experiment omits them. */
const ADVERSARIAL = 5;

const Turn = z.object({
  speaker: z.string(),
  dia_id: z.string(),
  text: z.string().default(""),
  blip_caption: z.string().optional(),
});
const Asked = z.object({
  question: z.string(),
  answer: z.union([z.string(), z.number()]).transform(String).optional(),
  evidence: z.array(z.string()).default([]),
  category: z.number(),
});
const Sample = z.object({
  sample_id: z.string(),
  conversation: z.record(z.string(), z.unknown()),
  qa: z.array(Asked),
});

export interface Message {
  /** LoCoMo's own id of the message; the evidence of questions refers to it. */
  readonly id: string;
  readonly text: string;
}

export interface Conversation {
  readonly id: string;
  /** Messages by session, in order. */
  readonly sessions: readonly (readonly Message[])[];
  readonly questions: readonly {
    readonly question: string;
    readonly expected: string;
    readonly category: number;
    /** Ids of messages that exist in the conversation. */
    readonly evidence: readonly string[];
  }[];
}

/**
 * Reads the conversations of a file.
 * @throws UserError if the file is not in LoCoMo's format
 */
export function readLocomo(path: string): Conversation[] {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, "utf8"));
  } catch (error) {
    throw new UserError(`${path} cannot be read as JSON: ${error}`);
  }
  const parsed = z.array(Sample).min(1).safeParse(content);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new UserError(`${path} is not LoCoMo: ${issue?.path.join(".")}: ${issue?.message}`);
  }
  return parsed.data.map(toConversation);
}

function toConversation({ sample_id: id, conversation, qa }: z.infer<typeof Sample>): Conversation {
  const sessions = sessionsOf(conversation);
  const known = new Set(sessions.flat().map((message) => message.id));
  const questions = qa.flatMap(({ question, answer, category, evidence }) =>
    category === ADVERSARIAL || answer === undefined
      ? []
      : [{ question, expected: answer, category, evidence: idsIn(evidence, known) }],
  );
  return { id, sessions, questions };
}

function sessionsOf(conversation: Readonly<Record<string, unknown>>): Message[][] {
  const numbers = Object.keys(conversation).flatMap((key) => {
    const number = /^session_(\d+)$/.exec(key)?.[1];
    return number === undefined ? [] : [Number(number)];
  });
  return numbers
    .sort((one, other) => one - other)
    .map((number) => {
      const day = String(conversation[`session_${number}_date_time`] ?? "");
      const turns = z.array(Turn).safeParse(conversation[`session_${number}`]);
      return (turns.data ?? []).map(({ speaker, dia_id, text, blip_caption }) => {
        const picture = blip_caption === undefined ? "" : ` [shows a picture: ${blip_caption}]`;
        return { id: dia_id, text: `[${day}] ${speaker}: ${text}${picture}` };
      });
    });
}

/**
 * Lists the known ids. Some entries name several messages, and some name a message that does not
 * exist.
 */
function idsIn(evidence: readonly string[], known: ReadonlySet<string>): string[] {
  return [...new Set(evidence.flatMap((entry) => entry.split(/[\s;,]+/)))].filter((id) =>
    known.has(id),
  );
}
