import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { MemTrace } from "@memtrace/sdk";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { runMemoryAgent } from "../../sdk/examples/memory-agent/run.ts";
import { ProjectClient } from "../../src/local/client/project-client.ts";
import { settledGraph } from "../../src/local/demo/completion.ts";
import type { CaseSummary } from "../../src/protocol/api/api.ts";
import type { Replay } from "../../src/protocol/api/replays.ts";
import { runDocumented } from "./support/documented.ts";

const ROOT = join(import.meta.dirname, "../..");
const MODULE = join(ROOT, "sdk/examples/memory-agent/replay.ts");
const GRAPH = "example to replay";
const run = promisify(execFile);

let cases: readonly CaseSummary[] = [];
let api: ProjectClient;

beforeAll(async () => {
  const { url, key } = inject("service");
  api = new ProjectClient({ url, headers: () => ({ Authorization: `Bearer ${key}` }) });
  const memtrace = new MemTrace({ url, apiKey: key });
  await runMemoryAgent(memtrace, { graph: GRAPH });
  await memtrace.close();
  ({ cases } = await settledGraph(api, GRAPH));
});

/** Runs the built command. Returns its exit code and its output. */
async function replay(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const { url, key } = inject("service");
  const env = { ...process.env, MEMTRACE_URL: url, MEMTRACE_API_KEY: key };
  const program = join(ROOT, "sdk/bin/memtrace.js");
  const ended = run(process.execPath, [program, "replay", ...args], { env });
  return ended.then(
    ({ stdout: out, stderr: err }) => ({ code: 0, out, err }),
    ({ code, stdout: out, stderr: err }) => ({ code, out, err }),
  );
}

const caseOf = (errorType: string): CaseSummary => {
  const found = cases.find((item) => item.errorType === errorType);
  if (found === undefined) throw new Error(`there is a case of ${errorType}`);
  return found;
};

describe("memtrace replay", () => {
  it("Z15 the command proves a verdict of the example agent, and text and UI data say so", async () => {
    const { id } = caseOf("UpdateError");
    const { code, out, err } = await replay(id, "--with", MODULE);
    expect([code, err]).toEqual([0, ""]);
    for (const line of [
      /^corrected +update_memory: “/m,
      /^control +the same/m,
      /^outcome +proved:/m,
    ])
      expect(out).toMatch(line);
    expect((await api.case(id)).proof).toBe("proved");
    expect((await api.cases({ proof: "proved" })).map((item) => item.id)).toContain(id);
  });

  it("Z15 the command takes given values and prints a refutation as JSON", async () => {
    const { id } = caseOf("ExtractionError");
    const given = ["--value", "Maya likes rain.", "--json"];
    const { code, out } = await replay(id, "--with", MODULE, ...given);
    const told: Replay = JSON.parse(out);
    expect([code, told.outcome, told.correction?.values]).toEqual([
      ...[0, "refuted"],
      ["Maya likes rain."],
    ]);
    expect((await replay(id, "--with", MODULE)).code).toBe(0);
    expect((await api.case(id)).proof).toBe("proved");
  });

  it("Z15 the command ends with exit code 1 if the outcome is inconclusive, and with 2 on invalid input", async () => {
    const { id } = caseOf("JudgeError");
    const undecided = await replay(id, "--with", MODULE);
    expect([undecided.code, undecided.out]).toEqual([1, expect.stringContaining("inconclusive: ")]);
    const wrong: [string[], number, string][] = [
      [[id], 2, "Name the app's module: --with."],
      [[id, "--with", "nothing.ts"], 2, "nothing.ts: no such file or folder"],
      [
        [id, "--with", join(ROOT, "sdk/examples/memory-agent/words.ts")],
        2,
        "has nothing to replay",
      ],
      [["case_unknown", "--with", MODULE], 1, "There is no such case"],
      [[id, "--with", MODULE, "--model", "--value", "x"], 2, "--value or --model"],
    ];
    for (const [args, code, said] of wrong) {
      const ended = await replay(...args);
      expect([ended.code, ended.err]).toEqual([code, expect.stringContaining(said)]);
    }
    const unmodelled = await replay(caseOf("UpdateError").id, "--with", MODULE, "--model");
    expect([unmodelled.code, unmodelled.err]).toEqual([1, expect.stringContaining("has no model")]);
  });

  it("Z16 the code of docs/replay.md compiles and runs unchanged", async () => {
    expect(await runDocumented("../replay.md", {})).toEqual({ compiler: "", printed: "" });
  });
});
