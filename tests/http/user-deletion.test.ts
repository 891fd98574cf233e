import { env } from "cloudflare:workers";
import * as fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { database } from "../tenancy/support/browser.ts";
import { graphObject, NOTHING_STORED, rowsWith, storedBy } from "../workers/support/remains.ts";
import { clientOf, newKey, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
/** Unique, so that a search finds every text that quotes it. */
let graph: string;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
  graph = `graph-${crypto.randomUUID()}`;
});

const repository = () => new GraphRepository(database, tenant.project);
const remove = async (path: string, key: string) =>
  (await send(path, { method: "DELETE", headers: { authorization: `Bearer ${key}` } })).status;

const named = (id: string, fields: Record<string, unknown>) =>
  ({ type: "graph", id: crypto.randomUUID(), graph: id, at: 0, ...fields }) as TraceEvent;

/** Packs all events of these graphs. */
const pack = (...ids: readonly string[]) =>
  Promise.all(ids.map((id) => graphObject(tenant.project, id).flush()));

test("X8 repeated requests delete all graphs of one end user", async () => {
  const user = `user of ${crypto.randomUUID()}`;
  const path = `/v1/users/${encodeURIComponent(user)}`;
  const ids = Array.from({ length: 51 }, (_, index) => `${graph} ${index}`);
  await sendEvents(tenant.key, [
    ...ids.map((id) => named(id, { user })),
    named("another's", { user: "bob" }),
  ]);
  await pack(...ids, "another's");
  const stranger = await newProject();
  expect(await remove(path, stranger.key)).toBe(404);
  const readOnly = await newKey(tenant.project, ["read", "write", "ingest"]);
  expect(await remove(path, readOnly)).toBe(403);

  const params = { user };
  const first = await api.response("DELETE /users/{user}", { params });
  expect(await first.json()).toMatchObject({ graphs: 50, isComplete: false });
  const second = await api.response("DELETE /users/{user}", { params });
  expect(await second.json()).toMatchObject({ graphs: 1, isComplete: true });
  expect(await rowsWith(user)).toEqual({});
  expect(await rowsWith(graph)).toEqual({});
  expect(await remove(path, tenant.key)).toBe(404);
  expect(await repository().find("another's")).toMatchObject({ user: "bob" });
});

const session = (user: string) =>
  ({ ...named(graph, { user }), type: "session", session: "s" }) as TraceEvent;

test.each([
  ["a session alone names", () => session("user-a")],
  ["an event names that a later one follows", () => named(graph, { user: "user-a", at: 1 })],
  ["an event names that came late", () => named(graph, { user: "user-a", at: -1 })],
] as const)("X14 a graph is deleted with a user whom %s", async (_, naming) => {
  await sendEvents(tenant.key, [named(graph, { user: "user-b" }), note(graph, "a")]);
  await pack(graph);
  await sendEvents(tenant.key, [naming(), named(graph, { user: "user-c", at: 2 })]);
  await pack(graph);
  const row = { project: tenant.project, graph };
  expect((await rowsWith(graph)).graph_user).toEqual(
    ["user-a", "user-b", "user-c"].map((user) => ({ ...row, user })),
  );
  const deleted = await api.response("DELETE /users/{user}", { params: { user: "user-a" } });
  expect(await deleted.json()).toMatchObject({ graphs: 1, isComplete: true });
  expect({ rows: await rowsWith(graph), stored: await storedBy(tenant.project, graph) }).toEqual({
    rows: {},
    stored: NOTHING_STORED,
  });
  expect(await remove("/v1/users/user-b", tenant.key)).toBe(404);
});

test("X14 the answer for an unknown user warns that events may still be on their way", async () => {
  const answer = await api.response("DELETE /users/{user}", { params: { user: "nobody" } });
  expect(await answer.text()).toContain("repeat the request in a minute");
});

test("X14 a user who is named again adds no row", async () => {
  await sendEvents(tenant.key, [named(graph, { user: "ada" }), session("ada")]);
  await pack(graph);
  const trigger = "after insert on graph_user begin select raise(abort, 'a row'); end";
  await env.DB.prepare(`create trigger written ${trigger}`).run();
  try {
    await sendEvents(tenant.key, [named(graph, { user: "ada", at: 1 }), session("ada")]);
    await pack(graph);
  } finally {
    await env.DB.prepare("drop trigger written").run();
  }
  expect((await rowsWith(graph)).graph_user).toHaveLength(1);
});

test("G14 list, figures, graph and file name the same user and system, whatever the order of events", async () => {
  const header = fc.record({
    at: fc.integer({ min: 0, max: 3 }),
    seq: fc.option(fc.nat(2), { nil: undefined }),
    user: fc.option(fc.constantFrom("ada", "bob", "eve"), { nil: undefined }),
    system: fc.option(fc.constantFrom("x", "y"), { nil: undefined }),
    /** Whether to send the next part before packing, so that one pack contains both. */
    goesOn: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(header, { minLength: 1, maxLength: 5 }), async (headers) => {
      const id = crypto.randomUUID();
      for (const { goesOn, ...fields } of headers) {
        await sendEvents(tenant.key, [named(id, fields)]);
        if (!goesOn) await pack(id);
      }
      const shown = await api("GET /graphs/{graph}", { params: { graph: id } });
      const listed = (await api("GET /graphs")).items;
      const file = await api("GET /graphs/{graph}/export", { params: { graph: id } });
      const { user = null, system = null } = (await repository().load(id))?.graph.header ?? {};
      expect({ user: shown.user, system: shown.system }).toEqual({ user, system });
      expect(listed.find((each) => each.id === id)).toEqual(shown);
      expect(Object(file).user_id).toBe(user);
      expect(Object(file).project_id).toBe(system);
    }),
    { numRuns: 30 },
  );
});
