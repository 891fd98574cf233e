import { expect, inject, it } from "vitest";
import { memtrace } from "../cli/support/memtrace.ts";
import { scriptedVendor } from "../cli/support/scripted-vendor.ts";

const AT = "2026-03-04T10:00:00Z";
const entry = (id: string, event: string, said: string, memory: string | null) => ({
  ...{ id, event, input: [{ role: "user", content: said }], new_memory: memory },
  created_at: AT.replace("10:00", `10:0${id}`),
});

it("K81 the running service holds a vendor's memory, and a repeated import adds nothing", async () => {
  const { url, key } = inject("service");
  let memories = [{ id: "mem-home", memory: "Lives in Oslo", created_at: AT, updated_at: AT }];
  const history = [
    entry("1", "ADD", "I live in Lisbon", "Lives in Lisbon"),
    entry("2", "UPDATE", "I moved to Oslo", "Lives in Oslo"),
  ];
  const vendor = await scriptedVendor("Token m0-key", ({ path }) => {
    if (path === "/v3/memories/") return { next: null, results: memories };
    if (path === "/v1/events/") return { next: null, results: [] };
    if (path.endsWith("/history/")) return history;
    return memories.find(({ id }) => path === `/v1/memories/${id}/`);
  });
  const env = { MEMTRACE_URL: url, MEMTRACE_API_KEY: key, MEM0_API_KEY: "m0-key" };
  const graph = `vendor-${crypto.randomUUID()}`;
  const from = ["--from", "mem0", "--user", "ada", "--from-url", vendor.url, "--graph", graph];
  const run = () => memtrace(["import", ...from, "--json"], { env });
  const asked = async (path: string) => {
    const answer = await fetch(`${url}/v1/graphs/${graph}${path}`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    return answer.json();
  };
  const first = JSON.parse((await run()).out);
  expect(first).toMatchObject({ graph, from: "mem0", known: 0, units: 1 });
  expect(await asked("/store")).toMatchObject({
    items: [{ name: "mem-home", value: "Lives in Oslo", version: 2 }],
  });
  expect(await asked("")).toMatchObject({ user: "ada", system: "mem0", operations: 2 });
  expect(await asked("/warnings")).toMatchObject({ items: [] });
  expect(JSON.parse((await run()).out)).toMatchObject({ sent: 0, known: 1, units: 1 });
  memories = [];
  history.push(entry("3", "DELETE", "forget where I live", null));
  expect(JSON.parse((await run()).out)).toMatchObject({ units: 0 });
  expect(JSON.parse((await run()).out)).toMatchObject({ sent: 0, units: 0 });
  vendor.close();
});
