import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { flushGraph } from "../../src/database/graphs/flush-graph.ts";
import type { StoredPack } from "../../src/database/graphs/graph-repository.ts";
import { GraphLog } from "../../src/event-store/log/graph-log.ts";
import { incoming, type LogEvent } from "../../src/event-store/log/incoming-events.ts";
import { crashObject } from "./support/crash-object.ts";
import { GRAPH, logEvent, oneGraph } from "./support/one-graph.ts";
import { packedEvents } from "./support/packed-events.ts";
import { note } from "./support/traces.ts";
import { until } from "./support/until.ts";

const { project, stub, repository, packRows, packedIds } = oneGraph();

/** Callbacks for a flush during which nothing else happens. */
const UNATTENDED = { wake: async () => undefined, pause: async () => undefined };

const logRows = (): Promise<{ rows: number; bytes: number }> =>
  runInDurableObject(stub(), (_, state) =>
    state.storage.sql
      .exec<{ rows: number; bytes: number }>(
        "SELECT count(*) AS rows, coalesce(max(length(cast(head AS BLOB)) + length(body)), 0) AS bytes FROM log WHERE typeof(head) = 'text'",
      )
      .one(),
  );

/** Packs a first event, because the first pack of a graph is made sooner than later ones. */
const begin = async (): Promise<void> => {
  await stub().append("b0", incoming([logEvent("first")]));
  await stub().flush();
  await runDurableObjectAlarm(stub());
};

/** Appends events. Delays the alarm that the append sets, so that the test can run it. */
const appendHolding = (batch: string, events: readonly LogEvent[]): Promise<boolean> =>
  runInDurableObject(stub(), async (object, state) => {
    await object.append(batch, incoming(events));
    const alarmSet = (await state.storage.getAlarm()) !== null;
    if (alarmSet) await state.storage.setAlarm(Date.now() + 3_600_000);
    return alarmSet;
  });

test("D1 the object writes a batch as one row of its own storage before it acknowledges the batch", async () => {
  await begin();
  await appendHolding("b1", [logEvent("a"), logEvent("b"), logEvent("c")]);
  expect(await logRows()).toMatchObject({ rows: 1 });
  expect(await packedIds()).toEqual(["first"]);
});

test("D2 the alarm moves the log into packs, updates the graph's figures and sets no other alarm", async () => {
  await begin();
  expect(await appendHolding("b1", [logEvent("a"), logEvent("b")])).toBe(true);
  await runDurableObjectAlarm(stub());
  expect(await packedIds()).toEqual(["first", "a", "b"]);
  expect(await logRows()).toMatchObject({ rows: 0 });
  expect(await repository().find(GRAPH)).toMatchObject({ variables: 3, operations: 0 });
  expect(await runDurableObjectAlarm(stub())).toBe(false);
});

test("D2 an event after a pack sets a new alarm", async () => {
  await begin();
  await appendHolding("b1", [logEvent("a")]);
  await runDurableObjectAlarm(stub());
  expect(await appendHolding("b2", [logEvent("b")])).toBe(true);
  await runDurableObjectAlarm(stub());
  expect(await packedIds()).toEqual(["first", "a", "b"]);
});

test("D14 the next append deletes packed rows", async () => {
  await stub().append("b1", incoming([logEvent("a")]));
  await stub().append("b2", incoming([logEvent("b")]));
  await stub().flush();
  await stub().append("b3", incoming([logEvent("c")]));
  expect(await logRows()).toMatchObject({ rows: 1 });
});

test("D14 a timer deletes packed rows if no append follows", async () => {
  await stub().append("b1", incoming([logEvent("a")]));
  await stub().flush();
  await until(async () => ((await logRows()).rows === 0 ? true : undefined));
  await evictDurableObject(stub());
  expect(await stub().append("b2", incoming([logEvent("a")]))).toMatchObject({ duplicates: 1 });
});

test("D14 if the object dies before it deletes packed rows, it packs them again into the same pack", async () => {
  await runInDurableObject(stub(), async (_, { storage }) => {
    const log = new GraphLog(storage);
    for (const id of ["a", "b"]) log.append(id, incoming([logEvent(id)]));
    const storePack = (pack: StoredPack) => repository().storePack(GRAPH, pack, 1);
    await flushGraph({ log, storePack, ...UNATTENDED });
    expect(log.holds(log.last)).toBe(false);
  });
  expect(await logRows()).toMatchObject({ rows: 2 });
  const before = [await packRows(), await packedIds()];
  await crashObject(stub());
  await stub().flush();
  expect([await packRows(), await packedIds()]).toEqual(before);
  await crashObject(stub());
  expect(await stub().append("b", incoming([logEvent("b")]))).toMatchObject({ repeated: true });
  await stub().append("c", incoming([logEvent("c")]));
  await stub().flush();
  expect(await packedIds()).toEqual(["a", "b", "c"]);
  expect(await repository().find(GRAPH)).toMatchObject({ variables: 3 });
});

test("D3 an evicted object continues with the same log, packs, known event ids and answers", async () => {
  await stub().append("b1", incoming([logEvent("a")]));
  await evictDurableObject(stub());
  const second = await stub().append("b2", incoming([logEvent("a"), logEvent("b")]));
  expect(second).toEqual({ accepted: 1, duplicates: 1, repeated: false });
  await stub().flush();
  await evictDurableObject(stub());
  const again = await stub().append("b2", incoming([logEvent("a"), logEvent("b")]));
  expect(again).toEqual({ ...second, repeated: true });
  expect(await stub().append("b3", incoming([logEvent("b"), logEvent("c")]))).toEqual(second);
  await evictDurableObject(stub());
  await stub().flush();
  expect(await packedIds()).toEqual(["a", "b", "c"]);
  expect(await repository().find(GRAPH)).toMatchObject({ variables: 3 });
});

test("D3 an alarm that was set before an eviction still packs the log", async () => {
  await begin();
  await appendHolding("b1", [logEvent("a")]);
  await evictDurableObject(stub());
  await runDurableObjectAlarm(stub());
  expect(await packedIds()).toEqual(["first", "a"]);
});

test("D4 a second flush changes nothing", async () => {
  await stub().append("b1", incoming([logEvent("a")]));
  await stub().flush();
  const before = [await packRows(), await repository().find(GRAPH)];
  await Promise.all([stub().flush(), stub().flush()]);
  expect([await packRows(), await repository().find(GRAPH)]).toEqual(before);
});

test("D4 flushes during appends neither lose nor duplicate events", async () => {
  const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
  await Promise.all(
    ids.flatMap((id) => [stub().append(id, incoming([logEvent(id)])), stub().flush()]),
  );
  await stub().flush();
  expect((await packedIds()).sort()).toEqual([...ids].sort());
  expect(await repository().find(GRAPH)).toMatchObject({ variables: ids.length });
});

test("D4 events that arrive while a pack is written wait for the next pack", async () => {
  const events = ["a", "b", "c"].map((id) => logEvent(id, id.repeat(200_000)));
  const late: string[] = [];
  await runInDurableObject(stub(), async (_, { storage }) => {
    const log = new GraphLog(storage);
    log.append("b1", incoming(events));
    const pause = async () => {
      const id = `late ${late.length}`;
      late.push(id);
      expect(log.append(id, incoming([logEvent(id)]))).toMatchObject({ accepted: 1 });
    };
    const storePack = (pack: StoredPack) => repository().storePack(GRAPH, pack, 1);
    await flushGraph({ log, storePack, wake: UNATTENDED.wake, pause });
  });
  expect(late.length).toBeGreaterThan(0);
  expect(await packedIds()).toEqual(["a", "b", "c"]);
  await evictDurableObject(stub());
  await stub().flush();
  expect(await packedIds()).toEqual(["a", "b", "c", ...late]);
});

test("D12 an attempt to store a pack changes nothing if it arrives after a later attempt", async () => {
  const attempts: StoredPack[] = [];
  const keep = async (pack: StoredPack) => {
    attempts.push(pack);
    throw new Error("on its way");
  };
  for (const id of ["a", "b"]) {
    await stub().append(id, incoming([logEvent(id)]));
    await crashObject(stub());
    const attempt = runInDurableObject(stub(), async (_, { storage }) =>
      flushGraph({ log: new GraphLog(storage), storePack: keep, ...UNATTENDED }),
    );
    await expect(attempt).rejects.toThrow("on its way");
  }
  const [early, late] = attempts;
  if (early === undefined || late === undefined) throw new Error("nothing was packed");
  await repository().storePack(GRAPH, late, 2);
  const stored = await repository().find(GRAPH);
  await repository().storePack(GRAPH, early, 3);
  expect(await packedIds()).toEqual(["a", "b"]);
  expect(await repository().find(GRAPH)).toEqual(stored);
});

test("D5 after a crash before the log rows are deleted, the same pack is written again and nothing changes", async () => {
  await stub().append("b1", incoming([logEvent("a"), logEvent("b")]));
  const crash = "the object died here";
  const firstTry = runInDurableObject(stub(), async (_, state) =>
    flushGraph({
      log: new GraphLog(state.storage),
      storePack: async (pack: StoredPack) => {
        await repository().storePack(GRAPH, pack, Date.now());
        throw new Error(crash);
      },
      ...UNATTENDED,
    }),
  );
  await expect(firstTry).rejects.toThrow(crash);
  expect(await logRows()).toMatchObject({ rows: 1 });
  await stub().append("b2", incoming([logEvent("c")]));
  await crashObject(stub());
  await stub().flush();
  expect(await packedIds()).toEqual(["a", "b", "c"]);
  expect(await repository().find(GRAPH)).toMatchObject({ variables: 3 });
});

const score = (id: string): LogEvent => logEvent(id, "0", true);
const link = (id: string): LogEvent => ({
  id,
  type: "link",
  json: JSON.stringify({ type: "link", id, graph: GRAPH, at: 1, op: "o", from: "a", to: "b" }),
  opensCase: false,
});

const wanted = () =>
  env.DB.prepare("select wanted_revision, revision from graph where project = ?")
    .bind(project())
    .first<{ wanted_revision: number; revision: number }>();

test("D8 links after a judge's score wake the attribution, even in a later batch or after an eviction", async () => {
  await stub().append("b1", incoming([score("s")]));
  await stub().flush();
  await stub().append("b2", incoming([link("l1")]));
  await stub().flush();
  const second = await wanted();
  expect(second?.wanted_revision).toBe(second?.revision);
  await evictDurableObject(stub());
  await stub().append("b3", incoming([link("l2")]));
  await stub().flush();
  const third = await wanted();
  expect(third?.revision).toBeGreaterThan(second?.revision ?? 0);
  expect(third?.wanted_revision).toBe(third?.revision);
});

test("D6 a large batch becomes several rows and packs, each under the platform's limit of 2 MB", async () => {
  const random = (bytes: number) =>
    Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString("base64");
  const events = Array.from({ length: 60 }, (_, index) =>
    logEvent(`n${index}`, Array.from({ length: 2 }, () => random(45_000)).join("")),
  );
  await stub().append("b1", incoming(events));
  const { rows, bytes } = await logRows();
  expect(rows).toBeGreaterThan(1);
  expect(bytes).toBeLessThan(2_000_000);
  await stub().flush();
  const packs = await packRows();
  expect(packs.length).toBeGreaterThan(1);
  for (const pack of packs) expect(pack.bytes).toBeLessThan(2_000_000);
  expect(await packedEvents(repository(), GRAPH)).toEqual(
    events.map(({ json }) => JSON.parse(json)),
  );
});

test("D6 the longest value is stored whole, even in a script of three bytes per character", async () => {
  const longest = Array.from({ length: 512 * 1024 }, (_, at) =>
    String.fromCharCode(0x4e00 + ((at * 7919) % 20_000)),
  ).join("");
  await stub().append("b1", incoming([logEvent("a", longest)]));
  expect((await logRows()).bytes).toBeLessThan(2_000_000);
  await stub().flush();
  await evictDurableObject(stub());
  expect(await packedEvents(repository(), GRAPH)).toEqual([note(GRAPH, "a", longest)]);
});

test("D6 many long ids do not make a row too large", async () => {
  const events = Array.from({ length: 5_000 }, (_, index) =>
    logEvent(`${index}`.padEnd(512, crypto.randomUUID())),
  );
  await stub().append("b1", incoming(events));
  expect((await logRows()).bytes).toBeLessThan(2_000_000);
  await stub().flush();
  await evictDurableObject(stub());
  expect(await stub().append(undefined, incoming(events))).toMatchObject({
    accepted: 0,
    duplicates: 5_000,
  });
});

test("D7 an object that gets only read requests stores nothing", async () => {
  await stub().flush();
  const tables = await runInDurableObject(stub(), (_, state) =>
    state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'log'").toArray(),
  );
  expect(tables).toEqual([]);
  expect(await repository().find(GRAPH)).toBeUndefined();
});

test("D11 events whose write failed are accepted when a client sends them again", async () => {
  await stub().append("b1", incoming([logEvent("a")]));
  const run = (statement: string) =>
    runInDurableObject(stub(), (_, { storage }) => void storage.sql.exec(statement));
  await run("CREATE TRIGGER full BEFORE INSERT ON log BEGIN SELECT RAISE(ABORT, 'full'); END");
  const batch = [logEvent("a"), logEvent("b"), logEvent("c")];
  const refused = await stub()
    .append("b2", incoming(batch))
    .catch((error: Error) => error.message);
  expect(refused).toContain("full");
  await run("DROP TRIGGER full");
  expect(await stub().append("b2", incoming(batch))).toMatchObject({ accepted: 2, duplicates: 1 });
  await stub().flush();
  expect(await packedIds()).toEqual(["a", "b", "c"]);
});

test("P21 different batches with one id each get their own first answer again", async () => {
  const first = [logEvent("a"), logEvent("b"), logEvent("a")];
  const second = [logEvent("b"), logEvent("c")];
  const none = [logEvent("a"), logEvent("c")];
  const pauses = [() => undefined, () => stub().flush(), () => evictDurableObject(stub())];
  for (const [time, pause] of pauses.entries()) {
    await pause();
    const repeated = time > 0;
    expect(await stub().append("b1", incoming(first))).toEqual({
      accepted: 2,
      duplicates: 1,
      repeated,
    });
    expect(await stub().append("b1", incoming(second))).toEqual({
      accepted: 1,
      duplicates: 1,
      repeated,
    });
    const brought = { accepted: 0, duplicates: 2, repeated: false };
    expect(await stub().append("b2", incoming(none))).toEqual(brought);
  }
});
