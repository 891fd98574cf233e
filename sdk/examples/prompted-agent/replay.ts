/** The agent over a copy of its memory, in which recorded messages and questions are run again. */
import { type Replayable, replayable } from "@memtrace/sdk/replay";
import { type AgentOptions, createAgent } from "./agent.ts";

/** With the prompts and the model that the recorded agent had: only what is corrected differs. */
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
