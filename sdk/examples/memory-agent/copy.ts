/** The agent over a copy of its memory, in which recorded messages and questions are run again. */
import type { Opening, ReplayCopy } from "@memtrace/sdk/replay";
import { createAgent } from "./agent.ts";
import { QUESTIONS } from "./questions.ts";
import { ScriptedModel } from "./scripted-model.ts";

export function openCopy({ memtrace, units }: Opening): ReplayCopy {
  // With the faults that the recorded one had: only what is corrected differs.
  const model = new ScriptedModel(QUESTIONS, () => undefined);
  const agent = createAgent(memtrace, model, units);
  const { memory } = agent;
  return {
    units: () => [...memory.units.values()],
    write: (unit) => memory.put(unit),
    remove: (id) => memory.units.delete(id),
    message: ({ text }) => agent.remember(JSON.parse(text)),
    ask: ({ text }) => agent.ask(text),
  };
}
