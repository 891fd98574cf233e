import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { expect, it } from "vitest";
import { broughtAnnotations, writeSmartcomment } from "../../src/graph/smartcomment/export.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import { zipped } from "../../src/http/benchmarks/zip.ts";
import { labelledFile } from "./support/labelled-file.ts";

const MAIN = resolve(import.meta.dirname, "../../src/evaluation/main.ts");

it("H215 npm run eval reads the unpacked folder of a benchmark", async () => {
  const read = readSmartcomment(labelledFile());
  if (!read.ok) throw new Error(read.fault.message);
  const { graph } = read.value;
  const annotations = broughtAnnotations(graph);
  const metadata = { memtracebench_graph_filename: "vase.json" };
  async function* files() {
    yield { name: "README.md", parts: ["# vases, version 1\n"] };
    const parts = writeSmartcomment(graph, { annotations, metadata, withoutVerdicts: true });
    yield { name: "dev/vase.json", parts };
  }
  const zip: Uint8Array[] = [];
  for await (const part of zipped(files())) zip.push(part);
  const folder = mkdtempSync(join(tmpdir(), "benchmark-"));
  for (const [name, bytes] of Object.entries(unzipSync(Buffer.concat(zip)))) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), bytes);
  }
  const json = join(folder, "figures.out");
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, folder, "--json", json]);
  expect(stdout).toContain("1 cases of 1 files, 1 with a label");
  const made = JSON.parse(readFileSync(json, "utf8"));
  expect(made.verdicts).toMatchObject([{ errorType: "ExtractionError", opId: "extract-10" }]);
});
