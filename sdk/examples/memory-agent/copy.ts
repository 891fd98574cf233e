/** Runs the agent on a copy of its memory and replays recorded messages and questions. */
import type { Opening, ReplayCopy } from "@memtrace/sdk/replay";
import { createAgent } from "./agent.ts";
import { QUESTIONS } from "./questions.ts";
import { ScriptedModel } from "./scripted-model.ts";

export function openCopy({ memtrace, units }: Opening): ReplayCopy {
  // Inject the recorded agent's faults again: only the corrected output may differ between the
  // runs.
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
