/** A conversation with a memory that ends with a question and a wrong answer. */
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
  /** Runs after the statements and before the question. */
  meanwhile?(): Promise<unknown>;
  /** Returns what the memory finds for the question. */
  recall?(query: string): Promise<readonly string[]>;
  ask?(query: string): Promise<string>;
  /** Writes the answer from what was found; by default, the text about the key. */
  answer?(found: readonly string[]): string;
}

/** Stores all statements in the memory, asks where the key is, and reports the answer as wrong. */
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
