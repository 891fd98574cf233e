/** `npm run canary` against the running service. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, inject, test } from "vitest";

async function canary(key: string, url: string) {
  const env = { ...process.env, MEMTRACE_API_KEY: key };
  const given = ["src/local/canary/main.ts", "--url", url];
  try {
    const { stdout } = await promisify(execFile)(process.execPath, given, { env });
    return { code: 0, text: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, text: stdout + stderr };
  }
}

test("Y54 the canary sends a trace through the service, checks its verdicts and deletes it", async () => {
  const { adminKey: key, url } = inject("service");
  const { code, text } = await canary(key, url);
  expect(text).toMatch(/^ingest: \d+ events were accepted/);
  expect(text).toContain("attribution: 4 right verdicts");
  expect(text).toContain("webhooks: ");
  expect(text).toContain("deletion: the trace is deleted again");
  expect(code).toBe(0);
  const headers = { authorization: `Bearer ${key}` };
  const graphs = await (await fetch(`${url}/v1/graphs?limit=200`, { headers })).json();
  const ids = (graphs as { items: { id: string }[] }).items.map(({ id }) => id);
  expect(ids.filter((id) => id.startsWith("canary-"))).toEqual([]);
});

test("Y55 the canary says which stage failed", async () => {
  const { key, url } = inject("service");
  expect(await canary(`${key}x`, url)).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("The key is") },
  });
  expect(await canary(key, url)).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("The key needs the scopes ingest, read, admin") },
  });
  expect(await canary(key, "http://127.0.0.1:9")).toMatchObject({
    ...{ code: 1, text: expect.stringContaining("http://127.0.0.1:9") },
  });
});
