import { env } from "cloudflare:workers";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { CaseLabels } from "../../src/protocol/api/annotation/labels.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { joinAs, type Person } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { clientAs, clientOf, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

let tenant: Tenant;
let [ada, ben]: Person[] = [];
let keyed: ReturnType<typeof clientOf>;
let owner: ReturnType<typeof clientOf>;
let first: ReturnType<typeof clientOf>;
let second: ReturnType<typeof clientOf>;
beforeAll(async () => {
  tenant = await newTenant();
  ada = await joinAs("member", tenant.owner, tenant.organization);
  ben = await joinAs("member", tenant.owner, tenant.organization);
  keyed = clientOf(tenant.key);
  owner = clientAs(tenant.owner, tenant.project);
  first = clientAs(ada, tenant.project);
  second = clientAs(ben, tenant.project);
});

let graph: string;
let id: string;
let params: { case: string };
beforeEach(async () => {
  graph = `g-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  id = (await attributedCase(keyed, graph)).id;
  params = { case: id };
});

type Body = Input<"PUT /cases/{case}/label">["body"];
const EXTRACTION: Body = { errorType: "ExtractionError", op: "op-extract" };
const RETRIEVAL: Body = { errorType: "RetrievalError", op: "op-search" };

const label = (by: typeof first, body: Body) => by("PUT /cases/{case}/label", { params, body });
const withdraw = (by: typeof first) => by("DELETE /cases/{case}/label", { params });
const labels = (by: typeof first) => by("GET /cases/{case}/labels", { params });
const adjudicate = (by: typeof first, seen: number, body: Body = EXTRACTION) =>
  by.response("PUT /cases/{case}/adjudication", { params, body: { seen, label: body } });
const current = ({ items }: CaseLabels) => items.filter(({ isCurrent }) => isCurrent);

describe("labels of several people", () => {
  test("H140 each author has their own label, and no label replaces another author's", async () => {
    await label(first, { ...EXTRACTION, reason: "never extracted" });
    await label(second, RETRIEVAL);
    await label(first, { ...EXTRACTION, reason: "left out" });
    const answer = await labels(first);
    expect(current(answer)).toMatchObject([
      {
        number: 3,
        author: { id: `person:${ada?.id}`, kind: "person", name: "member", isYou: true },
        label: { reason: "left out" },
      },
      { number: 2, author: { id: `person:${ben?.id}`, isYou: false }, label: RETRIEVAL },
    ]);
    expect(answer).toMatchObject({ case: id, newest: 3 });
  });

  test("H141 earlier labels stay in the history, and an equal label adds no entry", async () => {
    await label(first, EXTRACTION);
    await label(first, EXTRACTION);
    await label(first, RETRIEVAL);
    await withdraw(first);
    await withdraw(first);
    const { items } = await labels(second);
    expect(items.map(({ number, label, isCurrent }) => [number, label?.op, isCurrent])).toEqual([
      [3, undefined, false],
      [2, "op-search", false],
      [1, "op-extract", false],
    ]);
    expect(
      items.every(({ author, createdAt }) => author.name === "member" && createdAt !== ""),
    ).toBe(true);
  });

  test("H142 a label that a key sets belongs to the key and has its name", async () => {
    await label(keyed, EXTRACTION);
    expect((await labels(first)).items).toMatchObject([{ author: { kind: "key", name: "tests" } }]);
  });

  test("H143 a label counts if all authors agree, and no label counts while they differ", async () => {
    expect(await keyed("GET /cases/{case}", { params })).toMatchObject({
      ...{ label: null, labelState: "none", labelledBy: 0, agreement: null },
    });
    expect(await label(first, EXTRACTION)).toMatchObject({
      ...{ label: EXTRACTION, labelState: "one", labelledBy: 1, agreement: true },
    });
    expect(await label(second, { ...EXTRACTION, reason: "also seen" })).toMatchObject({
      ...{ label: { reason: "also seen" }, labelState: "agreed", labelledBy: 2, agreement: true },
    });
    expect(await label(second, RETRIEVAL)).toMatchObject({
      ...{ label: null, labelState: "disputed", labelledBy: 2, agreement: null },
    });
    expect(await withdraw(first)).toMatchObject({
      ...{ label: RETRIEVAL, labelState: "one", labelledBy: 1, agreement: false },
    });
  });

  test("H144 a label has a sub-kind, corrected answers and evidence", async () => {
    const whole: Body = {
      ...{
        ...EXTRACTION,
        link: "l1",
        reason: "The extraction dropped the dog.",
        also: [RETRIEVAL],
      },
      ...{ subKind: "omitted", expected: ["Rex, a dog"], evidence: ["message:m1@1"] },
    };
    expect((await label(first, whole)).label).toEqual({
      ...whole,
      also: [{ errorType: "RetrievalError", op: "op-search" }],
    });
  });

  test.each([
    ["op", { op: "nowhere" }, "op: the graph has no operation nowhere."],
    [
      "also",
      { also: [{ errorType: "UpdateError", op: "x" }] },
      "also.0.op: the graph has no operation x.",
    ],
    ["link", { link: "l99" }, "link: the graph has no link l99. Use null"],
    [
      "evidence",
      { evidence: ["message:m1@1", "m7"] },
      "evidence.1: the graph has no variable m7. Ids read like",
    ],
    ["expected", { expected: [] }, "expected: "],
    ["length", { reason: "x".repeat(33_000) }, "must have at most 32768 characters in total."],
  ] as const)(
    "H145 a label with a wrong %s is refused, and the error names the field",
    async (_, change, message) => {
      const body = { ...EXTRACTION, ...change } as Body;
      const answer = await first.response("PUT /cases/{case}/label", { params, body });
      expect(answer.status).toBe(400);
      expect(await answer.text()).toContain(message);
      const decided = await adjudicate(owner, 0, body);
      expect(decided.status).toBe(400);
      expect((await labels(first)).items).toEqual([]);
    },
  );
});

describe("adjudication", () => {
  test("H146 an adjudication counts, names its author and keeps everybody's labels", async () => {
    await label(first, EXTRACTION);
    await label(second, RETRIEVAL);
    const answer = await adjudicate(owner, 2, RETRIEVAL);
    expect(answer.status).toBe(200);
    const decided = await answer.json();
    expect(decided).toMatchObject({ labelState: "adjudicated", label: RETRIEVAL, newest: 3 });
    expect(current(decided)).toMatchObject([
      { number: 3, isAdjudication: true, author: { id: `person:${tenant.owner.id}`, name: "Ada" } },
      { number: 2, isAdjudication: false },
      { number: 1, isAdjudication: false },
    ]);
    const shown = await keyed("GET /cases/{case}", { params });
    expect(shown).toMatchObject({ label: RETRIEVAL, labelState: "adjudicated", labelledBy: 2 });
    // A later label is stored but does not replace the adjudication.
    expect(await label(second, EXTRACTION)).toMatchObject({ label: RETRIEVAL, labelledBy: 2 });
  });

  test("H147 after an adjudication is withdrawn, people's own labels count again", async () => {
    await label(first, EXTRACTION);
    await adjudicate(owner, 1, RETRIEVAL);
    const query = { seen: 2 };
    const undone = await owner("DELETE /cases/{case}/adjudication", { params, query });
    expect(undone).toMatchObject({ labelState: "one", label: EXTRACTION, newest: 3 });
    const again = await owner("DELETE /cases/{case}/adjudication", { params, query: { seen: 3 } });
    expect(again).toMatchObject({ newest: 3 });
  });

  test("H148 an adjudication that did not see the newest label is refused, and the answer says what is new", async () => {
    await label(first, EXTRACTION);
    await label(second, { ...RETRIEVAL, reason: "kept" });
    const answer = await adjudicate(owner, 1);
    expect(answer.status).toBe(409);
    const { error } = await answer.json<{ error: { code: string; message: string } }>();
    expect(error).toMatchObject({
      code: "conflict",
      message: `Nothing was changed. member labelled the case since: RetrievalError at op-search. Read \`/v1/cases/${id}/labels\`, then send the request again with \`seen\` 2.`,
    });
    expect(current(await labels(owner))).toMatchObject([{ label: { reason: "kept" } }, {}]);
    expect((await adjudicate(owner, 2)).status).toBe(200);
    const early = { params, query: { seen: 2 } };
    const undone = await owner.response("DELETE /cases/{case}/adjudication", early);
    expect(undone.status).toBe(409);
    expect((await adjudicate(owner, 9)).status).toBe(409);
  });

  test("H148 if two people adjudicate at once, one succeeds and the other gets 409", async () => {
    await label(first, EXTRACTION);
    const answers = await Promise.all([adjudicate(owner, 1), adjudicate(keyed, 1, RETRIEVAL)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await labels(owner)).newest).toBe(2);
  });

  test("H149 members can label but not adjudicate", async () => {
    expect((await adjudicate(first, 0)).status).toBe(403);
  });
});

describe("lists of labelled cases", () => {
  const found = async (query: NonNullable<Input<"GET /cases">["query"]>) =>
    (await keyed("GET /cases", { query: { graph, ...query } })).items.length;

  test("H150 cases can be filtered by label, agreement and author", async () => {
    const mine = { author: `person:${ada?.id}` };
    expect(await found({ labelled: "false" })).toBe(1);
    expect(await found({ labelled: "true" })).toBe(0);
    await label(first, EXTRACTION);
    expect(await found({ labelled: "true", agreement: "agrees", ...mine })).toBe(1);
    expect(await found({ labelled: "false" })).toBe(0);
    await label(first, RETRIEVAL);
    expect(await found({ agreement: "agrees" })).toBe(0);
    expect(await found({ agreement: "differs" })).toBe(1);
    await label(first, { ...RETRIEVAL, also: [{ errorType: "ExtractionError", op: null }] });
    expect(await found({ agreement: "agrees" })).toBe(1);
    await label(second, EXTRACTION);
    expect(await found({ agreement: "disputed" })).toBe(1);
    expect(await found({ agreement: "agrees" })).toBe(0);
    expect(await found({ author: "person:nobody" })).toBe(0);
    await withdraw(first);
    expect(await found(mine)).toBe(0);
  });

  test("H150 the overview and a dataset of cases take the same filters", async () => {
    const author = `person:${tenant.owner.id}`;
    await label(owner, RETRIEVAL);
    const query = { author, from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" } as const;
    const whole = await keyed("GET /distribution", { query });
    const differing = { ...query, agreement: "differs", labelled: "true" } as const;
    expect(await keyed("GET /distribution", { query: differing })).toMatchObject({
      ...{ cases: whole.cases, labelled: whole.cases, agreeing: 0 },
    });
    const agreeing = { ...query, agreement: "agrees" } as const;
    expect(await keyed("GET /distribution", { query: agreeing })).toMatchObject({ cases: 0 });
    const dataset = await keyed("POST /datasets", { body: { name: graph } });
    const into = { params: { dataset: dataset.id } };
    const none = { author, graph, agreement: "agrees" } as const;
    expect(await keyed("POST /datasets/{dataset}/cases", { ...into, body: none })).toMatchObject({
      added: 0,
    });
    const some = { author, graph, agreement: "differs", labelled: "true" } as const;
    expect(await keyed("POST /datasets/{dataset}/cases", { ...into, body: some })).toMatchObject({
      added: 1,
    });
  });
});

describe("end of labels", () => {
  test("H151 labels are deleted with their graph", async () => {
    await label(first, EXTRACTION);
    expect(Object.keys(await rowsWith(id))).toContain("case_label");
    await owner("DELETE /graphs/{graph}", { params: { graph } });
    expect(await rowsWith(id)).toEqual({});
    const answer = await keyed.response("GET /cases/{case}/labels", { params });
    expect(answer.status).toBe(404);
  });

  test("H152 the labels of a removed member stay, with a former member as their author", async () => {
    const leaver = await joinAs("member", tenant.owner, tenant.organization);
    await label(clientAs(leaver, tenant.project), EXTRACTION);
    const left = await leaver.browser.post("/organization/leave", {
      organizationId: tenant.organization,
    });
    expect(left.status).toBe(200);
    const [item] = (await labels(first)).items;
    expect(item).toMatchObject({
      author: { id: `person:${leaver.id}`, kind: "person", name: "former member" },
      ...{ isCurrent: true, label: EXTRACTION },
    });
  });

  test("H320 the labels of a case are listed page by page, current ones first, whatever their length", async () => {
    await label(first, { ...EXTRACTION, reason: "never extracted" });
    const long = JSON.stringify({ ...EXTRACTION, reason: "x".repeat(30_000) });
    await env.DB.prepare(
      `insert into case_label select ?1, ?2, value, 'key:x', 0, ?3, 0 from json_each(?4)`,
    )
      .bind(
        tenant.project,
        id,
        long,
        JSON.stringify(Array.from({ length: 498 }, (_, at) => at + 2)),
      )
      .run();
    const numbers: number[] = [];
    for (let cursor: string | undefined; ; ) {
      const query = cursor === undefined ? { limit: 200 } : { limit: 200, cursor };
      const answer = await first("GET /cases/{case}/labels", { params, query });
      expect(JSON.stringify(answer).length).toBeLessThan(4_100_000);
      expect(answer.newest).toBe(499);
      numbers.push(...answer.items.map(({ number }) => number));
      if (answer.next === null) break;
      cursor = answer.next;
    }
    const earlier = Array.from({ length: 497 }, (_, at) => 498 - at);
    expect(numbers).toEqual([499, 1, ...earlier]);
    const outdated = await adjudicate(owner, 1);
    expect(outdated.status).toBe(409);
    expect(await outdated.text()).toContain("495 other changes were made before these.");
  });

  test("H153 a case holds a limited number of changes, and a further change is refused", async () => {
    await env.DB.prepare(
      `insert into case_label select ?, ?, value, 'key:x', 0, null, 0 from json_each(?)`,
    )
      .bind(tenant.project, id, JSON.stringify(Array.from({ length: 500 }, (_, at) => at + 1)))
      .run();
    const answer = await first.response("PUT /cases/{case}/label", { params, body: EXTRACTION });
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain("The limit of 500 changes of labels of one case");
  });
});
