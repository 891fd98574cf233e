/** The agent that forgets the dog, with the prompts that its steps read. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { failingVerdict, forgottenDog } from "./forgotten-dog.ts";

export const EXTRACT = "extract-facts";
export const EXTRACT_TEXT = 'Extract what {user} does for a living. Answer as {"facts": ["one"]}.';
const ANSWER_TEXT = "Answer the question from the {context} alone.";

const PROMPTS = [
  { name: EXTRACT, text: EXTRACT_TEXT, op: "op-extract", to: "unit" },
  { name: "answer-question", text: ANSWER_TEXT, op: "op-answer", to: "said back" },
];

export interface Told {
  /** Replaces default prompt texts, by prompt name. */
  readonly texts?: Readonly<Record<string, string>>;
  /** An additional message of the user. */
  readonly said?: string;
  readonly at?: number;
}

export function promptedDog(graph: string, { texts = {}, said = "", at }: Told = {}): TraceEvent[] {
  const events = [...forgottenDog(graph), failingVerdict(graph)].map((event) => ({
    ...event,
    ...(at === undefined ? {} : { at }),
    ...("ref" in event && event.ref === "said" && "value" in event
      ? { value: `${event.value} ${said}` }
      : {}),
  })) as TraceEvent[];
  const time = events[0]?.at ?? 0;
  const prompts = PROMPTS.flatMap(({ name, text, op, to }, index): TraceEvent[] => [
    {
      ...{ type: "variable", id: `p${index}`, graph, at: time, seq: 0, ref: name, name },
      ...{ category: "prompt", value: texts[name] ?? text },
    },
    { type: "link", id: `pl${index}`, graph, at: time, seq: 30 + index, op, from: name, to },
  ]);
  return [...events, ...prompts];
}
