import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, inject, it } from "vitest";
import type {
  Comparison,
  Experiment,
  ExperimentResult,
} from "../../src/protocol/api/experiments.ts";
import { type Ended, memtrace, start } from "../cli/support/memtrace.ts";
import { read } from "./support/attributed.ts";
import { runDocumented } from "./support/documented.ts";
import { NODES } from "./support/nodes.ts";

const COMMAND = resolve(import.meta.dirname, "../../sdk/bin/memtrace.js");
const SDK = pathToFileURL(resolve(import.meta.dirname, "../../sdk/dist/index.js")).href;
const FOLDER = mkdtempSync(join(tmpdir(), "memtrace-experiment-"));

function run(args: readonly string[], node = process.execPath, env = {}): Promise<Ended> {
  const { url, key } = inject("service");
  return memtrace(["experiment", ...args], {
    ...{ program: COMMAND, node },
    env: { MEMTRACE_URL: url, MEMTRACE_API_KEY: key, ...env },
  });
}

function file(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

/** A pipeline with scripted answers. It answers right for question numbers below `rightUpTo`. */
const pipeline = (name: string, rightUpTo: number, further = "") =>
  file(
    `${name}.mjs`,
    `import { MemTrace } from ${JSON.stringify(SDK)};
     const memtrace = new MemTrace();
     const look = memtrace.operation("look", (question) => {
       const number = Number(question.match(/\\d+/)[0]);
       ${further}
       return number < ${rightUpTo} ? "It is answer " + number + "." : "No idea.";
     });
     console.log("what the app prints");
     setInterval(() => {}, 60_000);
     export default { memtrace, name: ${JSON.stringify(name)}, run: ({ question }) => look(question) };`,
  );

const questions = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    question: `Question ${at}?`,
    expected: `answer ${at}`,
  }));
const QUESTIONS = file(
  "questions.ndjson",
  questions(20)
    .map((item) => JSON.stringify(item))
    .join("\n"),
);

interface Answer {
  readonly experiment: Experiment;
  readonly comparison: Comparison | null;
}

describe("memtrace experiment", () => {
  it("Y15 an experiment runs a pipeline on a file, compares results, and gives each item a graph", async () => {
    const first = await run([pipeline("before", 6), "--dataset", QUESTIONS, "--json"]);
    expect(first).toMatchObject({ code: 0, err: expect.stringContaining("what the app prints") });
    const before: Answer = JSON.parse(first.out);
    expect(before.experiment).toMatchObject({
      ...{ name: "before", state: "done", items: 20 },
      figures: { right: 6, wrong: 14, failed: 0, share: 0.3 },
    });
    const against = ["--against", before.experiment.id];
    const args = [pipeline("after", 15), "--dataset", QUESTIONS, ...against];
    const second = await run([...args, "--name", "a longer memory"]);
    expect(second).toMatchObject({ code: 0 });
    expect(second.out).toContain("15 of 20 right: 75% (95%: 53.1 to 88.8%)");
    expect(second.out).toContain(`Against ${before.experiment.id}: Better: +45.0 points`);
    expect(second.out).toMatch(
      /Gained\nQUESTION .*\n(.*\n)*Question 6\? +answer 6 +No idea\. +It is/,
    );
    const page = await read<{ items: Experiment[] }>(
      `/v1/experiments?dataset=${before.experiment.dataset}`,
    );
    expect(page.items.map(({ name }) => name)).toEqual(["a longer memory", "before"]);
    const path = `/v1/experiments/${page.items[0]?.id}/results?outcome=wrong`;
    const wrong = await read<{ items: ExperimentResult[] }>(path);
    const graph = encodeURIComponent(wrong.items[0]?.graph ?? "");
    expect(await read(`/v1/graphs/${graph}`)).toMatchObject({ operations: 1 });
  });

  it("Y15 a table, a list and a dataset's name are valid input; a refused item affects no other", async () => {
    const table = file("table.csv", 'question,expected\n"Question 1?",answer 1\n,nothing\n');
    const list = file("list.json", JSON.stringify(questions(3), null, 2));
    const ofTable = await run([pipeline("table", 9), "--dataset", table]);
    expect(ofTable).toMatchObject({
      code: 1,
      out: expect.stringContaining("1 of 1 right"),
      err: expect.stringContaining("item 2 was refused: question:"),
    });
    expect((await run([pipeline("list", 9), "--dataset", list])).out).toContain("3 of 3 right");
    const { items } = await read<{ items: { name: string }[] }>("/v1/datasets");
    const name = items.find((dataset) => dataset.name.startsWith("list.json"))?.name ?? "";
    expect((await run([pipeline("name", 2), "--dataset", name])).out).toContain("2 of 3 right");
  });

  it("Y16 the exit code says whether the share of right answers is high enough", async () => {
    const args = [pipeline("build", 15, 'if (number === 19) throw new Error("timed out");')];
    const on = [...args, "--dataset", QUESTIONS];
    const enough = await run([...on, "--fail-under", "0.75"]);
    expect([enough.code, enough.out]).toEqual([0, expect.stringContaining("1 ended in an error")]);
    expect(enough.out).toMatch(/Question 19\? +Error: timed out/);
    const less = await run([...on, "--fail-under", "0.76"]);
    expect(less).toMatchObject({ code: 1, err: expect.stringContaining("less than --fail-under") });
    expect((await run(on)).code).toBe(1);
    const unjudged = file("open.ndjson", '{"question": "Question 1?"}');
    expect(await run([...args, "--dataset", unjudged, "--fail-under", "0"])).toMatchObject({
      ...{ code: 1, out: expect.stringContaining("no answer could be judged") },
    });
  });

  it("Y16 the command refuses invalid input before it runs anything", async () => {
    const good = pipeline("good", 1);
    const empty = file("empty.mjs", "export const run = 1;");
    const broken = file("broken.mjs", "import './nowhere.mjs';");
    for (const [args, code, said] of [
      [[], 2, "Name the module of the pipeline."],
      [["nowhere.mjs"], 2, "nowhere.mjs: no such file or folder"],
      [[good], 2, "Name a dataset"],
      [[good, "--dataset", "x", "--fail-under", "80"], 2, "give a share from 0 to 1"],
      [[good, "--dataset", "x", "--concurrency", "0"], 2, "whole number from 1"],
      [[empty, "--dataset", "x"], 2, "has no pipeline: it exports run."],
      [[broken, "--dataset", "x"], 2, "broken.mjs cannot be loaded"],
      [[good, "--dataset", "no such"], 1, "There is no such dataset"],
      [[good, "--dataset", "nowhere.csv"], 2, "nowhere.csv: no such file or folder"],
      [[good, "--resume", "exp_none"], 1, "There is no such experiment"],
      [
        [good, "--resume", "x", "--dataset", "x"],
        2,
        "uses the dataset of the interrupted experiment",
      ],
      [[good, "--dataset", "x", "--against", "exp_none"], 1, "There is no such experiment"],
    ] as const) {
      const ended = await run(args);
      expect([args, ended.code, ended.err]).toEqual([args, code, expect.stringContaining(said)]);
    }
  });

  it("Y14 a killed experiment continues with the missing items", async () => {
    const module = pipeline(
      "killed",
      20,
      "if (process.env.HANG && number === 12) return new Promise(() => {});",
    );
    const { url, key } = inject("service");
    const env = { MEMTRACE_URL: url, MEMTRACE_API_KEY: key, HANG: "1" };
    const args = ["experiment", module, "--dataset", QUESTIONS, "--concurrency", "1"];
    const child = start(args, { program: COMMAND, env });
    await child.printed("is running.");
    const id = /exp_\w+/.exec(child.err)?.[0] ?? "";
    const answered = async () => (await read<Experiment>(`/v1/experiments/${id}`)).figures.answered;
    await expect.poll(answered, { timeout: 30_000 }).toBe(12);
    child.process.kill("SIGKILL");
    await child.ended;
    expect(await read(`/v1/experiments/${id}`)).toMatchObject({ state: "running" });
    const resumed = await run([module, "--resume", id, "--json"]);
    expect(JSON.parse(resumed.out).experiment).toMatchObject({
      ...{ id, state: "done", figures: { right: 20 } },
    });
  });

  it("Y19 the code of docs/experiments.md compiles and runs unchanged", async () => {
    const { url, key } = inject("service");
    const env = { MEMTRACE_URL: url, MEMTRACE_API_KEY: key };
    expect(await runDocumented("../experiments.md", env)).toEqual({
      compiler: "",
      printed: "1 of 1\n",
    });
  });

  for (const { version, path: node } of NODES) {
    it.skipIf(node === undefined)(`K14 an experiment runs in Node ${version}`, async () => {
      const ended = await run([pipeline("node", 20), "--dataset", QUESTIONS, "--json"], node);
      expect(JSON.parse(ended.out).experiment.figures.share).toBe(1);
    });
  }
});
