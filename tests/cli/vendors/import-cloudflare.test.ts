import { expect, it } from "vitest";
import { memoryService } from "../support/memory-service.ts";
import { memtrace } from "../support/memtrace.ts";
import { scriptedVendor } from "../support/scripted-vendor.ts";

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, "0")}:00.000Z`;
const memory = (id: string, minute: number, content: string, more: object = {}) => ({
  ...{ id, type: "fact", summary: content.slice(0, 12), content, sessionId: "chat-1" },
  ...{ createdAt: at(minute), updatedAt: at(minute) },
  ...more,
});
type Memory = ReturnType<typeof memory>;

const BASE = "/accounts/acc/agent-memory/namespaces/support%20agent/profiles/ada/memories";

/** A scripted Agent Memory, and an import of its profile `ada`. */
async function agentMemoryOf(memoriesNow: () => readonly Memory[], listed = memoriesNow) {
  const done = { success: true, errors: [], messages: [] };
  const vendor = await scriptedVendor("Bearer cf-token", ({ method, path, query }) => {
    if (method !== "GET") return undefined;
    if (path !== BASE) {
      const result = memoriesNow().find(({ id }) => path === `${BASE}/${encodeURIComponent(id)}`);
      return result === undefined ? undefined : { result, ...done };
    }
    // The documentation has pages of 50 memories; this script has pages of one memory.
    const all = listed();
    const start = Number(query.get("cursor") ?? 0);
    const page = all.slice(start, start + 1).map(({ content: _, ...entry }) => entry);
    const cursor = start + 1 < all.length ? `${start + 1}` : undefined;
    return { result: page, ...done, result_info: { per_page: 50, count: page.length, cursor } };
  });
  const service = await memoryService();
  const args = ["--from", "cloudflare", "--user", "ada", "--namespace", "support agent"];
  const run = (more: Record<string, string> = {}) =>
    memtrace(["import", ...args, "--graph", "g", "--from-url", vendor.url], {
      env: {
        ...{ ...service.env, CLOUDFLARE_API_TOKEN: "cf-token", CLOUDFLARE_ACCOUNT_ID: "acc" },
        ...more,
      },
    });
  return { vendor, service, run };
}

it("K88 a Cloudflare profile's memories become units; a repeat asks only for changed texts", async () => {
  let memories = [
    memory("m/1", 1, "Ada lives in Lisbon"),
    memory("m2", 2, "Answer briefly", { type: "instruction", sessionId: null }),
    memory("m3", 3, "Ada likes tea"),
  ];
  const { vendor, service, run } = await agentMemoryOf(() => memories);
  const { code, out, err } = await run();
  expect([code, service.rejected]).toEqual([0, []]);
  expect(out).toMatch(/^Cloudflare Agent Memory: \d+ events sent; g holds 3 units\n$/);
  expect(err).toContain("does not say which memory replaced another one");
  const graph = service.graph("g");
  expect(graph.pending).toEqual([]);
  expect(
    [...graph.operations.values()].map(({ id, name, category }) => [id, name, category]),
  ).toEqual(["m/1/added", "m2/added", "m3/added"].map((id) => [id, "add memory", "extraction"]));
  expect(service.store("g")).toEqual({
    ...{ "m/1": "Ada lives in Lisbon", m2: "Answer briefly", m3: "Ada likes tea" },
  });
  expect([...graph.sessions.keys()]).toContain("chat-1");

  const [events, requests] = [service.events.length, vendor.requests.length];
  expect((await run()).out).toContain("nothing is new");
  expect(service.events).toHaveLength(events);
  expect(vendor.requests.slice(requests).map(({ path }) => path)).toEqual([BASE, BASE, BASE]);

  memories = [memory("m/1", 1, "Ada lives in Oslo", { updatedAt: at(9) }), memories[1] ?? never()];
  await run();
  service.close();
  vendor.close();
  expect(service.store("g")).toEqual({ "m/1": "Ada lives in Oslo", m2: "Answer briefly" });
  const last = [...service.graph("g").operations.values()].slice(-2);
  expect(last.map(({ name, startedAt }) => [name, startedAt]).sort()).toEqual([
    ["deletion that Agent Memory does not date", expect.any(Number)],
    ["update memory", Date.parse(at(9))],
  ]);
});

it("K88 the import asks for a memory that the list lacks before it counts as deleted", async () => {
  const memories = [memory("m1", 1, "Ada lives in Lisbon"), memory("m2", 2, "Ada likes tea")];
  let listed: readonly Memory[] = memories;
  const { vendor, service, run } = await agentMemoryOf(
    () => memories,
    () => listed,
  );
  await run();
  listed = memories.slice(1);
  expect((await run()).out).toContain("nothing is new");
  service.close();
  vendor.close();
  expect(Object.keys(service.store("g"))).toEqual(["m1", "m2"]);
});

it("K86 the import keeps a Cloudflare memory's return to an earlier text and its return after a deletion", async () => {
  const other = memory("m2", 2, "Ada has a cat");
  let memories = [memory("m1", 1, "Ada likes tea"), other];
  const { vendor, service, run } = await agentMemoryOf(() => memories);
  await run();
  for (const [minute, text] of [
    [5, "Ada likes coffee"],
    [6, "Ada likes tea"],
    [7, "Ada likes coffee"],
  ] as const) {
    memories = [memory("m1", 1, text, { updatedAt: at(minute) }), other];
    await run();
    expect(service.store("g")).toEqual({ m1: text, m2: "Ada has a cat" });
  }
  for (let time = 0; time < 2; time++) {
    const whole = memories;
    memories = [other];
    await run();
    expect(service.store("g")).toEqual({ m2: "Ada has a cat" });
    memories = whole;
    await run();
    expect(service.store("g")).toEqual({ m1: "Ada likes coffee", m2: "Ada has a cat" });
  }
  const count = service.events.length;
  await run();
  service.close();
  vendor.close();
  expect(service.events).toHaveLength(count);
  expect(service.graph("g").pending).toEqual([]);
});

it("K88 the import says what to do about a missing account, a wrong key or an unknown format", async () => {
  const { vendor, service, run } = await agentMemoryOf(() => [
    memory("m1", 1, "Ada likes tea", { type: "rumour" }),
  ]);
  const nowhere = await run({ CLOUDFLARE_ACCOUNT_ID: "" });
  expect([nowhere.code, nowhere.err]).toEqual([
    ...[2, expect.stringContaining("Set CLOUDFLARE_ACCOUNT_ID")],
  ]);
  const keyless = await run({ CLOUDFLARE_API_TOKEN: "other" });
  expect([keyless.code, keyless.err]).toEqual([
    ...[1, expect.stringContaining("Set CLOUDFLARE_API_TOKEN")],
  ]);
  const unknown = await run();
  service.close();
  vendor.close();
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining("result[0].type must")]);
  expect(service.events).toEqual([]);
});

function never(): never {
  throw new Error("there is no such memory");
}
