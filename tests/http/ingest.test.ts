import { env } from "cloudflare:workers";
import { gzipSync } from "node:zlib";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { incoming } from "../../src/event-store/log/incoming-events.ts";
import { OLDEST_SDK } from "../../src/protocol/events/sdk-version.ts";
import {
  MAX_BATCH_EVENTS,
  MAX_BATCH_GRAPHS,
  MAX_EVENTS_BODY_BYTES,
  MAX_VALUE_CHARS,
} from "../../src/protocol/limits.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { note, sendBody, sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
beforeAll(async () => {
  tenant = await newProject();
});

/** Returns the id of a graph that no other test uses. */
const newGraph = () => crypto.randomUUID();

const figures = async (graph: string) => {
  const answer = await clientOf(tenant.key).response("GET /graphs/{graph}", {
    params: { graph },
  });
  return answer.json();
};

const failure = async (answer: Response) => ({
  status: answer.status,
  ...(await answer.json<{ error: { code: string; message: string } }>()).error,
});

test("P20 each event is accepted, known already, rejected with the remedy, or cut", async () => {
  const graph = newGraph();
  const answer = await sendBody(
    tenant.key,
    JSON.stringify([
      note(graph, "a"),
      note(graph, "a"),
      { ...note(graph, "b"), type: "variabel" },
      { ...note(graph, "c"), at: "yesterday" },
      { type: "link", id: "d", graph, at: 1, op: "o", from: "a", to: "a" },
      { ...note(graph, "e"), value: undefined },
      note(graph, "f", "x".repeat(MAX_VALUE_CHARS + 1)),
    ]),
  );
  expect(answer.status).toBe(202);
  const result = await answer.json<{ rejected: { message: string }[] }>();
  expect(result).toMatchObject({
    accepted: 2,
    duplicates: 1,
    rejected: [
      { index: 2, code: "unknown_type" },
      { index: 3, code: "invalid_event" },
      { index: 4, code: "self_link" },
      { index: 5, code: "value_missing" },
    ],
    cut: [{ index: 6, field: "value", length: MAX_VALUE_CHARS + 1 }],
  });
  const messages = result.rejected.map(({ message }) => message);
  expect(messages[0]).toContain(
    "must be one of graph, session, operation, variable, link, verdict",
  );
  expect(messages[1]).toMatch(/^at: /);
  expect((await figures(graph)).variables).toBe(2);
});

test("P21 a repeated batch gets its first answer with a mark, even after it was packed", async () => {
  const graph = newGraph();
  await sendEvents(tenant.key, [note(graph, "a")]);
  const batch = [note(graph, "a"), note(graph, "b")];
  const first = await sendEvents(tenant.key, batch, { batch: "b1" });
  expect(first).toEqual({ accepted: 1, duplicates: 1, rejected: [], cut: [] });
  const again = { ...first, repeated: true };
  expect(await sendEvents(tenant.key, batch, { batch: "b1" })).toEqual(again);
  expect((await figures(graph)).variables).toBe(2);
  expect(await sendEvents(tenant.key, batch, { batch: "b1" })).toEqual(again);
  expect((await figures(graph)).variables).toBe(2);
  const unnamed = await sendEvents(tenant.key, batch);
  expect(unnamed).toEqual({ accepted: 0, duplicates: 2, rejected: [], cut: [] });
});

test("P21 a batch of several graphs is repeated only in the graphs that already had it", async () => {
  const [one, other] = [newGraph(), newGraph()];
  const both = [note(one, "a"), note(other, "a")];
  await sendEvents(tenant.key, [note(one, "a")], { batch: "b1" });
  const first = await sendEvents(tenant.key, both, { batch: "b1" });
  expect(first).toEqual({ accepted: 2, duplicates: 0, rejected: [], cut: [] });
  const again = await sendEvents(tenant.key, both, { batch: "b1" });
  expect(again).toEqual({ ...first, repeated: true });
});

test("P21 different events under a known batch id are stored", async () => {
  const graph = newGraph();
  await sendEvents(tenant.key, [note(graph, "a")], { batch: "b1" });
  const other = await sendEvents(tenant.key, [note(graph, "b")], { batch: "b1" });
  expect(other).toMatchObject({ accepted: 1, duplicates: 0 });
  expect((await figures(graph)).variables).toBe(2);
});

test("P22 one batch may hold events of several graphs, whatever their ids are", async () => {
  const run = crypto.randomUUID();
  const graphs = ["plain", "a/b", "100% ?#&", "späße 🐕", "mem0:u@1", "..."].map(
    (id) => `${run} ${id}`,
  );
  const events = graphs.flatMap((graph) => [note(graph, "a"), note(graph, "b")]);
  expect(await sendEvents(tenant.key, events, { batch: run })).toMatchObject({ accepted: 12 });
  for (const graph of graphs) {
    expect(await figures(graph)).toMatchObject({ id: graph, variables: 2 });
  }
});

test("P31 a graph or user whose name a URL cannot contain is refused with the remedy", async () => {
  const graph = newGraph();
  const header = { ...note(graph, "a"), type: "graph" } as const;
  const answer = await sendBody(
    tenant.key,
    JSON.stringify([
      note(".", "a"),
      note("..", "a"),
      { ...header, user: ".." },
      { ...header, type: "session", session: "s", user: "." },
      { ...header, id: "b", user: "..." },
    ]),
  );
  const message = expect.stringContaining("put a prefix before it");
  expect(await answer.json()).toMatchObject({
    accepted: 1,
    rejected: [0, 1, 2, 3].map((index) => ({ index, message })),
  });
  for (const fields of [{ graph_id: ".." }, { graph_id: graph, user_id: "." }]) {
    const file = await send("/v1/graphs", {
      method: "POST",
      headers: {
        authorization: `Bearer ${tenant.key}`,
        "content-type": "application/octet-stream",
      },
      body: JSON.stringify({ ...fields, data: { nodes: [], edges: [], operations: [] } }),
    });
    expect([file.status, await file.text()]).toEqual([422, expect.stringContaining("prefix")]);
  }
});

test("P33 a batch of more graphs than one request allows is refused whole, however often it is sent", async () => {
  const graphs = Array.from({ length: MAX_BATCH_GRAPHS + 20 }, newGraph);
  const lines = (some: readonly string[]) =>
    some.map((graph) => JSON.stringify(note(graph, "a"))).join("\n");
  for (const batch of ["many graphs", "many graphs", "others"]) {
    expect(await failure(await sendBody(tenant.key, lines(graphs), { batch }))).toMatchObject({
      ...{ status: 413, code: "too_large" },
      message: expect.stringMatching(/^graph: .* 220 graphs; the limit is 200\. Nothing/),
    });
  }
  const stored = (graph: string) =>
    clientOf(tenant.key).response("GET /graphs/{graph}", {
      params: { graph },
    });
  expect((await stored(graphs[0] ?? "")).status).toBe(404);
  const within = await sendBody(tenant.key, lines(graphs.slice(0, MAX_BATCH_GRAPHS)));
  expect(await within.json()).toMatchObject({ accepted: MAX_BATCH_GRAPHS });
});

test("P22 the id of a graph has a maximum length and only whole characters", async () => {
  const answer = await sendBody(
    tenant.key,
    JSON.stringify([note("g".repeat(257), "a"), note("\ud83d", "a"), note("g\u0000", "a")]),
  );
  expect(await answer.json()).toMatchObject({
    accepted: 0,
    rejected: [{ index: 0 }, { index: 1 }, { index: 2 }],
  });
  const longest = "界".repeat(256);
  await sendEvents(tenant.key, [note(longest, "a")]);
  expect((await figures(longest)).variables).toBe(1);
});

test("P23 a batch may be compressed", async () => {
  const graph = newGraph();
  const body = gzipSync(JSON.stringify([note(graph, "a", "größer")]));
  for (const encoding of ["gzip", "GZIP"]) {
    const answer = await sendBody(tenant.key, body, { headers: { "content-encoding": encoding } });
    expect(answer.status).toBe(202);
  }
  expect((await figures(graph)).variables).toBe(1);
});

test("P24 a body over the limit is refused, even if it exceeds it only after decompression", async () => {
  const large = " ".repeat(MAX_EVENTS_BODY_BYTES + 1);
  const plain = await failure(await sendBody(tenant.key, large));
  expect(plain).toMatchObject({ status: 413, code: "too_large" });
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
  expect(bomb.length).toBeLessThan(100_000);
  const headers = { "content-encoding": "gzip" };
  expect(await failure(await sendBody(tenant.key, bomb, { headers }))).toMatchObject({
    status: 413,
    code: "too_large",
  });
});

test("P24 a body without a declared length is measured as it arrives", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const written = (async () => {
    const writer = writable.getWriter();
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    for (let mib = 0; mib <= 8; mib++) await writer.write(chunk);
    await writer.close();
  })().catch(() => undefined);
  expect((await failure(await sendBody(tenant.key, readable))).status).toBe(413);
  await written;
});

test("P24 a batch with too many events is refused, and the error gives the limit", async () => {
  const line = JSON.stringify(note(newGraph(), "a"));
  const body = Array.from({ length: MAX_BATCH_EVENTS + 1 }, () => line).join("\n");
  const refused = await failure(await sendBody(tenant.key, body));
  expect(refused).toMatchObject({ status: 413, code: "too_large" });
  expect(refused.message).toContain(String(MAX_BATCH_EVENTS));
});

test("P25 an unknown encoding is named in the error, and damaged bytes are malformed", async () => {
  const as = async (encoding: string, body: BodyInit) =>
    failure(await sendBody(tenant.key, body, { headers: { "content-encoding": encoding } }));
  expect(await as("br", "x")).toMatchObject({ status: 415, code: "unsupported_media_type" });
  expect(await as("gzip", "no gzip")).toMatchObject({ status: 400, code: "invalid_json" });
  const cut = gzipSync(JSON.stringify(note(newGraph(), "a"))).subarray(0, -10);
  expect(await as("gzip", cut)).toMatchObject({ status: 400, code: "invalid_json" });
  const latin1 = Buffer.from('{"type":"größer"}', "latin1");
  expect(await as("identity", latin1)).toMatchObject({
    ...{ status: 400, code: "invalid_json" },
    message: "Line 1, column 12: the bytes are not UTF-8. Send the body as UTF-8.",
  });
  const lines = Buffer.concat([Buffer.from('\ufeff{"a":"größer"}\n{"b":"ö'), Buffer.from([0xc3])]);
  expect((await as("identity", lines)).message).toContain("Line 2, column 8");
  const twice = Buffer.concat([gzipSync("[]"), gzipSync("[]")]);
  expect((await as("gzip", twice)).message).toContain("not one whole gzip stream");
});

test("P25 malformed JSON is refused whole, with line and column", async () => {
  const graph = newGraph();
  const body = `${JSON.stringify(note(graph, "a"))}\n{"type": variable}\n`;
  const refused = await failure(await sendBody(tenant.key, body));
  expect(refused).toMatchObject({ status: 400, code: "invalid_json" });
  expect(refused.message).toContain("Line 2, column 10");
  const shown = await clientOf(tenant.key).response("GET /graphs/{graph}", { params: { graph } });
  expect(shown.status).toBe(404);
});

/** Makes the rate limiter answer as it does after a project has used up its requests. */
const useUpRate = (project: string) =>
  vi
    .spyOn(env.PROJECT_RATE, "limit")
    .mockImplementation(async ({ key }) => ({ success: key !== project }));

test("P26 a project over its rate learns when to try again, and loses no accepted event", async () => {
  const busy = await newProject();
  const graph = newGraph();
  await sendEvents(busy.key, [note(graph, "a")]);
  const rate = useUpRate(busy.project);
  onTestFinished(() => rate.mockRestore());
  const refused = await sendBody(busy.key, JSON.stringify(note(graph, "b")));
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await failure(refused)).toMatchObject({ code: "rate_limited" });
  expect(await sendEvents(tenant.key, [note(graph, "a")])).toMatchObject({ accepted: 1 });
  const stub = env.GRAPHS.getByName(`${busy.project}:${graph}`);
  const kept = { id: "a", type: "variable", json: "{}", opensCase: false } as const;
  expect(await stub.append(undefined, incoming([kept]))).toMatchObject({
    accepted: 0,
    duplicates: 1,
  });
});

test("Y83 a batch of an SDK that is too old is stored, and the answer says what to do", async () => {
  const sendAs = async (type: string) => {
    const answer = await send("/v1/events", {
      method: "POST",
      headers: { authorization: `Bearer ${tenant.key}`, "content-type": type },
      body: JSON.stringify(note(newGraph(), "a")),
    });
    return [answer.status, await answer.json<{ accepted: number; message?: string }>()] as const;
  };
  const [status, old] = await sendAs("application/x-ndjson;js=0.0.9");
  expect([status, old.accepted]).toEqual([202, 1]);
  expect(old.message).toContain("http://memtrace.test/sdk.tgz");
  const [, current] = await sendAs(`application/x-ndjson;js=${OLDEST_SDK}`);
  expect([current.accepted, "message" in current]).toEqual([1, false]);
});
