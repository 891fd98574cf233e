import { expect, it } from "vitest";
import { storeAt } from "../../../src/graph/memory/store.ts";
import { type MemoryService, memoryService } from "../support/memory-service.ts";
import { memtrace } from "../support/memtrace.ts";
import { answerJson } from "../support/scripted-service.ts";
import { type ScriptedVendor, scriptedVendor } from "../support/scripted-vendor.ts";

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, "0")}:00Z`;
const said = (content: string) => [{ role: "user", content }];
const entry = (id: string, event: string, minute: number, change: object) => ({
  ...{ id, memory_id: "", user_id: "ada", input: [], event, metadata: null },
  ...{ created_at: at(minute), updated_at: at(minute), old_memory: null, new_memory: "" },
  ...change,
});

interface Mem0 {
  memories: Record<string, unknown>[];
  histories: Record<string, unknown[]>;
  events: Record<string, unknown>[];
}

const mem0Of = (): Mem0 => ({
  memories: [
    {
      id: "mem-home",
      memory: "Lives in Oslo",
      user_id: "ada",
      created_at: at(1),
      updated_at: at(3),
    },
    { id: "mem-tea", memory: "Likes tea", user_id: "ada", created_at: at(2), updated_at: null },
  ],
  histories: {
    "mem-home": [
      entry("h2", "UPDATE", 3, {
        ...{ input: said("I moved to Oslo"), old_memory: "Lives in Lisbon" },
        new_memory: "Lives in Oslo",
      }),
      entry("h1", "ADD", 1, { input: said("I live in Lisbon"), new_memory: "Lives in Lisbon" }),
    ],
    "mem-tea": [entry("h3", "ADD", 2, { input: said("tea please"), new_memory: "Likes tea" })],
    "mem-cat": [
      entry("h4", "ADD", 4, { input: said("my cat is Tom"), new_memory: "Has a cat, Tom" }),
      entry("h5", "DELETE", 6, { old_memory: "Has a cat, Tom", new_memory: null }),
    ],
  },
  events: [
    event("e1", "ADD", "SUCCEEDED", 4, {
      payload: { user_id: "ada" },
      results: [{ id: "mem-cat" }],
    }),
    event("e2", "SEARCH", "SUCCEEDED", 2, {
      payload: { query: "Where does she live?", filters: { AND: [{ user_id: "ada" }] } },
      results: [{ id: "mem-home" }, "a form that is not documented"],
    }),
    event("e3", "ADD", "SUCCEEDED", 7, {
      payload: { user_id: "ada", messages: said("my passport number is 4711") },
      results: [],
    }),
    event("e4", "ADD", "FAILED", 8, {
      ...{ payload: { user_id: "ada", messages: said("I sold the boat") }, results: [] },
      error: "timeout",
    }),
    event("e5", "SEARCH", "SUCCEEDED", 9, { payload: { query: "x", filters: { user_id: "ben" } } }),
  ],
});

function event(id: string, type: string, status: string, minute: number, more: object) {
  return { id, event_type: type, status, created_at: at(minute), ...more };
}

/** Each page of this vendor has one item, so a list of several items has several pages. */
function vendorOf(mem0: Mem0): Promise<ScriptedVendor> {
  return scriptedVendor("Token m0-key", ({ method, path, query, body }) => {
    const page = Number(query.get("page") ?? 1);
    const paged = (items: unknown[]) => ({
      ...{ count: items.length, previous: null, results: items.slice(page - 1, page) },
      next: page < items.length ? `https://api.mem0.ai${path}?page=${page + 1}` : null,
    });
    if (method === "POST" && path === "/v3/memories/") {
      expect(body).toEqual({ filters: { user_id: "ada" }, show_expired: true });
      return paged(mem0.memories);
    }
    if (path === "/v1/events/") return paged(mem0.events);
    const [, one] = /^\/v1\/memories\/([^/]+)\/$/.exec(path) ?? [];
    if (one !== undefined) return mem0.memories.find((memory) => memory.id === one);
    const [, id = ""] = /^\/v1\/memories\/([^/]+)\/history\/$/.exec(path) ?? [];
    return mem0.histories[id];
  });
}

const imported = (service: MemoryService, vendor: ScriptedVendor, ...args: string[]) =>
  memtrace(["import", "--from", "mem0", "--user", "ada", "--from-url", vendor.url, ...args], {
    env: { ...service.env, MEM0_API_KEY: "m0-key" },
  });

it("K80 mem0's memories, also deleted ones, become units; searches and fruitless additions become operations", async () => {
  const [service, vendor] = [await memoryService(), await vendorOf(mem0Of())];
  const { code, out, err } = await imported(service, vendor);
  service.close();
  vendor.close();
  expect([code, service.rejected]).toEqual([0, []]);
  expect(out).toMatch(/^mem0: \d+ events sent; mem0-ada holds 2 units\n$/);
  expect(err).toContain("mem0 lists no deleted memories");
  expect(service.store("mem0-ada")).toEqual({
    "mem-home": "Lives in Oslo",
    "mem-tea": "Likes tea",
  });
  const graph = service.graph("mem0-ada");
  expect(graph.pending).toEqual([]);
  const steps = [...graph.operations.values()].map(({ id, name, category, status }) => [
    ...[id, name, category, status],
  ]);
  expect(steps).toEqual([
    ["mem-home/h1", "add", "extraction", "ok"],
    ["mem-tea/h3", "add", "extraction", "ok"],
    ["event/e2", "search", "retrieval", "ok"],
    ["mem-home/h2", "update", "update", "ok"],
    ["mem-cat/h4", "add", "extraction", "ok"],
    ["mem-cat/h5", "delete", "deletion", "ok"],
    ["event/e3", "add", "extraction", "ok"],
    ["event/e4", "add", "extraction", "error"],
  ]);
  expect(graph.operations.get("event/e4")?.error).toBe("timeout");
  const ends = (op: string) =>
    [...graph.links.values()]
      .filter((link) => link.op === op)
      .map(({ from, to }) => [from, to].map((end) => graph.variables.get(end)?.value));
  expect(ends("mem-home/h2")).toEqual([
    ["Lives in Lisbon", "Lives in Oslo"],
    ["I moved to Oslo", "Lives in Oslo"],
  ]);
  expect(ends("event/e2")).toEqual([["Where does she live?", "Lives in Lisbon"]]);
  expect(ends("event/e3")).toEqual([["my passport number is 4711", "[]"]]);
  const before = storeAt(graph, Date.parse(at(5))).map(({ value }) => value);
  expect(before.sort()).toEqual(["Has a cat, Tom", "Likes tea", "Lives in Oslo"]);
  expect(service.events.find(({ type }) => type === "session")).toMatchObject({
    comment: expect.stringContaining("mem0 lists no deleted memories"),
  });
});

it("K81 a repeated import asks only for changed histories, and an interrupted import continues", async () => {
  const mem0 = mem0Of();
  const [service, vendor] = [await memoryService(), await vendorOf(mem0)];
  const whole = mem0.histories["mem-tea"] ?? [];
  mem0.histories["mem-tea"] = [{ id: "h3" }];
  const broken = await imported(service, vendor);
  expect([broken.code, broken.err]).toEqual([1, expect.stringContaining("[0].event must be")]);
  mem0.histories["mem-tea"] = whole;
  const resumed = await imported(service, vendor);
  expect(resumed.out).toContain("1 already known; mem0-ada holds 2 units");
  const count = service.events.length;
  const histories = () => vendor.requests.filter(({ path }) => path.endsWith("/history/"));
  vendor.requests.length = 0;
  expect((await imported(service, vendor)).out).toContain("nothing is new");
  expect(service.events).toHaveLength(count);
  expect(histories().map(({ path }) => path)).toEqual(["/v1/memories/mem-cat/history/"]);
  // One memory was changed, and one is gone without a history.
  mem0.memories = [{ ...mem0.memories[0], memory: "Lives in Bergen", updated_at: at(20) }];
  mem0.histories["mem-home"]?.push(
    entry("h6", "UPDATE", 20, { input: said("Bergen now"), new_memory: "Lives in Bergen" }),
  );
  delete mem0.histories["mem-tea"];
  await imported(service, vendor);
  service.close();
  vendor.close();
  expect(service.store("mem0-ada")).toEqual({ "mem-home": "Lives in Bergen" });
  const graph = service.graph("mem0-ada");
  expect(graph.versionsOf("mem-home").map(({ value }) => value)).toEqual([
    ...["Lives in Lisbon", "Lives in Oslo", "Lives in Bergen"],
  ]);
  expect(graph.operations.get("mem-tea/gone")?.name).toBe("deletion that mem0 does not date");
  expect(graph.pending).toEqual([]);
});

it("K87 a memory that mem0's list skips does not count as deleted", async () => {
  const mem0 = mem0Of();
  const [service, vendor] = [await memoryService(), await vendorOf(mem0)];
  await imported(service, vendor);
  const count = service.events.length;
  // A memory that was deleted while the list was read moved the other one to an earlier page.
  vendor.once((response) => {
    mem0.memories.reverse();
    answerJson(response, 200, { next: null, results: [mem0.memories[1]] });
  });
  const { code, out } = await imported(service, vendor);
  service.close();
  vendor.close();
  expect(code).toBe(0);
  expect(out).toContain("nothing is new; mem0-ada holds 2 units");
  expect(service.events).toHaveLength(count);
});

it("K82 the import reports a wrong key, format or network with a remedy; it waits and retries when asked", async () => {
  const mem0 = mem0Of();
  const [service, vendor] = [await memoryService(), await vendorOf(mem0)];
  vendor.once((response) => {
    response.writeHead(429, { "Retry-After": "1" });
    response.end();
  });
  vendor.once((response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write('{"results": [');
    response.destroy();
  });
  const bridged = await imported(service, vendor);
  expect(bridged.code).toBe(0);
  expect(bridged.err).toContain("mem0 answered with 429 and asks to wait 1 s");
  expect(service.store("mem0-ada")).toHaveProperty("mem-home");
  vendor.once((response) => answerJson(response, 200, { next: null, results: [{ id: 7 }] }));
  const unknown = await imported(service, vendor);
  expect(unknown.code).toBe(1);
  expect(unknown.err).toContain("results[0].id must be string");
  vendor.once((response) => {
    response.writeHead(429, { "Retry-After": "3600" });
    response.end();
  });
  const late = await imported(service, vendor);
  expect([late.code, late.err]).toEqual([3, expect.stringContaining("after 3600 s")]);
  const env = { ...service.env, MEM0_API_KEY: "wrong" };
  const args = ["import", "--from", "mem0", "--user", "ada", "--from-url", vendor.url];
  const refused = await memtrace(args, { env });
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining("Set MEM0_API_KEY")]);
  expect(refused.err).not.toContain("wrong");
  const other = await vendorOf(mem0);
  vendor.once((response) => response.writeHead(307, { Location: `${other.url}/x` }).end());
  const asked = vendor.requests.length;
  const redirected = await imported(service, vendor);
  expect([redirected.code, redirected.err]).toEqual([
    ...[3, expect.stringContaining(`redirects to ${other.url}. The key is not sent there.`)],
  ]);
  expect([vendor.requests.length - asked, other.requests]).toEqual([1, []]);
  other.close();
  vendor.close();
  const lost = await imported(service, vendor, "--graph", "lost");
  service.close();
  expect([lost.code, lost.err]).toEqual([
    3,
    expect.stringContaining("Repeat the command to continue."),
  ]);
});

it("K83 the command refuses options without effect for a vendor before it sends anything", async () => {
  const env = { MEMTRACE_API_KEY: "mt_live_any", MEMTRACE_URL: "http://localhost:9" };
  for (const [args, message] of [
    [["--from", "mem1", "--user", "ada"], "Did you mean mem0?"],
    [["--from", "mem0"], "needs --user"],
    [["--from", "letta", "--user", "ada"], "needs --agent"],
    [["--from", "zep", "--user", "ada", "--wait"], "takes no PATH"],
    [["x.json", "--agent", "a"], "--agent needs --from"],
    [["--from", "mem0", "--user", "ada", "--agent", "a"], "--agent is only for --from letta"],
    [["--from", "zep", "--user", "ada", "--agent", "a"], "--agent is only for --from letta"],
    [["--from", "cloudflare", "--user", "ada"], "needs --namespace"],
    [["--from", "cloudflare", "--namespace", "n"], "needs --user"],
    [["--from", "zep", "--user", "ada", "--namespace", "n"], "only for --from cloudflare"],
    [["x.json", "--namespace", "n"], "--namespace needs --from"],
    [["x.json", "--graph", "g"], "--graph needs --git or --from"],
    [["x.json", "--user", "ada"], "--user needs --git or --from"],
  ] as const) {
    const ended = await memtrace(["import", ...args], { env });
    expect([args, ended.code, ended.out]).toEqual([args, 2, ""]);
    expect(ended.err).toContain(message);
  }
  const args = ["import", "--from", "zepp", "--user", "ada"];
  const unknown = await memtrace(args, { env: { MEMTRACE_API_KEY: "" } });
  expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("Did you mean zep?")]);
});
