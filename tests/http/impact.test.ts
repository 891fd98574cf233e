/** Over HTTP: what would break without a value, and what a value reached. */
import { beforeEach, expect, test } from "vitest";
import type { ImpactPage } from "../../src/protocol/api/explorer/impact.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { clientOf, newProject } from "../workers/support/tenants.ts";
import { failingVerdict, sendPacked } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const AT = Date.parse("2026-03-04T05:06:07.000Z");
const KEY = "The spare key is kept under the blue flowerpot.";
const CAT = "The cat Mia sleeps on the sofa.";
const ASKED = "Where is the spare key kept?";
const ANSWERED = "It is kept under the blue flowerpot.";

let key: string;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  ({ key } = await newProject());
  api = clientOf(key);
});

/** Two units, both retrieved; the answer needs one of them. */
function keyAndCat(graph: string): TraceEvent[] {
  let seq = 0;
  const base = (session: string) => {
    seq += 1;
    return { id: `e${seq}`, graph, at: AT + seq, seq, session };
  };
  const value = (session: string, name: string, text: string, category: string): TraceEvent => ({
    ...{ type: "variable", ...base(session), ref: name, name, category, value: text },
  });
  const step = (session: string, op: string, name: string, category: string): TraceEvent => ({
    ...{ type: "operation", ...base(session), op, name, category },
  });
  const link = (session: string, op: string, from: string, to: string): TraceEvent => ({
    ...{ type: "link", ...base(session), op, from, to },
  });
  return [
    { type: "graph", id: "g", graph, at: AT, user: `user-of-${graph}`, system: "mem0" },
    { type: "session", ...base("chat"), user: "ada" },
    { type: "session", ...base("later"), user: "bob" },
    value("chat", "instructions", "Write down what people say.", "prompt"),
    value("chat", "said-key", KEY, "message"),
    step("chat", "op-key", "extract", "extraction"),
    value("chat", "unit-key", KEY, "memory_entry"),
    link("chat", "op-key", "instructions", "unit-key"),
    link("chat", "op-key", "said-key", "unit-key"),
    value("chat", "said-cat", CAT, "message"),
    step("chat", "op-cat", "extract", "extraction"),
    value("chat", "unit-cat", CAT, "memory_entry"),
    link("chat", "op-cat", "said-cat", "unit-cat"),
    value("later", "asked", ASKED, "query"),
    step("later", "op-search", "search", "retrieval"),
    value("later", "found", `${KEY}\n${CAT}`, "retrieved"),
    ...["asked", "unit-key", "unit-cat"].map((from) => link("later", "op-search", from, "found")),
    step("later", "op-answer", "answer", "answer"),
    value("later", "answered", ANSWERED, "prediction"),
    ...["asked", "found"].map((from) => link("later", "op-answer", from, "answered")),
    {
      ...{ type: "verdict", ...base("later"), score: 1, query: ASKED, queryRef: "asked" },
      ...{ prediction: ANSWERED, predictionRef: "answered", expected: ["the blue flowerpot"] },
    },
    wrongVerdict(graph),
  ];
}

/** A wrong answer, so that the service reads right answers without a delay. */
const wrongVerdict = (graph: string) =>
  ({
    ...{ ...failingVerdict(graph), query: "Who is it?", prediction: "Nobody at all." },
    ...{ queryRef: undefined, predictionRef: undefined, evidence: [] },
  }) as TraceEvent;

async function stored(graph: string, events: readonly TraceEvent[], answers: number) {
  await sendPacked(key, events);
  await until(async () => {
    const query = { graph, judged: "right", limit: 100 } as const;
    return (await api("GET /answers", { query })).items.length === answers || undefined;
  });
}

const impactOf = (variable: string, graph = "g") =>
  api("GET /graphs/{graph}/impact/{variable}", { params: { graph, variable } });

test("H590 the impact lists right answers whose fact flows through a unit or message, with the path", async () => {
  await stored("g", keyAndCat("g"), 1);
  const { items, progress, next } = await impactOf("said-key@1");
  expect({ progress, next }).toEqual({
    progress: { checked: 1, unfollowed: 0, graph: "g", graphs: 1, total: 1 },
    next: null,
  });
  expect(items).toMatchObject([{ query: ASKED, prediction: ANSWERED, isOnly: true, graph: "g" }]);
  expect(items[0]?.path.map(({ variable, opName }) => [variable, opName])).toEqual([
    ["said-key@1", "extract"],
    ["unit-key@1", "search"],
    ["found@1", "answer"],
    ["answered@1", null],
  ]);
  expect((await impactOf("unit-key")).items).toHaveLength(1);
});

test("H591 a unit that was only retrieved together with the fact has no impact", async () => {
  await stored("g", keyAndCat("g"), 1);
  expect(await impactOf("unit-cat@1")).toMatchObject({ items: [], progress: { checked: 1 } });
});

test("H592 the impact of an end user or a prompt version covers their graphs one by one", async () => {
  await stored("g", keyAndCat("g"), 1);
  await stored("h", keyAndCat("h"), 1);
  const ofUser = await api("GET /impact", { query: { user: "ada" } });
  expect(ofUser).toMatchObject({ items: [{ graph: "g" }], progress: { graphs: 2, total: 2 } });
  const rest = await api("GET /impact", { query: { user: "ada", cursor: ofUser.next ?? "" } });
  expect(rest).toMatchObject({ items: [{ graph: "h" }], next: null });
  const alone = await api("GET /impact", { query: { user: "user-of-h" } });
  expect(alone).toMatchObject({ items: [{ graph: "h" }], next: null });
  const prompt = await until(async () => (await api("GET /prompts")).items[0]);
  const query = { prompt: prompt.name, promptVersion: 1 };
  const ofPrompt = await api("GET /impact", { query });
  expect(ofPrompt).toMatchObject({
    items: [{ graph: "g", path: [{ opName: "extract" }, {}, {}, {}] }],
    progress: { graphs: 2 },
  });
});

test("H593 an impact in another project is not found, and an incomplete selection is refused", async () => {
  await stored("g", keyAndCat("g"), 1);
  const other = clientOf((await newProject()).key);
  const params = { graph: "g", variable: "said-key@1" };
  const status = async (answer: Promise<Response>) => (await answer).status;
  expect(await status(other.response("GET /graphs/{graph}/impact/{variable}", { params }))).toBe(
    404,
  );
  expect(await status(other.response("GET /graphs/{graph}/reach/{variable}", { params }))).toBe(
    404,
  );
  expect(await status(other.response("GET /impact", { query: { user: "ada" } }))).toBe(404);
  const version = { prompt: "instructions", promptVersion: 1 };
  expect(await status(other.response("GET /impact", { query: version }))).toBe(404);
  for (const query of [{}, { prompt: "instructions" }, { user: "ada", ...version }]) {
    expect(await status(api.response("GET /impact", { query }))).toBe(400);
  }
  const missing = { graph: "g", variable: "none@1" };
  expect(
    await status(api.response("GET /graphs/{graph}/impact/{variable}", { params: missing })),
  ).toBe(404);
});

test("H594 all pages together check each right answer once", async () => {
  const more = Array.from({ length: 24 }, (_, index) => ({
    ...wrongVerdict("g"),
    ...{ id: `right-${index}`, at: AT + 1_000 + index, score: 1 },
    prediction: `Nobody, said ${index}.`,
  })) as TraceEvent[];
  await stored("g", [...keyAndCat("g"), ...more], 25);
  const pages: ImpactPage[] = [];
  let cursor: string | undefined;
  do {
    const params = { graph: "g", variable: "unit-key@1" };
    const query = cursor === undefined ? {} : { cursor };
    const page = await api("GET /graphs/{graph}/impact/{variable}", { params, query });
    pages.push(page);
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(pages.length).toBeGreaterThan(1);
  const sum = (count: (page: ImpactPage) => number) =>
    pages.reduce((total, page) => total + count(page), 0);
  expect(sum(({ progress }) => progress.checked)).toBe(25);
  expect(sum(({ progress }) => progress.unfollowed)).toBe(24);
  expect(pages.flatMap(({ items }) => items)).toMatchObject([{ prediction: ANSWERED }]);
  for (const bad of ["AAAA", pages[0]?.next?.slice(0, 8) ?? ""]) {
    const params = { graph: "g", variable: "unit-key@1" };
    const query = { cursor: bad };
    const answer = api.response("GET /graphs/{graph}/impact/{variable}", { params, query });
    expect((await answer).status).toBe(400);
  }
});

test("H595 the reach of a memory unit names the operation that wrote it", async () => {
  await stored("g", keyAndCat("g"), 1);
  const params = { graph: "g", variable: "unit-key@1" };
  const reach = await api("GET /graphs/{graph}/reach/{variable}", { params });
  expect(reach.letIn).toMatchObject({ op: "op-key", opName: "extract", unit: "unit-key@1" });
});

test("H595 the reach of a message names units, sessions, users, judged answers and the first operation", async () => {
  await stored("g", keyAndCat("g"), 1);
  const params = { graph: "g", variable: "said-key@1" };
  const reach = await api("GET /graphs/{graph}/reach/{variable}", { params });
  expect(reach).toMatchObject({
    ...{ start: ["said-key@1"], text: KEY, isComplete: true },
    letIn: { op: "op-key", opName: "extract", session: "chat", unit: "unit-key@1" },
    counts: { units: 1, heldUnits: 1, sessions: 2, users: 3, answers: 1 },
    units: [{ variable: "unit-key@1", isHeld: true, sharedWords: expect.any(Array) }],
    sessions: [
      { session: "chat", user: "ada", values: 1 },
      { session: "later", user: "bob", values: 1 },
    ],
    answers: [{ variable: "answered@1", judged: "right", case: null }],
  });
  expect([...reach.users].sort()).toEqual(["ada", "bob", "user-of-g"]);
});
