import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it } from "vitest";
import { locomoFile, longMemEvalFile } from "../sdk/support/benchmark-files.ts";
import { startDatasetService } from "../sdk/support/dataset-service.ts";
import { memtrace } from "./support/memtrace.ts";

const folder = mkdtempSync(join(tmpdir(), "memtrace-dataset-"));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const LOCOMO = file("locomo10.json", JSON.stringify(locomoFile("conv-1", "conv-2"), null, 2));
const LONGMEMEVAL = file("s.json.gz", gzipSync(JSON.stringify(longMemEvalFile())));

it("K70 the command stores a benchmark's questions as a dataset and prints what the file holds", async () => {
  const service = await startDatasetService();
  const env = { MEMTRACE_URL: service.url, MEMTRACE_API_KEY: "mt_live_scripted" };
  const loaded = await memtrace(["dataset", "load", "locomo", LOCOMO], { env });
  expect(loaded).toMatchObject({ code: 0, out: expect.stringContaining("LoCoMo  ds_1\n6 ques") });
  expect(loaded.out).toContain(
    "2 conversations, 4 sessions, 6 turns\n6 questions, 2 of them unanswerable\n",
  );
  expect(loaded.err).toContain("2 pieces of evidence are left out");
  expect(loaded.err).toContain("[1].qa[1].evidence[1]: D9:9");
  const json = await memtrace(
    ["dataset", "load", "longmemeval", LONGMEMEVAL, "--name", "own name", "--json"],
    { env },
  );
  service.close();
  expect(JSON.parse(json.out)).toMatchObject({
    ...{ dataset: "ds_1", name: "own name", rejected: [], benchmark: "longmemeval" },
    ...{ conversations: 2, sessions: 4, turns: 5, questions: 2, unanswerable: 1 },
    ...{ categories: { "knowledge-update": 1, "multi-session": 1 }, withoutEvidence: 1 },
  });
  expect(service.items.map(({ metadata }) => metadata.questionId)).toEqual([
    ...["conv-1-1", "conv-1-2", "conv-1-3", "conv-2-1", "conv-2-2", "conv-2-3", "q1", "q2_abs"],
  ]);
});

it("K70 --check needs no key, and refuses a wrong or damaged file with the place", async () => {
  const check = (benchmark: string, path: string) =>
    memtrace(["dataset", "load", benchmark, path, "--check"]);
  expect(await check("longmemeval", LONGMEMEVAL)).toMatchObject({ code: 0 });
  for (const [benchmark, path, message] of [
    ["locomo", LONGMEMEVAL, "not a file of locomo. [0].sample_id: must be a text"],
    ["locomo", file("cut.json", '[{\n"sample_id": "c'), "Line 2, column 16: the text ends within"],
    ["locomo", join(folder, "none.json"), "no such file"],
    ["lokomo", LOCOMO, "lokomo is not known: give locomo or longmemeval."],
  ] as const) {
    const { code, out, err } = await check(benchmark, path);
    expect([code, out]).toEqual([2, ""]);
    expect(err).toContain(message);
  }
  for (const args of [[], ["store"], ["load"], ["load", "locomo"], ["load", "locomo", "a", "b"]])
    expect((await memtrace(["dataset", ...args])).code).toBe(2);
});
