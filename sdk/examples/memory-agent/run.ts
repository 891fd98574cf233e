/**
 * Runs the agent through the conversation, then asks all questions. Traces everything into one
 * graph.
 */
import type { MemTrace } from "@memtrace/sdk";
import { createAgent } from "./agent.ts";
import { CONVERSATION } from "./conversation.ts";
import { type Fault, QUESTIONS, type Question } from "./questions.ts";
import { ScriptedModel } from "./scripted-model.ts";

export interface Expectation {
  query: string;
  expected: string;
  answered: string;
  right: boolean;
  /** Null if no fault was injected. */
  errorType: Fault["errorType"] | null;
  /** The operation with the injected fault. Null if no operation is at fault. */
  operation: { name: string; id: string | undefined } | null;
}

const OPERATION_OF: Record<Fault["errorType"], string | null> = {
  ExtractionError: "extract_facts",
  UpdateError: "update_memory",
  DeletionError: "delete_memory",
  RetrievalError: "search_memory",
  ResponseError: "answer_question",
  AnnotationError: null,
  JudgeError: null,
};

export function runMemoryAgent(
  memtrace: MemTrace,
  { graph }: { graph: string },
): Promise<{ expectations: Expectation[] }> {
  const struckIn = new Map<Question, string | undefined>();
  const model = new ScriptedModel(QUESTIONS, (question) =>
    struckIn.set(question, memtrace.current()?.operation),
  );
  const agent = createAgent(memtrace, model);

  const talk = (date: string) => {
    for (const { id, text } of CONVERSATION.find((day) => day.date === date)?.turns ?? []) {
      const timestamp = `${date}T09:00:00Z`;
      const message = { role: "user", name: "Maya", content: text, timestamp };
      memtrace.variable(message, { name: id, category: "message" });
      agent.remember(message);
    }
  };

  const examine = (question: Question, index: number): Expectation => {
    const { query, expected, evidence, fault } = question;
    memtrace.variable(query, {
      name: `question-${String(index + 1).padStart(2, "0")}`,
      class: "query",
      category: "message & query",
    });
    const answered = agent.ask(query);
    const { right, reason } = model.judge(question, answered);
    memtrace.verdict({ query, prediction: answered, expected, score: right, evidence, reason });
    const name = fault ? OPERATION_OF[fault.errorType] : null;
    return {
      ...{ query, expected, answered, right },
      errorType: fault?.errorType ?? null,
      operation: name === null ? null : { name, id: struckIn.get(question) },
    };
  };

  return memtrace.graph(graph, { user: "maya", system: "example-memory-agent" }, async () => {
    for (const { date } of CONVERSATION) {
      const session = { name: `conversation of ${date}`, category: "memory_construction" };
      memtrace.session(session, () => talk(date));
    }
    const session = { name: "questions", category: "memory_evaluation" };
    return { expectations: memtrace.session(session, () => QUESTIONS.map(examine)) };
  });
}
