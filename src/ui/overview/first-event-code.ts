/** The lines that send a project its first events. */
export interface FirstEventCode {
  readonly install: string;
  readonly environment: string;
  readonly code: string;
  /** Opens a case. */
  readonly verdict: string;
}

export function firstEventCode(key: string, origin: string): FirstEventCode {
  return {
    install: "npm install @memtrace/sdk",
    environment: `export MEMTRACE_API_KEY=${key} MEMTRACE_URL=${origin}`,
    code: [
      `import { MemTrace } from "@memtrace/sdk";`,
      "const memtrace = new MemTrace();",
      `export const search = memtrace.operation("search", { category: "retrieval" }, searchMemory);`,
    ].join("\n"),
    verdict: "memtrace.verdict({ query, prediction, expected, score: 0 });",
  };
}
