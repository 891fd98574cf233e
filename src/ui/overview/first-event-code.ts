import { isOnThisMachine } from "../text/address.ts";

/** The lines that send a project its first events, and its first wrong answer. */
export interface FirstEventCode {
  readonly install: string;
  readonly environment: string;
  /** Wraps a memory. */
  readonly code: string;
  /** Uses it, and opens a case. */
  readonly run: string;
}

export function firstEventCode(key: string, origin: string): FirstEventCode {
  const sdk = isOnThisMachine(origin) ? "PATH_TO_MEMTRACE/sdk" : "@memtrace/sdk";
  return {
    install: `npm install ${sdk}`,
    environment: `export MEMTRACE_API_KEY=${key} MEMTRACE_URL=${origin}`,
    code: `import { MemTrace } from "@memtrace/sdk";
const memtrace = new MemTrace();

const remember = memtrace.operation(
  "remember", { category: "extraction", output: { category: "memory_entry" } }, storeMemory);
const search = memtrace.operation("search", { category: "retrieval" }, searchMemory);
const answer = memtrace.operation("answer", { output: { class: "prediction" } }, askMyModel);`,
    run: `await memtrace.graph("user-42", { system: "my-memory" }, async () => {
  const message = memtrace.variable(said, { category: "message" });
  await remember(said);
  memtrace.variable(question, { class: "query" });
  const prediction = await answer(question, await search(question));
  memtrace.verdict({ query: question, prediction, expected, score: 0, evidence: [message] });
});
await memtrace.flush();`,
  };
}
