import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { describe, expect, inject, it } from "vitest";
import type { Case, CaseSummary } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import {
  type Ended,
  memtrace,
  type Running,
  type RunOptions,
  start,
} from "../cli/support/memtrace.ts";
import { labelledFile } from "../evaluation/support/labelled-file.ts";
import { NODES } from "./support/nodes.ts";

const COMMAND = resolve(import.meta.dirname, "../../sdk/bin/memtrace.js");

function options(node = process.execPath): RunOptions {
  const { url, key } = inject("service");
  return { program: COMMAND, node, env: { MEMTRACE_URL: url, MEMTRACE_API_KEY: key } };
}

const run = (...args: string[]): Promise<Ended> => memtrace(args, options());
const watch = (...args: string[]): Running => start(args, options());

/** A folder with the labelled file as a graph of this name, and the other files. */
function folderOf(graph: string, others: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), "memtrace-command-line-"));
  writeFileSync(join(folder, "graph.json"), fileOf(graph));
  for (const [name, text] of Object.entries(others)) writeFileSync(join(folder, name), text);
  return folder;
}

const fileOf = (graph: string): string => JSON.stringify({ ...labelledFile(), graph_id: graph });

const ATTRIBUTED = { state: "done", errorType: "ExtractionError", op: "extract-10" };

describe("memtrace", () => {
  for (const { version, path: node } of NODES) {
    it.skipIf(node === undefined)(`K14 the built commands run in Node ${version}`, async () => {
      const graph = `whole way in ${version}`;
      const file = join(folderOf(graph), "graph.json");
      const on = (...args: string[]) => memtrace([...args, "--json"], options(node));
      const imported = await on("import", file, "--wait");
      expect(imported).toMatchObject({
        code: 0,
        err: expect.stringContaining("1 annotated case"),
      });
      expect(JSON.parse(imported.out)).toMatchObject({
        files: [{ file, graph, duplicates: 0, cases: 1 }],
        ...{ refused: 0, isSettled: true, cases: [{ graph, ...ATTRIBUTED, agreement: true }] },
      });
      expect(JSON.parse((await on("export", graph)).out)).toEqual(JSON.parse(fileOf(graph)));
      expect(JSON.parse((await on("cases", "--graph", graph)).out)).toMatchObject([ATTRIBUTED]);
      expect(JSON.parse((await on("attribute", "--graph", graph)).out)).toMatchObject([ATTRIBUTED]);
      expect(JSON.parse((await on("report")).out)).toMatchObject({ trigger: "request" });
      const evaluated = JSON.parse((await on("eval", file)).out);
      expect(evaluated.figures.scores.all.both.share).toBe(1);
      const tail = start(["tail", graph, "--since-start"], options(node));
      await tail.printed("Ana bought a tall vase");
      tail.process.kill("SIGINT");
      expect((await tail.ended).code).toBe(0);
    });
  }

  it("K15 import takes files and folders, plain and compressed, and reports the result of each", async () => {
    const folder = folderOf("one of a folder", {
      "damaged.json": '{"graph_id": "g", "data": {"nodes": 1}}',
      "torn.json": '{"graph_id"',
      "index.json": "{}",
    });
    writeFileSync(join(folder, "packed.json.gz"), gzipSync(fileOf("two of a folder")));
    const { code, out, err } = await run("import", folder);
    expect({ code, err }).toEqual({ code: 1, err: "" });
    expect(out.split("\n")).toEqual([
      expect.stringMatching(/damaged\.json: refused: data\.\w+.*Nothing was stored\.$/),
      expect.stringMatching(/graph\.json: \d+ events of one of a folder, 1 annotated case$/),
      expect.stringMatching(/packed\.json\.gz: \d+ events of two of a folder, 1 annotated case$/),
      expect.stringMatching(/torn\.json: refused: Line 1, column 12: .*Nothing was stored\.$/),
      "",
    ]);
    const again = await run("import", join(folder, "graph.json"), "--wait");
    expect(again.code).toBe(0);
    expect(again.out).toContain("1 wrong answer: 1 ExtractionError");
  });

  it("K16 --wait includes wrong answers that only a verdict in the graph reports", async () => {
    const { url, key } = inject("service");
    const graph = "judged by itself";
    const file = JSON.parse(fileOf(graph));
    const { annotations, ...data } = file.data;
    const path = join(folderOf(graph), "plain.json");
    writeFileSync(path, JSON.stringify({ ...file, data }));
    const [{ query, prediction, golden_answers: expected }] = annotations;
    const verdict: TraceEvent = {
      ...{ type: "verdict", id: "v", graph, at: Date.now(), query, prediction, expected, score: 0 },
    };
    const sent = await fetch(`${url}/v1/events`, {
      ...{ method: "POST", body: JSON.stringify([verdict]) },
      headers: { Authorization: `Bearer ${key}`, "Content-Type": "application/json" },
    });
    expect(sent.status).toBe(202);
    const { code, out } = await run("import", path, "--wait", "--json");
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      files: [{ cases: 0 }],
      cases: [{ graph, query, origin: "verdict", state: "done" }],
    });
  });

  it("K17 export writes a graph to stdout or to a file, compressed if its name says so", async () => {
    const graph = "exported";
    const folder = folderOf(graph);
    await run("import", folder);
    const file = join(folder, "out.json.gz");
    const written = await run("export", graph, "--out", file, "--json");
    const text = gunzipSync(readFileSync(file)).toString("utf8");
    expect(JSON.parse(written.out)).toEqual({ graph, file, bytes: Buffer.byteLength(text) });
    expect((await run("export", graph)).out).toBe(text);
    expect(JSON.parse(text)).toEqual(JSON.parse(fileOf(graph)));
    const labelled = await run("export", graph, "--labels");
    expect(JSON.parse(labelled.out).data.annotations).toEqual(expect.any(Array));
    const missing = await run("export", "no such graph");
    expect(missing).toEqual({
      ...{ code: 1, out: "" },
      err: "There is no such graph in this project.\n",
    });
  });

  it("K18 tail shows events imported meanwhile and events after a cursor", async () => {
    const graph = "watched";
    const folder = folderOf(graph);
    await run("import", folder);
    const tail = watch("tail", graph, "--json");
    await tail.printed("Watching the graph watched");
    const more = JSON.parse(fileOf(graph));
    more.data.nodes.push({ ...more.data.nodes[0], name: "added later" });
    const node = more.data.nodes.at(-1);
    const fullName = node.class_name ? `${node.class_name}:added later` : "added later";
    Object.assign(node, { full_name: fullName, node_id: "added later@1" });
    node.full_node_id = `${fullName}@1`;
    writeFileSync(join(folder, "graph.json"), JSON.stringify(more));
    expect((await run("import", join(folder, "graph.json"))).code).toBe(0);
    await tail.printed("added later");
    tail.process.kill("SIGINT");
    const { code, out, err } = await tail.ended;
    expect(code).toBe(0);
    const events: TraceEvent[] = out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(events.filter(({ type }) => type === "variable")).toMatchObject([
      { name: "added later" },
    ]);
    expect(events.filter(({ type }) => type === "operation" || type === "link")).toEqual([]);
    const cursor = /--cursor (\S+)/.exec(err)?.[1] ?? "";
    const onward = watch("tail", graph, "--cursor", cursor);
    await onward.printed("Watching the graph watched");
    onward.process.kill("SIGTERM");
    expect(await onward.ended).toMatchObject({ code: 0, out: "" });
    const wrong = await run("tail", graph, "--cursor", "none");
    expect(wrong).toMatchObject({ code: 1, err: expect.stringContaining("Not a cursor") });
  });

  it("K19 the commands list cases by filter, attribute one again, and report them", async () => {
    const graph = "filtered";
    await run("import", folderOf(graph), "--wait");
    const listed = async (...args: string[]): Promise<CaseSummary[]> =>
      JSON.parse((await run("cases", "--graph", graph, "--json", ...args)).out);
    const [found] = await listed("--type", "ExtractionError", "--state", "done", "--limit", "1");
    const id = found?.id ?? "";
    expect(await listed("--type", "UpdateError")).toEqual([]);
    expect((await run("cases", "--graph", graph)).out).toContain(id);
    expect(await run("cases", "--graph", graph, "--search", "no such words")).toEqual({
      ...{ code: 0, out: "", err: "No case matches.\n" },
    });
    const again = await run("attribute", id);
    expect(again).toMatchObject({ code: 0, err: "" });
    expect(again.out).toMatch(/^question {3}\S.*\nexpected {3}\S.*\nanswered {3}I do not know\.\n/);
    expect(again.out).toMatch(
      /^verdict {4}ExtractionError, omitted, at extract \([01]\.\d\d\): \S/m,
    );
    const one: Case = JSON.parse((await run("attribute", id, "--json")).out);
    expect(one).toMatchObject({ id, ...ATTRIBUTED });
    expect(await run("attribute", "case_none")).toMatchObject({ code: 1, out: "" });

    const made = await run(
      "report",
      "--from",
      "2024-01-01T00:00:00Z",
      "--to",
      "2025-01-01T00:00:00Z",
      "--markdown",
    );
    expect(made.out).toMatch(/^# .*wrong answer/);
    expect(made.out).toContain(`: “${found?.query}” was answered “${found?.prediction}”`);
    const [first] = JSON.parse((await run("report", "--list", "--json")).out);
    const shown = await run("report", first.id);
    expect(shown.out.replaceAll(/\s+/g, " ")).toContain(first.headline);
    expect((await run("report", "--list")).out).toContain(first.id);
    const wrong = await run("report", "--from", "yesterday");
    expect(wrong).toMatchObject({ code: 2, err: expect.stringMatching(/^--from is yesterday;/) });
  });

  it("K20 whoami shows project, key, scopes and expiry; an error names a key's missing scope", async () => {
    const { key } = inject("service");
    const who = await run("whoami");
    expect(who.out).toMatch(
      /^project {2}Integrations \(prj_\w+\)\nkey {6}Integrations\nscopes {3}ingest, read, write\nexpires {2}never\n$/,
    );
    expect(JSON.parse((await run("whoami", "--json")).out)).toMatchObject({ kind: "key" });
    const wrong = await run("whoami", "--api-key", `${key.slice(0, -1)}!`);
    expect(wrong).toMatchObject({ code: 1, out: "" });
    expect(wrong.err + who.err).not.toContain(key.slice(0, -1));
  });
});
