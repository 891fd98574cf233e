import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { createApp } from "../../src/http/app.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { createServices } from "../../workers/services.ts";
import {
  type Operation,
  operationsOf,
  readDescription,
} from "../workers/support/every-operation.ts";
import { graphObject } from "../workers/support/remains.ts";
import { clientOf, newProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const START = Date.parse("2026-03-04T05:06:07.000Z");
const GRAPH = "a graph/of mine";
let key: string;
let project: string;

/** The events of the forgotten dog. Later sessions change its unit and then remove it. */
const events = (graph: string): TraceEvent[] => [
  ...forgottenDog(graph),
  ...[
    { ...{ type: "operation", id: "o4", at: START + 1_000, op: "op-update", session: "s2" } },
    { type: "operation", id: "o5", at: START + 2_000, op: "op-forget", session: "s3" },
  ].map((event) => ({ ...event, graph, name: event.op.slice(3) }) as TraceEvent),
  {
    ...{ type: "variable", id: "v6", graph, at: START + 1_000, ref: "unit2", name: "u1" },
    ...{ class: "memory", value: "Works as a teacher." },
  },
  { type: "link", id: "l6", graph, at: START + 1_000, op: "op-update", from: "unit", to: "unit2" },
  {
    ...{ type: "variable", id: "v7", graph, at: START + 2_000, ref: "gone", name: "gone" },
    ...{ class: "delete_marker", value: "DELETED" },
  },
  { type: "link", id: "l7", graph, at: START + 2_000, op: "op-forget", from: "unit2", to: "gone" },
];

beforeAll(async () => {
  ({ key, project } = await newProject());
  await sendEvents(key, events(GRAPH));
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  send(`/v1/graphs/${encodeURIComponent(GRAPH)}/${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });

interface Listed {
  readonly items: readonly Record<string, unknown>[];
  readonly next: string | null;
}

const list = async (path: string): Promise<Listed> => {
  const answer = await ask(path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<Listed>();
};

const refusal = async (path: string) => {
  const answer = await ask(path);
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, ...error };
};

/** All entries of a list, read in pages of one entry. */
const inPages = async (path: string) => {
  const items = [];
  for (let cursor = ""; ; ) {
    const page = await list(`${path}${path.includes("?") ? "&" : "?"}limit=1${cursor}`);
    expect(page.items.length).toBeLessThanOrEqual(1);
    items.push(...page.items);
    if (page.next === null) return items;
    cursor = `&cursor=${page.next}`;
  }
};

const LISTS = [
  "walk/prediction:a1@1?direction=both&siblingInputs=true",
  "search?q=dog",
  "versions/memory:u1",
  "store",
  "blame/memory:u1@2",
  "diff",
];

test("Q35 a walk lists each variable with the links by which it enters the variable", async () => {
  const { items } = await list("walk/prediction:a1@1");
  expect(items.map(({ variable, depth }) => [(variable as { id: string }).id, depth])).toEqual([
    ["prediction:a1@1", 0],
    ["retrieved:r1@1", 1],
    ["query:q1@1", 1],
    ["memory:u1@1", 2],
    ["message:m1@1", 3],
  ]);
  expect(items[3]?.links).toEqual([
    { id: "l1", op: "op-extract", opName: "extract", from: "message:m1@1", to: "memory:u1@1" },
  ]);
  expect(items[0]?.variable).not.toHaveProperty("value");
});

test("Q35 a walk takes the filters, some of them several times", async () => {
  const ids = async (query: string) =>
    (await list(`walk/message:m1@1?direction=forward&${query}`)).items.map(
      ({ variable }) => (variable as { id: string }).id,
    );
  expect(await ids("maxDepth=1")).toEqual(["message:m1@1", "memory:u1@1"]);
  expect(await ids("operations=op-extract")).toEqual(["message:m1@1", "memory:u1@1"]);
  expect(await ids("operations=op-extract&operations=op-update")).toEqual([
    ...["message:m1@1", "memory:u1@1", "memory:u1@2"],
  ]);
  expect(await ids("to=2026-03-04T05:06:07.000Z")).not.toContain("memory:u1@2");
  expect(await ids("sessions=nowhere&categories=none")).toEqual(["message:m1@1"]);
  expect(await ids("maxDepth=2&siblingInputs=true")).toContain("query:q1@1");
});

test("Q36 a search gives the records and the text around each match", async () => {
  const { items } = await list("search?q=DOG&kinds=variable&fields=value");
  expect(items.map(({ id }) => id)).toEqual(["message:m1@1", "query:q1@1", "prediction:a1@1"]);
  expect(items[0]).toEqual({
    ...{ kind: "variable", id: "message:m1@1", name: "message:m1", category: "message" },
    ...{ session: "s1", at: "2026-03-04T05:06:07.000Z" },
    match: { field: "value", excerpt: "My dog is called Rex and I work as a baker." },
  });
  const ids = async (query: string) => (await list(`search?${query}`)).items.map(({ id }) => id);
  expect(await ids("q=DOG&ignoreCase=false")).toEqual([]);
  expect(await ids("q=%5Eop|baker%5C.$&syntax=regex")).toEqual(
    expect.arrayContaining(["message:m1@1", "memory:u1@1"]),
  );
  expect(await ids("kinds=session&kinds=link&operations=op-forget")).toEqual(["l7"]);
  expect(await ids("kinds=session")).toEqual(["s1"]);
  expect(await ids("className=memory&from=2026-03-04T05:06:08.000Z")).toEqual(["memory:u1@2"]);
});

test("Q36 a regular expression that cannot be matched in bounded time is refused by name", async () => {
  for (const q of ["(a)%5C1", "(", "(%3F%3Da)", "(a{99}){99}"]) {
    const refused = await refusal(`search?syntax=regex&q=${q}`);
    expect(refused).toMatchObject({ status: 400, code: "invalid_request" });
    expect(refused.message).toMatch(/^q: /);
  }
});

test("Q37 the service lists the life of a name, and the store at a given moment", async () => {
  const { items } = await list("versions/memory:u1");
  expect(items).toMatchObject([
    {
      variable: { id: "memory:u1@1", previousId: null, length: 17 },
      writtenBy: ["op-extract"],
      readBy: ["op-search", "op-update"],
      removedBy: [],
    },
    {
      ...{ variable: { id: "memory:u1@2", previousId: "memory:u1@1" }, writtenBy: ["op-update"] },
      ...{ readBy: [], removedBy: ["op-forget"], sessions: ["s2", "s3"] },
    },
  ]);
  const held = async (at: string) => (await list(`store${at}`)).items.map(({ value }) => value);
  expect(await held("?at=2026-03-04T05:06:06.999Z")).toEqual([]);
  expect(await held("?at=2026-03-04T05:06:07.500Z")).toEqual(["Works as a baker."]);
  expect(await held("?at=2026-03-04T05:06:08.000Z")).toEqual(["Works as a teacher."]);
  expect(await held("")).toEqual([]);
});

test("Q38 each span of a value has the operation and the message behind it", async () => {
  expect((await list("blame/memory:u1@2")).items).toMatchObject([
    {
      ...{ start: 0, end: 11, text: "Works as a ", variable: "memory:u1@1" },
      ...{ operation: "op-extract", message: "message:m1@1" },
    },
    { text: "teacher", variable: "memory:u1@2", operation: "op-update" },
    { text: ".", variable: "memory:u1@1" },
  ]);
});

test("Q39 two versions, two moments or two graphs can be compared", async () => {
  expect((await list("diff?from=memory:u1@1&to=memory:u1@2")).items).toEqual([
    {
      ...{ change: "changed", kind: "variable", before: "memory:u1@1", after: "memory:u1@2" },
      parts: [
        { kind: "same", text: "Works as a " },
        { kind: "removed", text: "baker" },
        { kind: "added", text: "teacher" },
        { kind: "same", text: "." },
      ],
      value: null,
    },
  ]);
  expect((await list("diff?from=memory:u1@1&to=memory:u1@1")).items).toEqual([]);
  const removed = await list("diff?from=2026-03-04T05:06:08.000Z&to=2026-03-04T05:06:09.000Z");
  expect(removed.items).toEqual([
    {
      ...{ change: "removed", kind: "variable", before: "memory:u1@2", after: null, parts: null },
      value: "Works as a teacher.",
    },
  ]);
  expect((await list("diff?to=2026-03-04T05:06:07.000Z")).items).toMatchObject([
    { change: "added", before: null, after: "memory:u1@1" },
  ]);
  await sendEvents(key, [...events("another"), note("another", "n")]);
  expect((await list("diff?graph=another")).items).toEqual([
    { change: "added", kind: "variable", before: null, after: "n@1", parts: null, value: "n" },
  ]);
  expect(await refusal("diff?from=memory:u1@1")).toMatchObject({ status: 400 });
  expect(await refusal("diff?from=memory:u1@1&to=2026-03-04T05:06:08.000Z")).toMatchObject({
    status: 400,
  });
  expect(await refusal("diff?graph=another&from=memory:u1@1")).toMatchObject({ status: 400 });
});

test("Q40 a graph or a walk is rendered as Markdown or XML", async () => {
  const whole = await ask("render");
  expect(whole.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
  expect(await whole.text()).toContain("## Variables (7)");
  const part = await ask("render?format=xml&variable=memory:u1@1&maxDepth=1&valueChars=6");
  expect(part.headers.get("content-type")).toBe("application/xml; charset=utf-8");
  const text = await part.text();
  expect(text).toContain("<value>My dog… [6 of 43 characters]</value>");
  expect(text.match(/<variable /g)).toHaveLength(2);
  const variables = async (query: string) =>
    (await (await ask(`render?format=xml&${query}`)).text()).match(/<variable id="[^"]*"/g);
  expect(await variables("operations=op-forget")).toEqual([
    ...['<variable id="memory:u1@2"', '<variable id="delete_marker:gone@1"'],
  ]);
  expect(await variables("operations=op-forget&to=2026-03-04T05:06:08.000Z")).toEqual([
    '<variable id="memory:u1@2"',
  ]);
  expect(await variables("categories=message")).toEqual(['<variable id="message:m1@1"']);
  await sendEvents(
    key,
    Array.from({ length: 1_001 }, (_, index) => note("large", `n${index}`)),
  );
  const large = await send("/v1/graphs/large/render", {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(large.status).toBe(422);
  expect(await large.text()).toContain("1001 variables are above the limit of 1000");
});

test.each(LISTS)("Q41 all pages of %s together are the whole list", async (path) => {
  const whole = await list(path);
  expect(whole.next).toBeNull();
  expect(await inPages(path)).toEqual(whole.items);
});

test("Q41 a cursor whose record is gone is refused", async () => {
  const { next } = await list("search?limit=1");
  for (const path of ["walk/memory:u1@1", "store", "blame/memory:u1@1"]) {
    expect(await refusal(`${path}?cursor=${next}`)).toMatchObject({
      ...{ status: 400, code: "invalid_request" },
    });
  }
});

/** Paths below the graph's address that read it. */
const READS = [
  ...LISTS.map((path) => `/${path}`),
  ...["", "/render", "/part", "/sessions", "/warnings", "/export", "/export?labels=true"],
  ...["/operations/op-extract", "/variables/memory:u1@1", "/flow", "/made-of/message:m1@1"],
  ...["/ledger", "/ledger/memory:u1", "/empty-searches", "/derived/message:m1@1", "/facts"],
  ...["/impact/message:m1@1", "/reach/message:m1@1", "/tokens"],
];

test("Q42 an answer has the graph's ETag and is sent again only after a change", async () => {
  const graph = "changing";
  const read = (path: string, tag = "") =>
    send(`/v1/graphs/${graph}${path}`, {
      headers: { authorization: `Bearer ${key}`, "if-none-match": tag },
    });
  const isRead = ({ method, path }: Operation) =>
    method === "get" && path.startsWith("/v1/graphs/{graph}") && !path.endsWith("/live");
  const operations = operationsOf(await readDescription()).filter(isRead);
  const nameOf = (path: string) => path.split(/[/?]/)[1];
  const unread = operations.filter(({ path }) => {
    const name = nameOf(path.slice("/v1/graphs/{graph}".length));
    return !READS.some((each) => nameOf(each) === name);
  });
  expect(unread).toEqual([]);
  for (const { responses } of operations) expect(responses).toContain("304");
  await sendEvents(key, events(graph));
  for (const path of READS) {
    const first = await read(path);
    expect([path, first.status, first.headers.get("cache-control")]).toEqual([
      ...[path, 200, "private, no-cache"],
    ]);
    const tag = first.headers.get("etag") ?? "";
    for (const known of [tag, "*", `"other", W/${tag}`, `W/${tag},"other"`]) {
      const again = await read(path, known);
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", tag]);
    }
    expect((await read(path, `"other", ${tag.slice(0, -2)}"`)).status).toBe(200);
    await sendEvents(key, [note(graph, `after ${path}`)]);
    const changed = await read(path, tag);
    expect(changed.status).toBe(200);
    expect(changed.headers.get("etag")).not.toBe(tag);
  }
});

test("Q42 the list of graphs is sent again after a graph has changed", async () => {
  const list = (tag = "") =>
    send("/v1/graphs", { headers: { authorization: `Bearer ${key}`, "if-none-match": tag } });
  const tag = (await list()).headers.get("etag") ?? "";
  expect((await list(tag)).status).toBe(304);
  await sendEvents(key, [note("listed", "a")]);
  await graphObject(project, "listed").flush();
  expect((await list(tag)).status).toBe(200);
});

test("Q42 a file with labels is sent again after a label has changed", async () => {
  const graph = "labelled";
  await sendEvents(key, [...forgottenDog(graph), failingVerdict(graph)]);
  const file = (tag = "") =>
    send(`/v1/graphs/${graph}/export?labels=true`, {
      headers: { authorization: `Bearer ${key}`, "if-none-match": tag },
    });
  const id = await until(async () => {
    const { items } = await clientOf(key)("GET /cases", { query: { graph } });
    return items[0]?.id;
  });
  const tag = (await file()).headers.get("etag") ?? "";
  expect((await file(tag)).status).toBe(304);
  const label = { errorType: "UpdateError", op: null, link: null, reason: "" } as const;
  await clientOf(key)("PUT /cases/{case}/label", { params: { case: id }, body: label });
  expect((await file(tag)).status).toBe(200);
});

test("Q42 an answer of another deployed version is sent again", async () => {
  const request = (tag: string) =>
    new Request(`http://memtrace.test/v1/graphs/${encodeURIComponent(GRAPH)}/store`, {
      headers: { authorization: `Bearer ${key}`, "if-none-match": tag },
    });
  const deployed = (id: string) =>
    createApp(() => createServices({ ...env, VERSION: { ...env.VERSION, id } }, () => undefined));
  const [older, newer] = [deployed("v1"), deployed("v2")];
  const tag = (await older.fetch(request(""))).headers.get("etag") ?? "";
  expect((await older.fetch(request(tag))).status).toBe(304);
  expect((await newer.fetch(request(tag))).status).toBe(200);
});

test("Q61 an unknown id or name is refused, and the error gives the matching id or name", async () => {
  const part = encodeURIComponent(
    JSON.stringify({
      part: "union",
      of: [{ part: "whole" }, { part: "walk", variable: "memory:u1" }],
    }),
  );
  const paths = ["walk/memory:u1", "blame/memory:u1", "diff?from=memory:u1&to=memory:u1@1"];
  const others = ["render?variable=memory:u1", "sessions?behind=memory:u1", `part?of=${part}`];
  for (const path of [...paths, ...others]) {
    const { status, message } = await refusal(path);
    expect([path, status]).toEqual([path, 404]);
    expect(message).toMatch(/no variable memory:u1\. .* latest version is memory:u1@\d+\.$/);
  }
  const { message } = await refusal("versions/memory:u1@1");
  expect(message).toBe("This graph has no name memory:u1@1. This is an id; its name is memory:u1.");
  expect((await refusal("walk/x@1")).message).toBe("This graph has no variable x@1.");
});

test("Q100 an unknown version of a known name is refused with the latest version", async () => {
  expect((await refusal("walk/memory:u1@99")).message).toMatch(
    /no variable memory:u1@99\. The latest version of this name is memory:u1@\d+; a late event/,
  );
});

test("Q43 unknown graphs, variables and names are not found; an error about a malformed request names the field", async () => {
  for (const path of ["walk/x@1", "versions/x", "blame/x@1", "diff?from=x&to=y", "diff?graph=x"]) {
    expect(await refusal(path)).toMatchObject({ status: 404, code: "not_found" });
  }
  expect(await refusal("render?variable=x@1")).toMatchObject({ status: 404 });
  for (const [path, field] of [
    ["walk/memory:u1@1?direction=up", "direction"],
    ["walk/memory:u1@1?maxDepth=-1", "maxDepth"],
    ["search?kinds=node", "kinds"],
    ["store?at=yesterday", "at"],
    ["render?format=html", "format"],
    ["search?limit=0", "limit"],
  ] as const) {
    const refused = await refusal(path);
    expect(refused).toMatchObject({ status: 400, code: "invalid_request" });
    expect(refused.message).toContain(field);
  }
});
