/** Runs the agent through a conversation and its questions. Traces everything into one graph. */
import type { MemTrace } from "@memtrace/sdk";
import type { Agent } from "./agent.ts";

export interface Message {
  id: string;
  /** In ISO 8601. */
  at: string;
  text: string;
}

export interface Question {
  query: string;
  expected: string;
  /** Ids of the messages that contain the answer. */
  evidence: string[];
}

export interface Conversation {
  id: string;
  person: string;
  messages: Message[];
  questions: Question[];
}

export interface Answered extends Question {
  answer: string;
  isRight: boolean;
}

export function runConversation(
  memtrace: MemTrace,
  agent: Agent,
  { id, person, messages, questions }: Conversation,
): Promise<Answered[]> {
  return memtrace.graph(id, { user: person, system: "prompted-agent" }, async () => {
    const talk = { name: "conversation", category: "memory_construction" };
    await memtrace.session(talk, async () => {
      for (const { id, at, text } of messages) {
        const message = { role: "user", name: person, content: text, timestamp: at };
        memtrace.variable(message, { name: id, category: "message" });
        await agent.remember(text);
      }
    });
    const exam = { name: "questions", category: "memory_evaluation" };
    return memtrace.session(exam, async () => {
      const answered: Answered[] = [];
      for (const [index, { query, expected, evidence }] of questions.entries()) {
        const name = `question-${index + 1}`;
        memtrace.variable(query, { name, class: "query", category: "message & query" });
        const answer = await agent.ask(query);
        const isRight = answer.toLowerCase().includes(expected.toLowerCase());
        memtrace.verdict({ query, prediction: answer, expected, score: isRight, evidence });
        answered.push({ query, expected, evidence, answer, isRight });
      }
      return answered;
    });
  });
}
