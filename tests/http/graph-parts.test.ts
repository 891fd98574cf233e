import { beforeAll, expect, test } from "vitest";
import { newProject, send } from "../workers/support/tenants.ts";
import { forgottenDog, note, sendEvents } from "../workers/support/traces.ts";

const GRAPH = "parts";
let key: string;

beforeAll(async () => {
  key = (await newProject()).key;
  await sendEvents(key, forgottenDog(GRAPH));
});

const ask = (path: string, headers: Record<string, string> = {}) =>
  send(`/v1/graphs/${GRAPH}/${path}`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
const part = (described: unknown) => `of=${encodeURIComponent(JSON.stringify(described))}`;

interface Listed {
  readonly items: readonly { readonly id: string }[];
  readonly next: string | null;
  readonly figures: unknown;
}

const read = async (path: string): Promise<Listed> => {
  const answer = await ask(path);
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  return answer.json<Listed>();
};
const ids = async (path: string) => (await read(path)).items.map(({ id }) => id);

const EXTRACTION = { part: "operations", ids: ["op-extract"] };
const BEHIND = { part: "walk", variable: "prediction:a1@1" };

test("Q48 a part is listed with its figures: variables, links, operations", async () => {
  expect(await read(`part?${part(EXTRACTION)}`)).toEqual({
    items: [
      expect.objectContaining({ kind: "variable", id: "message:m1@1", ends: null }),
      expect.objectContaining({ kind: "variable", id: "memory:u1@1", session: "s1" }),
      expect.objectContaining({
        ...{ kind: "link", id: "l1" },
        ends: { op: "op-extract", from: "message:m1@1", to: "memory:u1@1" },
      }),
      expect.objectContaining({ kind: "operation", id: "op-extract", name: "extract" }),
    ],
    next: null,
    figures: {
      ...{ variables: 2, links: 1, operations: 1, relation: null },
      ...{ from: "2026-03-04T05:06:07.000Z", to: "2026-03-04T05:06:07.000Z" },
    },
  });
});

test("Q48 without a part, the whole graph is listed; kinds and ends select records", async () => {
  expect(await ids("part?kinds=operation")).toEqual(["op-extract", "op-search", "op-answer"]);
  expect(await ids("part?ends=roots")).toEqual(["message:m1@1", "query:q1@1"]);
  expect(await ids("part?ends=leaves")).toEqual(["prediction:a1@1"]);
  expect(await ids(`part?ends=leaves&${part(EXTRACTION)}`)).toEqual(["memory:u1@1"]);
  expect(await ids("part?ends=roots&kinds=link")).toEqual([]);
});

test("Q48 parts are joined, cut and compared", async () => {
  const rest = { part: "difference", of: [BEHIND, EXTRACTION] };
  expect(await ids(`part?kinds=variable&${part(rest)}`)).not.toContain("memory:u1@1");
  const relation = async (of: unknown, other: unknown) => {
    const compared = `with=${encodeURIComponent(JSON.stringify(other))}`;
    return (await read(`part?${part(of)}&${compared}&limit=1`)).figures;
  };
  expect(await relation(EXTRACTION, BEHIND)).toMatchObject({ relation: "subset" });
  expect(await relation(BEHIND, EXTRACTION)).toMatchObject({ relation: "superset" });
  const both = { part: "union", of: [EXTRACTION, BEHIND] };
  expect(await relation(both, BEHIND)).toMatchObject({ relation: "equal" });
  expect(await relation(rest, EXTRACTION)).toMatchObject({ relation: "neither" });
});

test("Q49 an unreadable part is refused, and a part of an unknown variable is not found", async () => {
  const malformed = await ask(`part?${part({ part: "everything" })}`);
  expect(malformed.status).toBe(400);
  expect(await malformed.text()).toMatch(/of: part: /);
  const unknown = await ask(`part?${part({ part: "around", variable: "x@1" })}`);
  expect(unknown.status).toBe(404);
});

test("Q50 the sessions of a graph are listed, also only those behind or after a variable", async () => {
  await sendEvents(key, [
    {
      ...{ type: "variable", id: "v9", graph: GRAPH, at: Date.parse("2026-03-05T05:06:07.000Z") },
      ...{ ref: "aside", name: "aside", value: "an aside", session: "s9" },
    },
    {
      ...{ type: "session", id: "session 9", graph: GRAPH, session: "s9", name: "Later" },
      at: Date.parse("2026-03-05T05:06:07.000Z"),
    },
  ]);
  expect((await read("sessions")).items).toEqual([
    expect.objectContaining({ id: "s1" }),
    {
      ...{ id: "s9", name: "Later", category: null, comment: null, user: null },
      at: "2026-03-05T05:06:07.000Z",
    },
  ]);
  expect(await ids("sessions?behind=prediction:a1@1")).toEqual(["s1"]);
  expect(await ids("sessions?after=aside@1")).toEqual(["s9"]);
  expect((await ask("sessions?after=x@1")).status).toBe(404);
  expect((await ask("sessions?after=aside@1&behind=aside@1")).status).toBe(400);
});

test("Q51 a part is rendered with the same filters as a graph", async () => {
  const variables = async (query: string) =>
    (await (await ask(`render?format=xml&${query}`)).text()).match(/<variable id="[^"]*"/g);
  expect(await variables(part(EXTRACTION))).toHaveLength(2);
  expect(await variables(`${part(EXTRACTION)}&categories=message`)).toEqual([
    '<variable id="message:m1@1"',
  ]);
  expect(await variables(`${part(BEHIND)}&operations=op-extract`)).toHaveLength(2);
  expect((await ask(`render?variable=memory:u1@1&${part(EXTRACTION)}`)).status).toBe(400);
});

test("Q52 a full name without a version gives the latest version", async () => {
  const shown = await ask("variables/memory:u1");
  expect(await shown.json()).toMatchObject({ id: "memory:u1@1", version: 1 });
});

test.each(["part?kinds=variable", "sessions"])(
  "Q41 all pages of %s together are the whole list",
  async (path) => {
    const whole = await ids(path);
    const paged: string[] = [];
    for (let cursor = ""; ; ) {
      const page = await read(`${path}${path.includes("?") ? "&" : "?"}limit=1${cursor}`);
      paged.push(...page.items.map(({ id }) => id));
      if (page.next === null) break;
      cursor = `&cursor=${page.next}`;
    }
    expect(paged).toEqual(whole);
  },
);

test.each(["part", "sessions"])(
  "Q42 the service sends %s again only after the graph has changed",
  async (path) => {
    const tag = (await ask(path)).headers.get("etag") ?? "";
    expect((await ask(path, { "if-none-match": tag })).status).toBe(304);
    await sendEvents(key, [note(GRAPH, `after ${path}`)]);
    expect((await ask(path, { "if-none-match": tag })).status).toBe(200);
  },
);
