/** Traces of an agent whose extraction reads a prompt, and which answers one question wrongly. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { failingVerdict, forgottenDog } from "./traces.ts";

const START = Date.parse("2026-03-04T05:06:07.000Z");

export interface Told {
  readonly name?: string;
  readonly text: string;
  /** The version of the prompt that the SDK received from the service. */
  readonly version?: number;
  /** The operations that read the prompt. */
  readonly ops?: readonly string[];
}

/** Returns the events of `forgottenDog`, with prompts. */
export function prompted(graph: string, ...prompts: readonly Told[]): TraceEvent[] {
  return [
    ...forgottenDog(graph),
    ...prompts.flatMap(({ name = "extract-prompt", text, version, ops = ["op-extract"] }, at) => {
      const record = { graph, at: START, session: "s1" };
      const ref = `prompt-${at}`;
      return [
        {
          ...{ type: "variable" as const, id: ref, ...record, ref, name, value: text },
          ...{ category: "prompt", ...(version && { metadata: { promptVersion: version } }) },
        },
        ...ops.map((op, place) => ({
          ...{ type: "link" as const, id: `${ref}-${place}`, ...record, op, from: ref },
          to: op === "op-extract" ? "unit" : "said back",
        })),
      ];
    }),
  ];
}

/** Returns the prompted graph, with a verdict on its wrong answer. */
export function promptedCase(graph: string, ...prompts: readonly Told[]): TraceEvent[] {
  return [...prompted(graph, ...prompts), failingVerdict(graph)];
}

/** Returns a verdict on another answer in the graph, which was right. */
export function passingVerdict(graph: string, id = "right"): TraceEvent {
  return {
    ...{ type: "verdict", id, graph, at: START, seq: 30, session: "s1", score: 1 },
    ...{ query: `Question ${id}?`, prediction: `Answer ${id}.`, expected: [`Answer ${id}.`] },
  };
}
