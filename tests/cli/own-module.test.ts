import { existsSync, mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import type { ReplayPlan } from "../../sdk/src/replay/replay.ts";
import { memtrace, SOURCE, start } from "./support/memtrace.ts";
import { answerJson, refuse, type Script, scriptedService } from "./support/scripted-service.ts";

const FOLDER = mkdtempSync(join(tmpdir(), "memtrace-module-"));
const SDK = pathToFileURL(resolve(import.meta.dirname, "../../sdk/src/replay/replay.ts")).href;
const KEY = { MEMTRACE_API_KEY: "mt_live_any" };

function file(name: string, text: string): string {
  const path = join(FOLDER, name);
  writeFileSync(path, text);
  return path;
}

const GOOD = file("good.mjs", 'export default { run: async () => "Tom" };');
const QUESTIONS = file("questions.ndjson", '{"question": "Who?", "expected": "Tom"}');

/** A service that knows the dataset `keys`. No experiment runs. */
const DATASETS: Script = {
  answer({ method, url }, response) {
    if (url === "/v1/datasets/empty") return answerJson(response, 200, { id: "ds_1", items: 0 });
    if (url === "/v1/datasets") return answerJson(response, 201, { id: "ds_2", items: 0 });
    if (url === "/v1/datasets/ds_2/items") {
      return answerJson(response, 200, { added: 0, joined: 0, withoutAnswer: 0, rejected: [] });
    }
    refuse(response, 404, "not_found", `No ${method} ${url}.`);
  },
};

describe("a module of the app", () => {
  it.each([
    ["experiment", "broken.mjs", "\n\nreturn ) 5;", /broken\.mjs:3\nreturn \) 5;\n/],
    ["replay", "importing.mjs", 'import "./broken.mjs";', /broken\.mjs:3\nreturn \) 5;\n/],
    ["replay", "enum.ts", "enum A { B }", /enum\.ts:1\nenum A[\s\S]*not supported/],
    ["experiment", "lacking.mjs", 'import { no } from "node:fs";', /lacking\.mjs:1\n.*no.*\n/],
    [
      "experiment",
      "throwing.mjs",
      'const open = () => { throw new Error("no index"); };\n\nopen();',
      /Error: no index\n {4}at open \(.*throwing\.mjs:1:28\)\n {4}at .*throwing\.mjs:3:1/,
    ],
    ["replay", "alone.mjs", 'import "./nowhere.mjs";', /Cannot find module .*nowhere\.mjs/],
    ["replay", "text.mjs", 'throw "no index";', /text\.mjs cannot be loaded: no index/],
  ])("K25 %s gives the place where %s cannot be loaded", async (command, name, text, said) => {
    const path = file(name, text);
    const args = command === "replay" ? ["case_1", "--with", path] : [path, "--dataset", "keys"];
    // Run the sources. In the built program, stack traces never name our modules, so the check that
    // the output names none of them would always pass.
    const { code, out, err } = await memtrace([command, ...args], { env: KEY, program: SOURCE });
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toMatch(said);
    expect(err).toContain(`${path} cannot be loaded:`);
    expect(err).not.toMatch(/own-module|node:internal/);
  });

  it.each([
    ["export const run = () => 1;", "it exports run."],
    ["export default { run: 5 };", "it exports default."],
    ["export default null;", "it exports default."],
    ["", "it exports nothing."],
  ])("K25 the command refuses %s as a pipeline and shows the code to write", async (text, said) => {
    const path = file("exporting.mjs", text);
    const args = ["experiment", path, "--dataset", "keys"];
    const { code, err } = await memtrace(args, { env: KEY });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(said) });
    expect(err).toContain("export default { run:");
  });

  it.each([
    "export const replay = 5;",
    "export default { run: async () => 1 };",
    "export const replay = { open: () => ({}) };",
  ])("K25 the command refuses %s as a replay and shows the code to write", async (text) => {
    const path = file("replaying.mjs", text);
    const { code, err } = await memtrace(["replay", "case_1", "--with", path], { env: KEY });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("nothing to replay") });
    expect(err).toContain("export const replay = replayable({ open:");
  });

  it("K25 the command finds a replayable beside another default export", async () => {
    const path = file(
      "both.mjs",
      `import { replayable } from ${JSON.stringify(SDK)};
       export const replay = replayable({ open: () => ({ ask: () => "" }) });
       export default { run: () => "" };`,
    );
    const service = await scriptedService(DATASETS);
    const ended = await memtrace(["replay", "case_1", "--with", path], { env: service.env });
    service.close();
    expect(ended).toMatchObject({ code: 1, err: "No GET /v1/cases/case_1/replay.\n" });
  });

  it.each([
    ["ends", "process.exit(0);"],
    ["waits for what never comes", "await new Promise(() => {});"],
  ])("K25 a module that %s while it loads makes the command fail", async (_, text) => {
    const path = file("ending.mjs", text);
    const args = ["experiment", path, "--dataset", "keys", "--fail-under", "0.5"];
    const { code, err } = await memtrace(args, { env: KEY });
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("before the work") });
  });

  it.each([
    ["nowhere.csv", 2, "nowhere.csv: no such file"],
    ["./nowhere", 2, "./nowhere: no such file"],
    [join(FOLDER, "folder"), 2, "this is a folder, not a file"],
    ["nowhere", 1, "No GET /v1/datasets/nowhere."],
    ["empty", 2, "The dataset empty contains no usable question."],
    ["runs/nowhere", 2, "neither a file nor a dataset"],
    [file("heading.csv", "question\n"), 2, "contains no usable question."],
    [file("empty.csv", ""), 2, "the file is empty"],
  ])(
    "Y16 the dataset %s ends the command with exit code %i before the pipeline runs",
    async (dataset, code, said) => {
      mkdirSync(join(FOLDER, "folder"), { recursive: true });
      const service = await scriptedService(DATASETS);
      const args = ["experiment", GOOD, "--dataset", dataset];
      const ended = await memtrace(args, { env: service.env });
      service.close();
      expect(ended).toMatchObject({ code, out: "", err: expect.stringContaining(said) });
    },
  );

  it("Y16 the command reports an unreachable service at once, whatever the dataset is", async () => {
    const gone = await scriptedService({});
    gone.close();
    const ended = await Promise.all(
      ["keys", QUESTIONS].map((dataset) =>
        memtrace(["experiment", GOOD, "--dataset", dataset], { env: gone.env }),
      ),
    );
    for (const { code, err } of ended) {
      expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("ECONNREFUSED") });
    }
  });

  it("Z37 an interrupted replay deletes the folder of its copy", async () => {
    const path = file(
      "waiting.mjs",
      `import { replayable } from ${JSON.stringify(SDK)};
       setInterval(() => {}, 60_000);
       const open = ({ folder }) => new Promise(() => console.log("in " + folder));
       export const replay = replayable({ open });`,
    );
    const nothing = { values: [], removed: [] };
    const target = { op: "op-1", name: "extract", place: 0, effect: "result" } as const;
    const plan: ReplayPlan = {
      ...{ case: "case_1", graph: "g", user: null, system: null, query: "Who?", prediction: "" },
      ...{ errorType: "ExtractionError", op: "op-1", opName: "extract", proves: "rescue" },
      ...{ expected: ["Tom"], memory: [], steps: [], stored: [], needed: [] },
      target: { ...target, recorded: nothing, corrected: nothing },
    };
    const service = await scriptedService({
      answer: (_, response) => answerJson(response, 200, plan),
    });
    const running = start(["replay", "case_1", "--with", path], { env: service.env });
    await running.printed("memtrace-replay-");
    const folder = /in (.+)\n/.exec(running.out)?.[1] ?? "";
    expect(existsSync(folder)).toBe(true);
    running.process.kill("SIGINT");
    const { code } = await running.ended;
    service.close();
    expect({ code, isThere: existsSync(folder) }).toEqual({ code: 130, isThere: false });
  });

  it("Y14 an interrupted experiment says how to continue it", async () => {
    const text =
      "setInterval(() => {}, 60_000); export default { run: () => new Promise(() => {}) };";
    const slow = file("slow.mjs", text);
    const service = await scriptedService({
      answer({ method, url = "" }, response) {
        if (url === "/v1/datasets/keys") return answerJson(response, 200, { id: "ds_1", items: 1 });
        if (method === "POST") {
          return answerJson(response, 201, { id: "exp_1", dataset: "ds_1", items: 1 });
        }
        answerJson(response, 200, { items: [{ id: "i1", question: "Who?" }], next: null });
      },
    });
    const running = start(["experiment", slow, "--dataset", "keys"], { env: service.env });
    await running.printed("Experiment exp_1 is running.");
    running.process.kill("SIGINT");
    const { code, err } = await running.ended;
    service.close();
    expect({ code, err }).toEqual({ code: 130, err: expect.stringContaining("--resume exp_1") });
  });
});
