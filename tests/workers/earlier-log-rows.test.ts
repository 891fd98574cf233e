import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { incoming } from "../../src/event-store/log/incoming-events.ts";
import { encodePack } from "../../src/event-store/pack/pack-codec.ts";
import { encodeHashes } from "../../src/event-store/pack/recent-chunks.ts";
import { GRAPH, logEvent, oneGraph } from "./one-graph.ts";
import { packedEvents } from "./packed-events.ts";

const { stub, repository, packRows, packedIds } = oneGraph();

test("D10 an object of the earlier layout, with packed rows in a table of their own, goes on", async () => {
  const counts = { variable: 1 };
  const row = { counts, opensCase: false, judged: false, batch: "b2" };
  await runInDurableObject(stub(), (_, { storage: { sql } }) => {
    sql.exec("CREATE TABLE log (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, body BLOB NOT NULL)");
    sql.exec("CREATE TABLE packed (seq INTEGER PRIMARY KEY, head BLOB NOT NULL)");
    const answers = [["b1", { accepted: 1, duplicates: 0 }]];
    const packed = { ids: ["a"], counts, judged: false, life: "l", answers };
    sql.exec("INSERT INTO packed VALUES (0, ?)", gzipSync(JSON.stringify(packed)));
    const { json } = logEvent("b");
    sql.exec("INSERT INTO log VALUES (1, ?, ?)", JSON.stringify({ ids: ["b"], ...row }), json);
  });
  for (const time of ["first", "again"]) {
    await evictDurableObject(stub());
    const both = [logEvent("a"), logEvent("b"), logEvent(time)];
    expect(await stub().append(time, incoming(both))).toMatchObject({ accepted: 1, duplicates: 2 });
  }
  const known = await stub().append("b2", incoming([logEvent("b")]));
  expect(known).toEqual({ accepted: 1, duplicates: 0, repeated: true });
  await stub().flush();
  expect(await repository().find(GRAPH)).toMatchObject({ variables: 4 });
});

test("D10 a waiting row that an earlier version compressed is read", async () => {
  await runInDurableObject(stub(), (_, { storage: { sql } }) => {
    sql.exec("CREATE TABLE log (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, body BLOB NOT NULL)");
    const head = { counts: { variable: 1 }, opensCase: false, judged: false, life: "l" };
    sql.exec(
      "INSERT INTO log VALUES (0, ?, ?)",
      JSON.stringify(head),
      gzipSync(logEvent("a").json),
    );
  });
  await evictDurableObject(stub());
  expect(await stub().append("b2", incoming([logEvent("a")]))).toMatchObject({ duplicates: 1 });
  await stub().flush();
  expect(await packedIds()).toEqual(["a"]);
});

/** A packed row's head as earlier versions wrote it. */
const earlierRuns: Record<string, (hashes: Uint8Array) => Uint8Array> = {
  "one JSON each": (hashes) => {
    const run = { ids: ["a"], ...RUN_HEAD, chunks: Buffer.from(hashes).toString("base64") };
    return Buffer.concat([Uint8Array.of(2), brotliCompressSync(JSON.stringify(run))]);
  },
  "with their ids as JSON": (hashes) => {
    const [head, ids] = [RUN_HEAD, ["a"]].map((part) => brotliCompressSync(JSON.stringify(part)));
    const prefix = Buffer.alloc(9, 3);
    prefix.writeUInt32LE(head?.length ?? 0, 1);
    prefix.writeUInt32LE(ids?.length ?? 0, 5);
    return Buffer.concat([prefix, ...[head ?? hashes, ids ?? hashes], hashes]);
  },
};
const RUN_HEAD = { starts: [[0, 0]], counts: { variable: 1 }, judged: false, life: "l" };

test.each(Object.entries(earlierRuns))(
  "D10 an object whose packed rows are %s goes on, and takes chunks from their packs",
  async (_, encode) => {
    const value = "a memory that stays as it is. ".repeat(40);
    const first = logEvent("a", value);
    const { body, hashes } = encodePack([first.json]);
    const counts = { variable: 1 };
    const pack = {
      ...{ sequence: 0, last: 0, body, opensCase: false, hasVerdict: false, counts },
      ...{ users: [], named: {} },
    };
    await repository().storePack(GRAPH, pack, 1);
    await runInDurableObject(stub(), (_, { storage: { sql } }) => {
      sql.exec(
        "CREATE TABLE log (seq INTEGER PRIMARY KEY, head TEXT NOT NULL, body BLOB NOT NULL)",
      );
      sql.exec("INSERT INTO log VALUES (0, ?, '')", encode(encodeHashes(hashes)));
    });
    await evictDurableObject(stub());
    const both = incoming([first, logEvent("b", value)]);
    expect(await stub().append("b1", both)).toMatchObject({ accepted: 1, duplicates: 1 });
    await stub().flush();
    const [before, after] = await packRows();
    expect(after?.bytes).toBeLessThan(before?.bytes ?? 0);
    const events = await packedEvents(repository(), GRAPH);
    expect(events.map((event) => Object(event).value)).toEqual([value, value]);
  },
);
