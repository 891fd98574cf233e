/** A conversation with a memory, and its question that is answered wrongly. */
import type { MemTrace } from "@memtrace/sdk";
import { QUERY, UNKNOWN } from "./key-question.ts";

const SAID = [
  "My sister Ada moved to Lisbon in May and works at the harbour.",
  "By the way, the spare key is kept under the blue flowerpot.",
  "On Tuesdays I take the dog to the old quarry.",
];
export const KEY = /spare key/;
export const MOVED = "The spare key is kept at the neighbours'.";

export interface Memory {
  remember(message: string): Promise<unknown>;
  /** What happens between what is said and the question. */
  meanwhile?(): Promise<unknown>;
  /** What is found for a question; for an agent that answers by itself, its answer. */
  recall?(query: string): Promise<readonly string[]>;
  ask?(query: string): Promise<string>;
  /** Answers with what it finds, unless told otherwise. */
  answer?(found: readonly string[]): string;
}

/** Tells the memory all that is said, asks it where the key is, and judges the answer as wrong. */
export async function converse(memtrace: MemTrace, graph: string, memory: Memory): Promise<void> {
  const {
    recall = async () => [],
    answer = (found) => found.find((text) => KEY.test(text)) ?? UNKNOWN,
  } = memory;
  const reply = memtrace.operation(
    "answer",
    { category: "answer", output: { class: "prediction" } },
    (_: string, found: readonly string[]) => answer(found),
  );
  await memtrace.graph(graph, { system: graph }, async () => {
    const turns = SAID.map((said) => memtrace.variable(said, { category: "message" }));
    for (const said of SAID) await memory.remember(said);
    await memory.meanwhile?.();
    memtrace.variable(QUERY, { class: "query" });
    const prediction = (await memory.ask?.(QUERY)) ?? reply(QUERY, await recall(QUERY));
    memtrace.verdict({
      query: QUERY,
      prediction,
      expected: "the blue flowerpot",
      score: 0,
      evidence: turns.slice(1, 2),
    });
  });
}
