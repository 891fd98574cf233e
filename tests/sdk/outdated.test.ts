/** How the client reacts when the service says that the SDK is too old. */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { startCollector } from "./support/collector.ts";

const ROOT = join(import.meta.dirname, "../..");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/**
 * Two clients send two batches each. The scripted service answers as a service that requires newer
 * SDKs.
 */
const PROGRAM = `
  const { MemTrace } = await import(${JSON.stringify(join(ROOT, "sdk/src/index.ts"))});
  const answer = { accepted: 1, duplicates: 0, rejected: [], cut: [], message: "[memtrace] Update it." };
  const problems = [];
  const options = { apiKey: "k", onError: (problem) => problems.push(problem), fetch: async () => Response.json(answer) };
  for (const client of [new MemTrace(options), new MemTrace(options)]) {
    for (const text of ["first", "second"]) {
      client.graph("g", () => client.variable(text));
      await client.flush();
    }
  }
  console.log(JSON.stringify(problems));
`;

test("Y82 the SDK prints the service's message once in a process, and reports no problem", async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...["--no-warnings", "--input-type=module", "--eval", PROGRAM],
  ]);
  expect([stdout, stderr]).toEqual(["[]\n", "[memtrace] Update it.\n"]);
});

test("Y82 each batch names the SDK and its version in its content type", async () => {
  const { MemTrace } = await import("../../sdk/src/index.ts");
  const collector = await startCollector();
  try {
    const memtrace = new MemTrace({ apiKey: "k", url: collector.url });
    memtrace.graph("g", () => memtrace.variable("a text"));
    await memtrace.close();
    const types = collector.received.map(({ headers }) => headers["content-type"]);
    expect(types).toEqual([`application/x-ndjson;js=${version}`]);
  } finally {
    await collector.close();
  }
});
