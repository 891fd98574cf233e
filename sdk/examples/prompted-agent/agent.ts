/** An agent whose model manages the memory. Each operation has its own prompt. */
import type { MemTrace } from "@memtrace/sdk";
import { ask, type ChatModel } from "./chat.ts";
import { Memory, type Unit } from "./memory.ts";
import type { PromptName } from "./prompts.ts";

const CANDIDATES = 3;
const TOP_K = 3;

export interface AgentOptions {
  memtrace: MemTrace;
  model: ChatModel;
  /** Name of the person whose facts the memory contains. */
  person: string;
  /** Returns a prompt's current text. The agent calls it before each use of the prompt. */
  prompt: (name: PromptName) => string;
  /** Memory units with which the agent starts. */
  units?: readonly Unit[];
}

export type Agent = ReturnType<typeof createAgent>;

export function createAgent({ memtrace, model, person, prompt, units }: AgentOptions) {
  const memory = new Memory(units);
  const asMemory = ({ id, text }: Unit) => ({ name: id, value: text, category: "memory_entry" });
  const told = (name: PromptName, data: string) =>
    ask(model, prompt(name).replaceAll("{person}", person), data);

  const extractFacts = memtrace.operation(
    "extract_facts",
    {
      category: "extraction",
      output: { category: "extracted_fact" },
      replay: { result: async (facts) => facts.map(({ text }) => text) },
    },
    async (message: string): Promise<string[]> => {
      const { facts } = parsed(await told("fact-extraction-prompt", `Message:\n${message}`));
      return Array.isArray(facts) ? facts.map(String) : [];
    },
  );

  const updateMemory = memtrace.operation(
    "update_memory",
    {
      category: "update",
      input: (given) => (typeof given === "string" ? undefined : asMemory(given)),
      // Record decisions that only delete, too: the trace then shows which prompt caused the
      // deletion.
      output: { category: "decision" },
      replay: { result: async () => "replayed" },
    },
    async (fact: string, entries: Unit[]): Promise<string> => {
      const data = `Fact:\n${fact}\nEntries:\n${numbered(entries)}`;
      const { action, entry, text } = parsed(await told("memory-update-prompt", data));
      const known = entries[Number(entry) - 1];
      if (action === "add") memtrace.variable(String(text), asMemory(memory.add(String(text))));
      if (action === "delete" && known !== undefined) {
        memory.remove(known.id);
        memtrace.delete(known.id);
      }
      if (action === "update" && known !== undefined) {
        memory.put({ id: known.id, text: String(text) });
        memtrace.mutate(known.id, String(text), { inputs: [fact] });
      }
      return `${action} ${known?.id ?? ""}`;
    },
  );

  const searchMemory = memtrace.operation(
    "search_memory",
    {
      category: "retrieval",
      output: asMemory,
      replay: { result: async (found) => found.map(({ name: id, text }) => ({ id, text })) },
    },
    async (question: string): Promise<Unit[]> => {
      const query = await told("search-query-prompt", `Question:\n${question}`);
      return memory.search(query, TOP_K);
    },
  );

  const buildContext = memtrace.operation(
    "build_context",
    {
      category: "context_building",
      output: { class: "context", category: "memory_context" },
      replay: { result: ([context]) => context?.text ?? "" },
    },
    (found: Unit[]) => numbered(found),
  );

  const answerQuestion = memtrace.operation(
    "answer_question",
    {
      category: "answer",
      output: { class: "prediction", category: "llm_response" },
      replay: { result: async ([answer]) => answer?.text ?? "" },
    },
    (question: string, context: string) =>
      told("answer-prompt", `Question:\n${question}\nMemories:\n${context}`),
  );

  return {
    memory,
    async remember(message: string): Promise<void> {
      for (const fact of await extractFacts(message)) {
        await updateMemory(fact, memory.search(fact, CANDIDATES));
      }
    },
    ask: async (question: string): Promise<string> =>
      answerQuestion(question, buildContext(await searchMemory(question))),
  };
}

function numbered(units: readonly Unit[]): string {
  return units.map(({ text }, index) => `${index + 1}. ${text}`).join("\n");
}

/** Returns an empty object if the answer is not valid JSON. */
function parsed(answer: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(answer));
  } catch {
    return {};
  }
}
