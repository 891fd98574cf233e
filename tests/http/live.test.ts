import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import { LIVE_CLOSE } from "../../src/protocol/events/live.ts";
import { database } from "../tenancy/support/browser.ts";
import { packedEvents } from "../workers/support/packed-events.ts";
import { graphObject } from "../workers/support/remains.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";
import { connect, type Watch, watchAs } from "../workers/support/watch.ts";

let tenant: OwnProject;
let graph: string;
const open: Watch[] = [];
beforeEach(async () => {
  tenant = await newProject();
  graph = newGraph();
});
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
  vi.restoreAllMocks();
});

const newGraph = () => `graph-${crypto.randomUUID()}`;
const objectOf = (id: string) => graphObject(tenant.project, id);
const appendTo = (id: string, ids: readonly string[]) =>
  sendEvents(
    tenant.key,
    ids.map((each) => note(id, each)),
  );
const begin = async (query: Record<string, string> = {}, acks = true, id = graph) => {
  const watch = await watchAs(tenant.key, id, { query, acks });
  open.push(watch);
  return watch;
};
const watching = async (query: Record<string, string> = {}, acks = true, id = graph) => {
  const watch = await begin(query, acks, id);
  await watch.ready();
  return watch;
};
const object = () => objectOf(graph);
const append = (...ids: string[]) => appendTo(graph, ids);
const ids = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `n${from + index}`);
const acceptedBy = async (id: string) => {
  await objectOf(id).flush();
  const events = await packedEvents(new GraphRepository(database, tenant.project), id);
  return events.map((event) => event.id);
};
const accepted = () => acceptedBy(graph);
const inThirtySeconds = () => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + 30_000);
};

describe("events that a watcher gets", () => {
  test("V1 a watcher gets new events as stored, in the order of acceptance", async () => {
    await append("a");
    const watch = await watching();
    expect(watch.messages).toEqual([{ type: "ready", cursor: watch.cursor, behind: 0 }]);
    await append("b", "c");
    await append("c", "d");
    expect(await watch.reached(3)).toEqual(["b", "c", "d"].map((id) => note(graph, id)));
    expect(watch.messages.at(-1)).toMatchObject({ behind: 0 });
  });

  test("V1 a watcher from the start gets all events, packed or not", async () => {
    await append("a", "b");
    await object().flush();
    await append("c");
    await object().flush();
    await append("d");
    const watch = await watching({ from: "start" });
    expect(watch.messages[0]).toMatchObject({ type: "ready", behind: 4 });
    await append("e");
    await watch.reached(5);
    expect(watch.ids).toEqual(["a", "b", "c", "d", "e"]);
  });

  test("V1 a watcher from the start also gets texts that a pack took from other packs", async () => {
    const said = (id: string) => note(graph, id, "The same words in every pack. ".repeat(200));
    for (const [index, id] of ids(0, 5).entries()) {
      await sendEvents(tenant.key, index === 3 ? [note(graph, id)] : [said(id)]);
      await object().flush();
    }
    const watch = await watching({ from: "start" });
    expect(await watch.reached(5)).toEqual(
      ids(0, 5).map((id) => (id === "n3" ? note(graph, id) : said(id))),
    );
  });

  test("V1 a watcher after a cursor gets the following events, even in the middle of a packed batch", async () => {
    const long = "x".repeat(100_000);
    await sendEvents(
      tenant.key,
      ids(0, 20).map((id) => note(graph, id, id + long)),
    );
    const first = await watching({ from: "start" }, false);
    await first.reached(2);
    const [seen, { cursor = "" } = {}] = [first.ids, first.messages.at(-1)];
    expect(seen.length).toBeLessThan(20);
    first.close();
    await object().flush();
    const second = await watching({ cursor });
    await second.reached(20 - seen.length);
    expect([...seen, ...second.ids]).toEqual(ids(0, 20));
  });

  test("V2 a message holds 256 kB of events, or one larger event", async () => {
    const sizes = [400_000, 1, 100_000, 100_000, 100_000, 500_000, 1];
    await sendEvents(
      tenant.key,
      sizes.map((size, index) => note(graph, `n${index}`, "y".repeat(size))),
    );
    for (const inPacks of [false, true]) {
      if (inPacks) await object().flush();
      const watch = await watching({ from: "start" });
      await watch.reached(sizes.length);
      expect(watch.ids).toEqual(ids(0, sizes.length));
      const messages = watch.messages.flatMap((each) => (each.type === "events" ? [each] : []));
      for (const { events } of messages) {
        const bytes = JSON.stringify(events).length;
        expect(events.length === 1 || bytes <= 256 * 1024).toBe(true);
      }
      expect(messages.map(({ behind }) => behind).at(-1)).toBe(0);
    }
  });

  test("V3 a client that continues from its cursor misses no event and gets none twice", async () => {
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ kind: fc.constant("append"), count: fc.nat(40) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("flush"), count: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("evict"), count: fc.constant(0) }) },
      { weight: 2, arbitrary: fc.record({ kind: fc.constant("resume"), count: fc.constant(0) }) },
      { weight: 1, arbitrary: fc.record({ kind: fc.constant("repeat"), count: fc.constant(5) }) },
    );
    // The Durable Object may no longer be running.
    const evict = (id: string) =>
      evictDurableObject(objectOf(id)).catch((error: Error) => {
        if (!error.message.includes("not currently running")) throw error;
      });
    type Round = readonly { readonly kind: string; readonly count: number }[];
    const live = async (rounds: readonly Round[]) => {
      const id = newGraph();
      await appendTo(id, ["first"]);
      let watch = await watching({ from: "start" }, true, id);
      const seen: string[] = [];
      let count = 0;
      const run = async (kind: string, size: number) => {
        if (kind === "append" && size > 0) {
          const fresh = ids(count, count + size);
          count += size;
          await appendTo(id, fresh);
        }
        if (kind === "repeat")
          await appendTo(id, [...ids(Math.max(0, count - size), count), "first"]);
        if (kind === "flush") await objectOf(id).flush();
        if (kind === "evict") await evict(id);
      };
      for (const round of rounds) {
        // The steps of a round run in parallel, except an eviction and a new connection.
        const side = round.filter(({ kind }) => kind !== "evict" && kind !== "resume");
        await Promise.all(side.map((each) => run(each.kind, each.count)));
        if (round.some(({ kind }) => kind === "evict")) await run("evict", 0);
        if (round.some(({ kind }) => kind === "resume")) {
          seen.push(...watch.ids);
          const { cursor } = watch;
          watch.close();
          watch = await watching({ cursor }, true, id);
        }
      }
      await watch.reached(count + 1 - seen.length);
      expect([...seen, ...watch.ids]).toEqual(await acceptedBy(id));
      watch.close();
    };
    const rounds = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    // An eviction waits for the Durable Object's timer, so 25 graphs run in parallel.
    const lives = fc.array(rounds, { minLength: 25, maxLength: 25 });
    await fc.assert(
      fc.asyncProperty(lives, async (each) => void (await Promise.all(each.map(live)))),
      { numRuns: 1 },
    );
  });

  test("V3 watchers at different positions get the same events", async () => {
    await append(...ids(0, 10));
    await object().flush();
    const early = await watching({ from: "start" });
    await early.reached(10);
    const late = [await watching({ from: "start" }), await watching({ cursor: early.cursor })];
    await Promise.all(ids(10, 30).map((id) => append(id)));
    await Promise.all([early.reached(30), late[0]?.reached(30), late[1]?.reached(20)]);
    const order = await accepted();
    expect(early.ids).toEqual(order);
    expect(late.map((watch) => watch.ids)).toEqual([order, order.slice(10)]);
  });
});

describe("evicted object", () => {
  test("V4 an evicted object keeps its watchers and continues at each one's position", async () => {
    await append("a");
    const watch = await watching();
    await append("b");
    await watch.reached(1);
    await evictDurableObject(object());
    await append("c");
    await object().flush();
    await evictDurableObject(object());
    await append("d");
    await watch.reached(3);
    expect(watch.ids).toEqual(["b", "c", "d"]);
  });

  test("V4 watching writes no row and sets no alarm, and ping gets pong", async () => {
    await append("a");
    await object().flush();
    await runDurableObjectAlarm(object());
    const stored = () =>
      runInDurableObject(object(), async (_, state) => ({
        rows: state.storage.sql.exec("select seq, length(head) as head from log").toArray(),
        keys: [...state.storage.kv.list()].length,
        alarm: await state.storage.getAlarm(),
      }));
    const before = await stored();
    const watch = await watching({ from: "start" });
    await watch.reached(1);
    watch.send("ping");
    await until(async () => watch.texts[0]);
    expect(watch.texts).toEqual(["pong"]);
    expect(before.alarm).toBeNull();
    expect(await stored()).toEqual(before);
  });
});

describe("slow watcher", () => {
  const fill = (from: number, to: number) =>
    sendEvents(
      tenant.key,
      ids(from, to).map((id) => note(graph, id, id + "z".repeat(50_000))),
    );

  test("V5 unacknowledged data is limited; an acknowledgement continues it, and no other watcher waits", async () => {
    await append("a");
    const slow = await watching({}, false);
    const quick = await watching();
    await fill(0, 60);
    await quick.reached(60);
    const sent = JSON.stringify(slow.events).length;
    expect(sent).toBeGreaterThan(256 * 1024);
    expect(sent).toBeLessThan(1024 * 1024);
    while (slow.events.length < 60) {
      const had = slow.events.length;
      slow.ack();
      await slow.reached(had + 1);
    }
    expect(slow.ids).toEqual(ids(0, 60));
  });

  test("V5 many small messages count towards the limit too", async () => {
    await append("a");
    const slow = await watching({}, false);
    for (const id of ids(0, 40)) await append(id);
    await slow.reached(32);
    expect(slow.events).toHaveLength(32);
    slow.ack();
    await slow.reached(40);
    expect(slow.ids).toEqual(ids(0, 40));
  });

  test("V5 a watcher that acknowledges nothing for half a minute is closed if events wait, and can continue", async () => {
    await append("a");
    const slow = await watching({}, false);
    await fill(0, 60);
    await slow.reached(1);
    inThirtySeconds();
    await append("late");
    expect(await slow.ended()).toEqual(LIVE_CLOSE.tooSlow);
    const seen = slow.ids;
    vi.restoreAllMocks();
    const again = await watching({ cursor: slow.cursor });
    await again.reached(61 - seen.length);
    expect([...seen, ...again.ids]).toEqual([...ids(0, 60), "late"]);
  });
});

describe("end of a connection", () => {
  test("V6 a cursor that is invalid, ahead or of another graph is refused with the remedy", async () => {
    await append("a");
    const { cursor } = await watching();
    const [life = ""] = cursor.split(".");
    for (const wrong of ["x", `${life}.-1`, `${life}.01`, `${life}.2`, `${cursor}é`]) {
      expect(await (await begin({ cursor: wrong })).ended()).toEqual(LIVE_CLOSE.badCursor);
    }
    graph = newGraph();
    await append("a");
    expect(await (await begin({ cursor })).ended()).toEqual(LIVE_CLOSE.outdatedCursor);
  });

  test("V6 every reason fits into a close frame", () => {
    for (const { code, reason } of Object.values(LIVE_CLOSE)) {
      expect(new TextEncoder().encode(reason).length).toBeLessThanOrEqual(123);
      expect(code === 1011 || (code >= 4000 && code < 5000)).toBe(true);
    }
  });

  test("V7 a deletion closes every watcher, and an earlier cursor is outdated in the next graph", async () => {
    await append("a");
    await object().flush();
    const watches = [await watching(), await watching({ from: "start" })];
    const headers = { authorization: `Bearer ${tenant.key}` };
    const deleted = await send(`/v1/graphs/${graph}`, { method: "DELETE", headers });
    expect(deleted.status).toBe(204);
    for (const watch of watches) expect(await watch.ended()).toEqual(LIVE_CLOSE.deleted);
    expect((await connect(graph, { headers })).status).toBe(404);
    await append("a");
    const cursor = watches[0]?.cursor ?? "";
    expect(await (await begin({ cursor })).ended()).toEqual(LIVE_CLOSE.outdatedCursor);
    const next = await watching({ from: "start" });
    await next.reached(1);
    expect(next.ids).toEqual(["a"]);
  });

  test("V11 unreadable packs close only the watchers that need them, with the remedy", async () => {
    await append("a");
    await object().flush();
    const other = await watching();
    const pack = env.DB.prepare("select body from pack where graph = ?").bind(graph);
    const { body } = (await pack.first<{ body: number[] }>()) ?? {};
    const store = (bytes: number[]) =>
      env.DB.prepare("update pack set body = ? where graph = ?").bind(bytes, graph).run();
    await store([0]);
    expect(await (await begin({ from: "start" })).ended()).toEqual(LIVE_CLOSE.failed);
    await append("b");
    await other.reached(1);
    await store(body ?? []);
    const again = await watching({ from: "start" });
    await again.reached(2);
    expect(again.ids).toEqual(["a", "b"]);
  });

  test("V8 an undefined message closes only its own watcher", async () => {
    await append("a");
    const other = await watching();
    const life = other.cursor.split(".")[0];
    const wrong = [
      ...["", "hello", "{}", "[]", '{"type":"ack"}', '{"type":"ack","cursor":"x"}'],
      `{"type":"ack","cursor":"${life}.2"}`,
      JSON.stringify({ type: "ack", cursor: "x".repeat(100_000) }),
      new Uint8Array([1]),
    ];
    for (const message of wrong) {
      const watch = await watching();
      watch.send(message);
      expect(await watch.ended()).toEqual(LIVE_CLOSE.badMessage);
    }
    await append("b");
    await other.reached(1);
  });

  test("V8 connections beyond the limit of a graph are refused", async () => {
    await append("a");
    for (let count = 0; count < 64; count++) await watching();
    expect(await (await begin()).ended()).toEqual(LIVE_CLOSE.tooMany);
    open[0]?.close();
    await until(async () => {
      const next = await begin();
      await until(async () => next.messages[0] ?? next.closed);
      return next.messages[0];
    });
  });
});
