/** An agent whose memory is run by a model: every step of it is told by a prompt what to do. */
import type { MemTrace } from "@memtrace/sdk";
import { ask, type ChatModel } from "./chat.ts";
import { Memory, type Unit } from "./memory.ts";
import type { PromptName } from "./prompts.ts";

const CANDIDATES = 3;
const TOP_K = 3;

export interface AgentOptions {
  memtrace: MemTrace;
  model: ChatModel;
  /** Whose memory it is. */
  person: string;
  /** The text to use now. */
  prompt: (name: PromptName) => string;
  /** What the memory holds already. */
  units?: readonly Unit[];
}

export type Agent = ReturnType<typeof createAgent>;

export function createAgent({ memtrace, model, person, prompt, units }: AgentOptions) {
  const memory = new Memory(units);
  const asMemory = ({ id, text }: Unit) => ({ name: id, value: text, category: "memory_entry" });
  const told = (template: string, data: string) =>
    ask(model, template.replaceAll("{person}", person), data);

  const extractFacts = memtrace.operation(
    "extract_facts",
    { category: "extraction", output: { category: "extracted_fact" } },
    async (message: string, template: string): Promise<string[]> => {
      const { facts } = parsed(await told(template, `Message:\n${message}`));
      return Array.isArray(facts) ? facts.map(String) : [];
    },
  );

  const updateMemory = memtrace.operation(
    "update_memory",
    {
      category: "update",
      input: (given) => (typeof given === "string" ? undefined : asMemory(given)),
    },
    async (fact: string, entries: Unit[], template: string): Promise<void> => {
      const answer = await told(template, `Fact:\n${fact}\nEntries:\n${numbered(entries)}`);
      const { action, entry, text } = parsed(answer);
      const known = entries[Number(entry) - 1];
      if (action === "add") memtrace.variable(String(text), asMemory(memory.add(String(text))));
      if (known === undefined) return;
      if (action === "delete") {
        memory.remove(known.id);
        memtrace.delete(known.id);
      }
      if (action === "update") {
        memory.put({ id: known.id, text: String(text) });
        memtrace.mutate(known.id, String(text), { inputs: [fact] });
      }
    },
  );

  const searchMemory = memtrace.operation(
    "search_memory",
    { category: "retrieval", output: asMemory },
    async (question: string, template: string): Promise<Unit[]> => {
      const query = await told(template, `Question:\n${question}`);
      return memory.search(query, TOP_K);
    },
  );

  const buildContext = memtrace.operation(
    "build_context",
    { category: "context_building", output: { class: "context", category: "memory_context" } },
    (found: Unit[]) => numbered(found),
  );

  const answerQuestion = memtrace.operation(
    "answer_question",
    { category: "answer", output: { class: "prediction", category: "llm_response" } },
    (question: string, context: string, template: string) =>
      told(template, `Question:\n${question}\nMemories:\n${context}`),
  );

  return {
    memory,
    async remember(message: string): Promise<void> {
      for (const fact of await extractFacts(message, prompt("fact-extraction-prompt"))) {
        const entries = memory.search(fact, CANDIDATES);
        await updateMemory(fact, entries, prompt("memory-update-prompt"));
      }
    },
    async ask(question: string): Promise<string> {
      const found = await searchMemory(question, prompt("search-query-prompt"));
      return answerQuestion(question, buildContext(found), prompt("answer-prompt"));
    },
  };
}

function numbered(units: readonly Unit[]): string {
  return units.map(({ text }, index) => `${index + 1}. ${text}`).join("\n");
}

/** What the model wrote as JSON; nothing where it wrote something else. */
function parsed(answer: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(answer));
  } catch {
    return {};
  }
}
