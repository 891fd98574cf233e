/** Runs the agent on a copy of its memory and replays recorded messages and questions. */
import { type Replayable, replayable } from "@memtrace/sdk/replay";
import { type AgentOptions, createAgent } from "./agent.ts";

/**
 * Use the recorded agent's prompts and model: only the corrected output may differ between the
 * runs.
 */
export function replaying(options: Pick<AgentOptions, "model" | "person" | "prompt">): Replayable {
  return replayable({
    reaches: [new URL(options.model.url).host],
    open: ({ memtrace, units }) => {
      const { memory, remember, ask } = createAgent({ ...options, memtrace, units });
      return {
        units: () => memory.units,
        write: (unit) => memory.put(unit),
        remove: (id) => memory.remove(id),
        message: ({ text }) => remember(JSON.parse(text).content),
        ask: ({ text }) => ask(text),
      };
    },
  });
}
