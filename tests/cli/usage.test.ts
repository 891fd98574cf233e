import { execFileSync } from "node:child_process";
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MAX_GRAPH_BODY_BYTES } from "../../src/protocol/limits.ts";
import { labelledFolder } from "../evaluation/support/labelled-file.ts";
import { memtrace } from "./support/memtrace.ts";
import { answerJson, refuse, scriptedService } from "./support/scripted-service.ts";

const COMMANDS = [
  ...[
    "import",
    "watch",
    "export",
    "tail",
    "cases",
    "attribute",
    "ask",
    "report",
    "health",
    "replay",
  ],
  ...["dataset", "experiment", "impact", "eval", "verify", "whoami"],
];
const KEY = { MEMTRACE_API_KEY: "mt_live_any" };

describe("memtrace", () => {
  it("K1 memtrace describes itself, and fails without arguments", async () => {
    const [all, bare] = await Promise.all([memtrace(["--help"]), memtrace([])]);
    expect(all).toMatchObject({ code: 0, err: "" });
    for (const name of COMMANDS) expect(all.out).toMatch(new RegExp(`^ {2}${name} +\\S`, "m"));
    expect(bare).toMatchObject({ code: 2, out: "", err: all.out });
  });

  it.each(COMMANDS)("K1 memtrace describes %s", async (name) => {
    const { code, out, err } = await memtrace([name, "--help"]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toMatch(new RegExp(`^memtrace ${name} `));
    expect(out).toContain("--json");
    expect(out).toContain("Exit codes:");
  });

  it.each([
    [["improt", "a.json"], "There is no command improt. Did you mean import?"],
    [["constructor"], "There is no command constructor."],
    [["cases", "--grph", "g"], "There is no option --grph. Did you mean --graph?"],
    [["cases", "--quite-unknown"], "There is no option --quite-unknown."],
    [
      ["cases", "--type", "RetreivalError"],
      expect.stringMatching(/^--type is .* Did you mean RetrievalError\?$/),
    ],
    [["cases", "--limit", "few"], "--limit is few; give a whole number from 1."],
    [["cases", "graph"], "Unexpected argument graph."],
    [["import"], "Name a file or a folder."],
    [
      ["import", "/nowhere/at/all"],
      expect.stringMatching(/^\/nowhere\/at\/all: no such file.* no folder \/nowhere\.$/),
    ],
    [["export"], "Name the graph."],
    [["tail", "a", "b"], "Unexpected argument b: name only the graph."],
    [["tail", "a", "--since-start", "--cursor", "c"], "Give --since-start or --cursor, not both."],
    [["attribute"], "Name a case."],
    [["report", "--json", "--markdown"], "Give --json or --markdown, not both."],
    [["report", "--case", "c", "--list"], "--list cannot be combined with options of a report."],
    [
      ["report", "--file", "a.json", "--system", "mem0"],
      "--file reports on all cases of the file: give no options that choose cases.",
    ],
    [["health", "--period", "month"], "--period is month; give days, such as 30d."],
    [
      ["health", "--fail-under", "survivl=0.8"],
      "--fail-under has no figure survivl. Did you mean survival?",
    ],
    [
      ["health", "--fail-over", "loop=2"],
      "--fail-over is loop=2; give a share from 0 to 1, such as loop=0.8.",
    ],
    [["eval"], "Name a file or a folder."],
    [["cases", "--from", "yesterday"], expect.stringMatching(/^--from is yesterday; give a time/)],
    [["report", "--to", "2026-03-04"], expect.stringMatching(/^--to is 2026-03-04; give a time/)],
    [["export", "g", "--out", ""], "Give the name of the file: --out FILE."],
    [["export", "g", "--out", "/nowhere/g.json"], "--out: there is no folder /nowhere."],
    [["eval", ".", "--html", "/nowhere/p.html"], "--html: there is no folder /nowhere."],
    [["whoami", "--url", "http://a:b@c"], expect.stringContaining("Remove a user name")],
    [["whoami", "--url", "http://c/?d"], expect.stringContaining("Remove a user name")],
    [["eval", ".", "--method", "flwo"], expect.stringMatching(/Did you mean flow\?$/)],
    [["whoami", "--url", "localhost:1"], expect.stringContaining("begins with http://")],
    [["whoami", "--api-key", "mt_live_é"], expect.stringContaining("Project keys begin with")],
  ])("K2 memtrace refuses %j and names the valid choice", async (args, first) => {
    const { code, out, err } = await memtrace(args, { env: KEY });
    expect({ code, out, first: err.split("\n")[0] }).toEqual({ code: 2, out: "", first });
  });

  it("K2 without a key, memtrace sends no request", async () => {
    const { code, err } = await memtrace(["whoami"], { env: { MEMTRACE_API_KEY: "" } });
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("MEMTRACE_API_KEY") });
  });

  it("K3 memtrace reports an unreachable or foreign service with the remedy", async () => {
    const foreign = await scriptedService({ answer: (_, response) => response.end("<html>") });
    const failing = await scriptedService({
      answer: (_, response) => refuse(response, 500, "internal", "Something failed on our side."),
    });
    const gone = await scriptedService({});
    gone.close();
    const ended = await Promise.all([
      ...["whoami", "tail g"].map((line) => memtrace(line.split(" "), { env: gone.env })),
      ...["whoami", "tail g"].map((line) => memtrace(line.split(" "), { env: foreign.env })),
      memtrace(["whoami"], { env: failing.env }),
    ]);
    foreign.close();
    failing.close();
    const told = ended.map(({ code, out, err }) => ({ code, out, err: err.split("\n") }));
    const unreachable = {
      code: 3,
      out: "",
      err: [expect.stringContaining("ECONNREFUSED"), expect.stringContaining("MEMTRACE_URL"), ""],
    };
    const other = {
      ...unreachable,
      err: [
        expect.stringMatching(/answered with \d+, but not as MemTrace/),
        ...unreachable.err.slice(1),
      ],
    };
    expect(told.slice(0, 2)).toEqual([unreachable, unreachable]);
    expect(told.slice(2, 4)).toEqual([other, other]);
    expect(told[4]).toEqual({ code: 3, out: "", err: ["Something failed on our side.", ""] });
  });

  it("K3 memtrace follows no redirect, and takes no export from another server", async () => {
    let sent = 0;
    const elsewhere = await scriptedService({
      answer: (_, response) => {
        sent += 1;
        response.end();
      },
    });
    const redirecting = await scriptedService({
      answer: ({ url = "" }, response) => {
        const location = `${elsewhere.env.MEMTRACE_URL}${url}`;
        response.writeHead(302, { location }).end();
      },
    });
    const foreign = await scriptedService({ answer: (_, response) => response.end("<html>") });
    const ended = await Promise.all([
      memtrace(["whoami"], { env: redirecting.env }),
      memtrace(["export", "g"], { env: foreign.env }),
    ]);
    for (const service of [elsewhere, redirecting, foreign]) service.close();
    expect(ended.map(({ code, out }) => ({ code, out }))).toEqual([
      ...[1, 2].map(() => ({ code: 3, out: "" })),
    ]);
    expect(ended[0]?.err).toContain(`redirects to ${elsewhere.env.MEMTRACE_URL}`);
    expect(ended[1]?.err).toContain("not as MemTrace does");
    expect(sent).toBe(0);
  });

  it("K4 memtrace sends a postponed request again", async () => {
    let asked = 0;
    const service = await scriptedService({
      answer: (_, response) => {
        asked += 1;
        if (asked > 1) return answerJson(response, 200, { items: [], next: null });
        response.setHeader("Retry-After", "1");
        refuse(response, 429, "rate_limited", "Too many.");
      },
    });
    const { code, out, err } = await memtrace(["cases", "--json"], { env: service.env });
    service.close();
    expect({ code, out, asked }).toEqual({ code: 0, out: "[]\n", asked: 2 });
    expect(err).toContain("a pause of 1 s");
  });

  it("K4 memtrace refuses to wait more than two minutes, and says so", async () => {
    let asked = 0;
    let wait = "3600";
    const service = await scriptedService({
      answer: (_, response) => {
        asked += 1;
        response.setHeader("Retry-After", wait);
        refuse(response, 429, "rate_limited", "Too many.");
      },
    });
    const ended = await memtrace(["whoami"], { env: service.env });
    expect({ ...ended, asked }).toEqual({
      ...{ code: 1, out: "", asked: 1 },
      err: "Too many. Repeat it after 3600 s.\n",
    });
    wait = new Date(Date.now() + 3_600_000).toUTCString();
    const dated = await memtrace(["whoami"], { env: service.env });
    service.close();
    expect([dated.code, asked]).toEqual([1, 2]);
    expect(dated.err).toMatch(/^Too many\. Repeat it after 3[56]\d\d s\.\n$/);
  });

  it("K4 memtrace repeats only safe requests while the service fails", async () => {
    const asked: string[] = [];
    const service = await scriptedService({
      answer: ({ method, url }, response) => {
        const request = `${method} ${url}`;
        asked.push(request);
        if (asked.filter((one) => one === request).length > 1) {
          return refuse(response, 404, "not_found", "Not there.");
        }
        response.setHeader("Retry-After", "1");
        refuse(response, 503, "unavailable", "Failed on our side.");
      },
    });
    const file = join(mkdtempSync(join(tmpdir(), "memtrace-cli-")), "graph.json");
    writeFileSync(file, "{}");
    const ended = await Promise.all(
      [["whoami"], ["import", file], ["attribute", "case_1"], ["report"]].map((args) =>
        memtrace(args, { env: service.env }),
      ),
    );
    service.close();
    expect(ended.map(({ code }) => code)).toEqual([1, 1, 1, 3]);
    expect(asked.toSorted()).toEqual([
      ...["GET /v1/whoami", "GET /v1/whoami"],
      ...["POST /v1/cases/case_1/attribute", "POST /v1/cases/case_1/attribute"],
      ...["POST /v1/graphs", "POST /v1/graphs", "POST /v1/reports"],
    ]);
  });

  it("K5 broken links do not stop the other files, and the command follows no link to a parent folder", async () => {
    const folder = labelledFolder();
    symlinkSync(join(folder, "not there"), join(folder, "dangling.json"));
    symlinkSync("itself.json", join(folder, "itself.json"));
    mkdirSync(join(folder, "inner"));
    symlinkSync(folder, join(folder, "inner/back"));
    const { code, out, err } = await memtrace(["eval", folder, "--json"]);
    expect(code).toBe(0);
    expect(err).toMatch(/dangling\.json: this link leads to .*not there, which does not exist/);
    expect(err).toMatch(/itself\.json: this link leads back to itself/);
    expect(JSON.parse(out)).toMatchObject({ figures: { cases: 2 } });
    const service = await scriptedService({
      answer: (_, response) => refuse(response, 422, "damaged_graph", "data: is missing."),
    });
    const imported = await memtrace(["import", folder, "--json"], { env: service.env });
    service.close();
    const { files, refused } = JSON.parse(imported.out);
    expect(imported.code).toBe(1);
    expect(refused).toBe(4);
    expect(files).toContainEqual({
      file: join(folder, "dangling.json"),
      refused: expect.stringMatching(/^this link leads to/),
    });
  });

  it.skipIf(process.getuid?.() === 0)(
    "K5 an unreadable folder does not stop the other files",
    async () => {
      const folder = labelledFolder();
      mkdirSync(join(folder, "closed"), { mode: 0 });
      const { code, out, err } = await memtrace(["eval", folder, "--json"]);
      expect({ code, err }).toEqual({
        code: 0,
        err: expect.stringMatching(/closed: permission denied/),
      });
      expect(JSON.parse(out)).toMatchObject({ figures: { cases: 2 } });
    },
  );

  it("K28 import says that nothing changed if the file was imported before", async () => {
    const answer = { graph: "g", events: 38, duplicates: 36, cut: 0, cases: 0 };
    const answers = [answer, { ...answer, repeated: true }];
    const service = await scriptedService({
      answer: (_, response) => answerJson(response, 201, answers.shift()),
    });
    const file = join(mkdtempSync(join(tmpdir(), "memtrace-cli-")), "a.json");
    writeFileSync(file, "{}");
    const first = await memtrace(["import", file], { env: service.env });
    const again = await memtrace(["import", file], { env: service.env });
    service.close();
    expect(first.out).toBe(`${file}: 38 events of g, 36 already known\n`);
    expect(again.out).toBe(`${file}: 38 events of g, imported before: nothing changed\n`);
  });

  it("K5 memtrace refuses a file that it cannot read, with the remedy, before it sends anything", async () => {
    let asked = 0;
    const service = await scriptedService({
      answer: (_, response) => {
        asked += 1;
        refuse(response, 422, "damaged_graph", "data: is missing.");
      },
    });
    const folder = mkdtempSync(join(tmpdir(), "memtrace-cli-"));
    const large = Buffer.alloc(MAX_GRAPH_BODY_BYTES + 1, " ");
    writeFileSync(join(folder, "large.json"), large);
    writeFileSync(join(folder, "packed.json.gz"), gzipSync(large));
    writeFileSync(join(folder, "torn.json.gz"), gzipSync("{}").subarray(0, 12));
    writeFileSync(join(folder, "sent.json"), "{}");
    const { code, out } = await memtrace(["import", folder, "--json"], { env: service.env });
    service.close();
    const blank = "the file: the text ends too early.";
    expect(JSON.parse(out)).toEqual({
      files: [
        { file: join(folder, "large.json"), refused: blank },
        { file: join(folder, "packed.json.gz"), refused: blank },
        { file: join(folder, "sent.json"), refused: "data: is missing." },
        { file: join(folder, "torn.json.gz"), refused: expect.stringContaining("is damaged") },
      ],
      refused: 4,
    });
    expect({ code, asked }).toEqual({ code: 1, asked: 1 });
  });

  it("K6 an export that breaks off leaves the file unchanged", async () => {
    const service = await scriptedService({
      answer: (_, response) => {
        response.setHeader("Content-Type", "application/json");
        response.write('{"graph_id":');
        setImmediate(() => response.destroy());
      },
    });
    const file = join(mkdtempSync(join(tmpdir(), "memtrace-cli-")), "graph.json");
    writeFileSync(file, "as it was");
    const { code, err } = await memtrace(["export", "g", "--out", file], { env: service.env });
    service.close();
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining("ended too early") });
    expect(readFileSync(file, "utf8")).toBe("as it was");
    expect(readdirSync(join(file, ".."))).toEqual(["graph.json"]);
  });

  it("K6 an export through a link replaces the link's target, and an export to a pipe writes to it", async () => {
    const service = await scriptedService({
      answer: (_, response) => answerJson(response, 200, { graph_id: "g" }),
    });
    const folder = mkdtempSync(join(tmpdir(), "memtrace-cli-"));
    const [file, link, pipe] = ["graph.json", "link.json", "pipe"].map((name) =>
      join(folder, name),
    ) as [string, string, string];
    writeFileSync(file, "as it was");
    symlinkSync("graph.json", link);
    execFileSync("mkfifo", [pipe]);
    const linked = await memtrace(["export", "g", "--out", link], { env: service.env });
    const [piped, read] = await Promise.all([
      memtrace(["export", "g", "--out", pipe], { env: service.env }),
      readFile(pipe, "utf8"),
    ]);
    service.close();
    expect([linked.code, piped.code]).toEqual([0, 0]);
    expect([readFileSync(file, "utf8"), read]).toEqual(['{"graph_id":"g"}', '{"graph_id":"g"}']);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readdirSync(folder).toSorted()).toEqual(["graph.json", "link.json", "pipe"]);
  });

  it("K7 eval needs no service and no key", async () => {
    const folder = labelledFolder();
    const [text, json, none] = await Promise.all([
      memtrace(["eval", folder]),
      memtrace(["eval", folder, "--json"]),
      memtrace(["eval", folder, "--method", "oracle"]),
    ]);
    expect(text).toMatchObject({ code: 0, err: "" });
    expect(text?.out).toContain("2 cases of 2 files, 2 with a label");
    expect(JSON.parse(json?.out ?? "")).toMatchObject({
      figures: { cases: 2, scores: { all: { both: { share: 1 } } } },
      verdicts: [{ errorType: "ExtractionError", opId: "extract-10" }, {}],
    });
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining("MEMTRACE_MODEL_URL") });
  });

  it("K7 eval gives no figures without a judged case, and reports a page that it cannot write", async () => {
    const folder = labelledFolder();
    const bad = join(mkdtempSync(join(tmpdir(), "memtrace-cli-")), "bad.json");
    writeFileSync(bad, "no\njson");
    const [none, unwritten] = await Promise.all([
      memtrace(["eval", bad]),
      memtrace(["eval", folder, "--html", folder]),
    ]);
    expect(none).toMatchObject({ code: 1, out: "0 cases of 1 files, 0 with a label\n" });
    expect(none?.err).toMatch(/^.*bad\.json: the file is not JSON: .*\n$/);
    expect(unwritten).toMatchObject({ code: 1, out: "" });
    expect(unwritten?.err).toMatch(/^--html cannot be written: EISDIR.*\n$/);
  });
});
