import { expect, it } from "vitest";
import { memoryService } from "../support/memory-service.ts";
import { memtrace } from "../support/memtrace.ts";
import { scriptedVendor } from "../support/scripted-vendor.ts";

const at = (minute: number) => `2026-03-04T10:${String(minute).padStart(2, "0")}:00Z`;
const episode = (uuid: string, minute: number, content: string) => ({
  ...{ uuid, content, created_at: at(minute), thread_id: "t1", role: "Ada", role_type: "user" },
  ...{ source: "message", processed: true },
});
const edge = (uuid: string, minute: number, fact: string, more: object = {}) => ({
  ...{ uuid, fact, name: "LIVES_IN", created_at: at(minute), episodes: [] as string[] },
  ...{ source_node_uuid: "n1", target_node_uuid: "n2", valid_at: at(minute) },
  ...more,
});

/** A scripted Zep, and an import of its user. */
async function zepOf(episodes: readonly object[], edgesNow: () => readonly object[]) {
  const vendor = await scriptedVendor("Api-Key zep-key", ({ method, path, body }, response) => {
    const all = path.includes("/episodes/") ? episodes : edgesNow();
    if (method !== "POST" || !/^\/graph\/(episodes|edge)\/user\/ada$/.test(path)) return undefined;
    // The documentation limits a page to 50 items; this script has pages of one item.
    const start = Number(body.cursor ?? 0);
    if (start + 1 < all.length) response.setHeader("Zep-Next-Cursor", `${start + 1}`);
    const page = all.slice(start, start + 1);
    return path.includes("/episodes/") ? { episodes: page } : page;
  });
  const service = await memoryService();
  const run = () =>
    memtrace(
      ["import", "--from", "zep", "--user", "ada", "--graph", "g", "--from-url", vendor.url],
      {
        env: { ...service.env, ZEP_API_KEY: "zep-key" },
      },
    );
  return { vendor, service, run };
}

it("K84 Zep's episodes become messages and its facts units with their end; a repeat sends only changes", async () => {
  const episodes = [episode("ep1", 1, "I live in Lisbon"), episode("ep2", 5, "I moved to Oslo")];
  let edges: object[] = [
    edge("f1", 2, "Ada lives in Lisbon", {
      ...{ episodes: ["ep1", "unknown"], invalid_at: at(5), expired_at: at(6) },
    }),
    edge("f2", 6, "Ada lives in Oslo", { episodes: ["ep2"] }),
    edge("f3", 6, "Ada likes tea"),
  ];
  const { vendor, service, run } = await zepOf(episodes, () => edges);
  const { code, out, err } = await run();
  expect([code, service.rejected]).toEqual([0, []]);
  expect(out).toMatch(/^Zep: \d+ events sent; g holds 3 units\n$/);
  expect(err).toContain("which episode ended it");
  const graph = service.graph("g");
  expect(graph.pending).toEqual([]);
  expect([...graph.operations.values()].map(({ id, category }) => [id, category])).toEqual([
    ["f1/added", "extraction"],
    ["f2/added", "extraction"],
    ["f3/added", "extraction"],
    [expect.stringMatching(/^f1\/[0-9a-f]+$/), "update"],
  ]);
  expect(service.store("g")).toEqual({
    ...{ f1: `Ada lives in Lisbon (until ${at(5)})`, f2: "Ada lives in Oslo", f3: "Ada likes tea" },
  });
  const sources = [...graph.links.values()]
    .filter(({ op }) => op === "f2/added")
    .map(({ from }) => graph.variables.get(from)?.value);
  expect(sources).toEqual(["I moved to Oslo"]);
  const count = service.events.length;
  expect((await run()).out).toContain("nothing is new");
  expect(service.events).toHaveLength(count);
  edges = [edges[0] ?? {}, edge("f2", 6, "Ada lives in Oslo, Norway", { episodes: ["ep2"] })];
  await run();
  service.close();
  vendor.close();
  const { f1: _, ...held } = service.store("g");
  expect(held).toEqual({ f2: "Ada lives in Oslo, Norway" });
  const names = [...service.graph("g").operations.values()].map(({ name }) => name);
  expect(names).toContain("change that Zep does not date");
  expect(names).toContain("deletion that Zep does not date");
});

it("K86 the import keeps a Zep fact's return to an earlier text and its return after a deletion", async () => {
  let edges = [edge("f1", 2, "Ada likes tea"), edge("f2", 3, "Ada has a cat")];
  const { vendor, service, run } = await zepOf([episode("ep1", 1, "Hello")], () => edges);
  await run();
  for (const fact of ["Ada likes coffee", "Ada likes tea", "Ada likes coffee"]) {
    edges = [edge("f1", 2, fact), edge("f2", 3, "Ada has a cat")];
    await run();
    expect(service.store("g")).toEqual({ f1: fact, f2: "Ada has a cat" });
  }
  for (let time = 0; time < 2; time++) {
    const whole = edges;
    edges = edges.slice(1);
    await run();
    expect(service.store("g")).toEqual({ f2: "Ada has a cat" });
    edges = whole;
    await run();
    expect(service.store("g")).toEqual({ f1: "Ada likes coffee", f2: "Ada has a cat" });
  }
  const count = service.events.length;
  await run();
  service.close();
  vendor.close();
  expect(service.events).toHaveLength(count);
  expect(service.graph("g").pending).toEqual([]);
});
