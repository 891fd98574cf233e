/** An agent with a memory. It extracts facts into memory units and answers from these units. */
import type { MemTrace } from "@memtrace/sdk";
import type { ScriptedModel } from "./scripted-model.ts";
import { sharedWords } from "./words.ts";

const TOP_K = 3;

export interface Message {
  role: string;
  name: string;
  content: string;
  timestamp: string;
}

interface Unit {
  id: string;
  topic: string;
  text: string;
}

/** @param stored memory units with which the agent starts */
export function createAgent(
  memtrace: MemTrace,
  model: ScriptedModel,
  stored: readonly Pick<Unit, "id" | "text">[] = [],
) {
  const units = new Map<string, Unit>();
  const put = ({ id, text }: Pick<Unit, "id" | "text">) =>
    units.set(id, { id, topic: model.topicOf(text), text });
  for (const unit of stored) put(unit);
  let created = Math.max(0, ...stored.map(({ id }) => Number(id.split("-").at(-1)) || 0));
  const unitAbout = (topic: string) => [...units.values()].find((unit) => unit.topic === topic);
  const asMemory = (unit: Unit) => ({ name: unit.id, value: unit.text, category: "memory_entry" });

  const extractFacts = memtrace.operation(
    "extract_facts",
    {
      category: "extraction",
      output: { category: "extracted_fact" },
      replay: { result: (facts) => facts.map(({ text }) => text) },
    },
    (message: Message) => model.extractFacts(message.content),
  );

  const updateMemory = memtrace.operation(
    "update_memory",
    { category: "update", replay: {} },
    (fact: string): void => {
      const topic = model.topicOf(fact);
      const known = unitAbout(topic);
      if (known) {
        known.text = model.mergeFact(known.text, fact);
        memtrace.mutate(known.id, known.text);
        return;
      }
      created += 1;
      const unit = { id: `memory-unit-${created}`, topic, text: fact };
      units.set(unit.id, unit);
      memtrace.variable(unit, asMemory(unit));
    },
  );

  const deleteMemory = memtrace.operation(
    "delete_memory",
    { category: "deletion", replay: {} },
    (id: string): void => {
      model.deletes(units.get(id)?.topic ?? "");
      units.delete(id);
    },
  );

  const searchMemory = memtrace.operation(
    "search_memory",
    {
      category: "retrieval",
      output: asMemory,
      replay: { result: (found) => found.map(({ name: id, text }) => ({ id, topic: "", text })) },
    },
    (query: string): Unit[] =>
      [...units.values()]
        .filter((unit) => !model.overlooksInSearch(query, unit.topic))
        .map((unit) => ({ unit, shared: sharedWords(query, unit.text) }))
        .sort((a, b) => b.shared - a.shared)
        .slice(0, TOP_K)
        .map(({ unit }) => unit),
  );

  const buildContext = memtrace.operation(
    "build_context",
    {
      category: "context_building",
      output: { class: "context", category: "memory_context" },
      replay: { result: (made) => made.map(({ text }) => text).join("\n") },
    },
    (found: Unit[]) => found.map(({ text }) => text).join("\n"),
  );

  const answerQuestion = memtrace.operation(
    "answer_question",
    {
      category: "answer",
      output: { class: "prediction", category: "llm_response" },
      replay: { result: ([said]) => said?.text ?? "" },
    },
    (query: string, context: string) => model.answer(query, context),
  );

  return {
    memory: { units, put },
    remember(message: Message): void {
      for (const fact of extractFacts(message)) updateMemory(fact);
      for (const topic of model.outdatedTopics(message.content)) {
        const unit = unitAbout(topic);
        if (unit) deleteMemory(unit.id);
      }
    },
    ask: (query: string): string => answerQuestion(query, buildContext(searchMemory(query))),
  };
}
