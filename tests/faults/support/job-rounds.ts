/** The graphs that each round of jobs processes, and the scripted model's answers. */
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import type { ChatBody } from "../../llm/support/chat-chunks.ts";
import { promptedDog } from "../../workers/support/prompted-dog.ts";

const DAY_MS = 24 * 3_600_000;
const FIRST_DAY = Date.parse("2026-03-04T00:00:00.000Z");
/**
 * Shares no word with other texts, so only a model can tell whether this text contains the name.
 */
const REWORDED = "The dog is called by some royal title in Latin; works as a baker.";

/** Graphs per round: more than one model request of a report can take. */
export const GRAPHS_OF_ROUND = 8;

export function periodOf(round: number): { from: string; to: string } {
  const from = FIRST_DAY + round * DAY_MS;
  return { from: new Date(from).toISOString(), to: new Date(from + DAY_MS).toISOString() };
}

export const graphsOf = (round: number) =>
  Array.from({ length: GRAPHS_OF_ROUND }, (_, index) => `round-${round}-${index}`);

/**
 * A wrong answer about a different dog in each graph, so that no two graphs send equal requests to
 * the model.
 */
export function eventsOf(round: number, graph: string): TraceEvent[] {
  const at = FIRST_DAY + round * DAY_MS + 3_600_000;
  const place = `${letters(round)}${graph.slice(-1)}`;
  const name = `Rex${place}`;
  return promptedDog(graph, { at }).map((event) => {
    const named = JSON.parse(JSON.stringify(event).replaceAll("Rex", name)) as TraceEvent;
    const isUnit = named.type === "variable" && ["unit", "found"].includes(named.ref);
    return isUnit ? { ...named, value: `${REWORDED} Lives in house ${place}.` } : named;
  });
}

interface Asked {
  readonly task?: "suggest" | "aggregate" | "rewrite";
  readonly claims?: readonly { readonly cases: readonly string[] }[];
  readonly new_cases?: readonly { readonly name: string }[];
  readonly prompts: readonly { readonly id: string; readonly name: string }[];
  readonly prompt: { readonly text: string };
  readonly points: readonly { readonly id: string }[];
  readonly suggestions: readonly { readonly id: string }[];
}

/** Returns plausible answers for every role. `round` makes the answers of each round different. */
export function answerTo({ messages }: ChatBody, round: number): object {
  const asked = JSON.parse(messages[1]?.content ?? "{}") as Asked;
  const change = `Extract also the names of pets, as rule ${letters(round)} says.`;
  if (asked.task === "suggest") {
    return { fixable: true, prompt: asked.prompts[0]?.id, change, why: "It was left out." };
  }
  if (asked.task === "aggregate") {
    return {
      points: [{ change, from: [...asked.points, ...asked.suggestions].map(({ id }) => id) }],
    };
  }
  if (asked.task === "rewrite") {
    return {
      text: `${asked.prompt.text} ${change}`,
      changes: [{ point: asked.points[0]?.id, what: "Asks for pets." }],
    };
  }
  if (asked.new_cases !== undefined) {
    const names = asked.new_cases.map(({ name }) => name);
    const cases = [...(asked.claims?.[0]?.cases ?? []), ...names];
    return { claims: [{ title: "Pets are lost", text: "All of them.", cases }] };
  }
  return { answer: "", quotes: [] };
}

/** Spells a number in letters. */
function letters(number: number): string {
  return [...`${number}`].map((digit) => "abcdefghij"[Number(digit)]).join("");
}
