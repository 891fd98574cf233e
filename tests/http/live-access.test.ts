import { evictDurableObject } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { member } from "../../src/database/schema/identity.ts";
import {
  LIVE_CLOSE,
  LIVE_KEY_PROTOCOL_PREFIX,
  LIVE_PROTOCOL,
} from "../../src/protocol/events/live.ts";
import { KeyRepository } from "../../src/tenancy/keys.ts";
import {
  database,
  joinAs,
  newOrganization,
  ORIGIN,
  type Person,
} from "../tenancy/support/browser.ts";
import { requireSecondFactor } from "../tenancy/support/enforcement.ts";
import { graphObject } from "../workers/support/remains.ts";
import { newKey, newTenant, send, type Tenant } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";
import { connect, Watch, type WatchOptions } from "../workers/support/watch.ts";

let tenant: Tenant;
let stranger: Tenant;
let viewer: Person;
let graph: string;
const open: Watch[] = [];
beforeAll(async () => {
  [tenant, stranger] = [await newTenant(), await newTenant()];
  viewer = await joinAs("viewer", tenant.owner, tenant.organization);
});
beforeEach(async () => {
  graph = `graph-${crypto.randomUUID()}`;
  await append("a");
});
afterEach(() => {
  for (const watch of open.splice(0)) watch.close();
  vi.restoreAllMocks();
});

const append = (id: string) => sendEvents(tenant.key, [note(graph, id)]);
const statusOf = async (options: WatchOptions): Promise<number> => {
  const { status, webSocket } = await connect(graph, options);
  if (webSocket !== null) open.push(new Watch(webSocket));
  return status;
};
const watching = async (options: WatchOptions) => {
  const { status, webSocket } = await connect(graph, options);
  if (webSocket === null) throw new Error(`${status}`);
  const watch = new Watch(webSocket);
  open.push(watch);
  await watch.ready();
  return watch;
};
const byKey = (key: string) => ({ headers: { authorization: `Bearer ${key}` } });
const bySubprotocol = (key: string, ...names: string[]) => ({
  headers: {
    "sec-websocket-protocol": [...names, `${LIVE_KEY_PROTOCOL_PREFIX}${key}`].join(", "),
  },
});
const byCookie = (person: Person, origin: string | null = ORIGIN): WatchOptions => {
  const { headers } = person.browser;
  if (origin !== null) headers.set("origin", origin);
  return { headers, query: { project: tenant.project } };
};
const later = (milliseconds: number) => {
  const now = Date.now.bind(Date);
  vi.spyOn(Date, "now").mockImplementation(() => now() + milliseconds);
};

test("V9 a key with the scope read watches by header or subprotocol, and the answer does not repeat it", async () => {
  const reader = await newKey(tenant.project, ["read"]);
  expect(await statusOf(byKey(reader))).toBe(101);
  const answer = await connect(graph, bySubprotocol(reader, LIVE_PROTOCOL));
  expect(answer.status).toBe(101);
  expect(answer.headers.get("sec-websocket-protocol")).toBe(LIVE_PROTOCOL);
  expect(JSON.stringify([...answer.headers])).not.toContain(reader);
  if (answer.webSocket) open.push(new Watch(answer.webSocket));
});

test("V9 nobody watches without a valid key, and a key in the address is ignored", async () => {
  const writer = await newKey(tenant.project, ["ingest", "write"]);
  expect(await statusOf({})).toBe(401);
  expect(await statusOf({ query: { key: tenant.key, authorization: tenant.key } })).toBe(401);
  expect(await statusOf(bySubprotocol("mt_live_x", LIVE_PROTOCOL))).toBe(401);
  expect(await statusOf(byKey(writer))).toBe(403);
  expect(await statusOf(bySubprotocol(writer, LIVE_PROTOCOL))).toBe(403);
});

test("V9 a signed-in person watches only from the product's own pages", async () => {
  expect(await statusOf(byCookie(viewer))).toBe(101);
  for (const origin of ["https://evil.example", "null", null]) {
    expect(await statusOf(byCookie(viewer, origin))).toBe(403);
  }
  expect(await statusOf(byCookie(stranger.owner))).toBe(404);
});

test("V9 a subprotocol works as a key only for a WebSocket", async () => {
  const { headers } = bySubprotocol(tenant.key, LIVE_PROTOCOL);
  expect((await send("/v1/whoami", { headers })).status).toBe(401);
});

test("V9 another project's graph or an unknown one gets 404, and a request without WebSocket gets 426", async () => {
  expect(await statusOf(byKey(stranger.key))).toBe(404);
  const missing = await connect("no such graph", byKey(tenant.key));
  expect(missing.status).toBe(404);
  const plain = await send(`/v1/graphs/${graph}/live`, byKey(tenant.key));
  expect(plain.status).toBe(426);
  expect((await plain.json<{ error: { code: string } }>()).error.code).toBe("upgrade_required");
});

test("V10 a watcher with a revoked key gets no more events after half a minute", async () => {
  const key = await newKey(tenant.project, ["read"]);
  const [watch, other] = [await watching(byKey(key)), await watching(byKey(tenant.key))];
  const keys = new KeyRepository(database, tenant.project);
  const { id = "" } =
    (await keys.list(undefined, 200)).items.find(({ hint }) => key.endsWith(hint.slice(-4))) ?? {};
  await keys.revoke(id, Date.now());
  later(30_000);
  await append("b");
  expect(await watch.ended()).toEqual(LIVE_CLOSE.notAllowed);
  expect(watch.ids).toEqual([]);
  await other.reached(1);
});

test("V8 a watcher who may no longer read frees its place, even on a quiet graph", async () => {
  const key = await newKey(tenant.project, ["read"]);
  for (let count = 0; count < 64; count++) await watching(byKey(key));
  const keys = new KeyRepository(database, tenant.project);
  const { id = "" } =
    (await keys.list(undefined, 200)).items.find(({ hint }) => key.endsWith(hint.slice(-4))) ?? {};
  await keys.revoke(id, Date.now());
  later(30_000);
  const next = await watching(byKey(tenant.key));
  expect(next.closed).toBeUndefined();
});

const asOwner = async (path: string, body: object) =>
  expect((await tenant.owner.browser.post(path, body)).status).toBe(200);
const memberIdOf = async ({ id }: Person) =>
  (await database.select().from(member).where(eq(member.userId, id)))[0]?.id;
const inTheOrganization = () => ({ organizationId: tenant.organization });

/**
 * What ends a person's right to watch, and the role in the project that the person has before that.
 */
const ENDS: readonly (readonly [string, string | null, (person: Person) => Promise<unknown>])[] = [
  [
    "removed from the organization",
    null,
    ({ email }) =>
      asOwner("/organization/remove-member", { ...inTheOrganization(), memberIdOrEmail: email }),
  ],
  [
    "lowered to guest",
    null,
    async (person) => {
      const change = { memberId: await memberIdOf(person), role: "guest" };
      await asOwner("/organization/update-member-role", { ...inTheOrganization(), ...change });
    },
  ],
  [
    "without the role in the project",
    "viewer",
    async (person) => {
      const change = { memberId: await memberIdOf(person), project: tenant.project, role: null };
      await asOwner("/organization/set-project-role", { ...inTheOrganization(), ...change });
    },
  ],
];

test.each(ENDS)(
  "T188 an open socket of a person who is %s sends nothing more after 30 seconds",
  async (_, role, end) => {
    const projects = role === null ? [] : [{ project: tenant.project, role }];
    const of = role === null ? "member" : "guest";
    const person = await joinAs(of, tenant.owner, tenant.organization, projects);
    const [watch, stays] = [
      await watching(byCookie(person)),
      await watching(byCookie(tenant.owner)),
    ];
    await end(person);
    later(30_000);
    await append("b");
    expect(await watch.ended()).toEqual(LIVE_CLOSE.notAllowed);
    expect(watch.ids).toEqual([]);
    await stays.reached(1);
  },
);

test("T193 an open socket sends nothing more within 30 seconds if the organization now requires a second factor", async () => {
  const person = await joinAs("member", tenant.owner, tenant.organization);
  const [watch, other] = [await watching(byCookie(person)), await watching(byKey(tenant.key))];
  await requireSecondFactor(await newOrganization(person));
  later(30_000);
  await append("b");
  expect(await watch.ended()).toEqual(LIVE_CLOSE.notAllowed);
  expect(watch.ids).toEqual([]);
  await other.reached(1);
});

test("V10 a watcher who signed out or left the organization gets no more events after half a minute", async () => {
  const leaver = await joinAs("member", tenant.owner, tenant.organization);
  const watches = [await watching(byCookie(leaver)), await watching(byCookie(viewer))];
  await leaver.browser.post("/organization/leave", { organizationId: tenant.organization });
  await viewer.browser.post("/sign-out", {});
  const stays = await watching(byCookie(tenant.owner));
  later(30_000);
  await evictDurableObject(graphObject(tenant.project, graph));
  await append("b");
  for (const watch of watches) {
    expect(await watch.ended()).toEqual(LIVE_CLOSE.notAllowed);
    expect(watch.ids).toEqual([]);
  }
  await stays.reached(1);
  expect(stays.closed).toBeUndefined();
});
