import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { failedCase } from "../../src/database/schema/project.ts";
import type { CreateQueue, Queue, QueueItem } from "../../src/protocol/api/annotation/queues.ts";
import { MAX_QUEUE_CASES, MAX_QUEUES } from "../../src/protocol/limits.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { database, joinAs, type Person } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientAs } from "../workers/support/person-client.ts";
import { clientOf, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";

type Api = ReturnType<typeof clientOf>;

let tenant: Tenant;
let people: { readonly [Name in "ada" | "bo" | "cy" | "vi"]: Person };
let as: { readonly [Name in "ada" | "bo" | "cy" | "vi" | "key"]: Api };
/** A case with an attribution, and its graph. */
let attributed: { readonly id: string; readonly graph: string };

const join = async (role: string, name: string) => {
  const person = await joinAs(role, tenant.owner, tenant.organization);
  await database.update(user).set({ name }).where(eq(user.id, person.id));
  return person;
};

beforeEach(async () => {
  tenant = await newTenant();
  const [ada, bo, cy] = [tenant.owner, await join("member", "Bo"), await join("member", "Cy")];
  people = { ada, bo, cy, vi: await join("viewer", "Vi") };
  const client = (person: Person) => clientAs(person, tenant.project);
  as = {
    ...{ ada: client(people.ada), bo: client(people.bo), cy: client(people.cy) },
    ...{ vi: client(people.vi), key: clientOf(tenant.key) },
  };
  const graph = `graph-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), failingVerdict(graph)]);
  const { id } = await attributedCase(as.key, graph);
  attributed = { id, graph };
});

type CaseRow = typeof failedCase.$inferInsert;

/** Stores further cases of the graph; the first is the newest of them. */
async function storeCases(count: number, over: Partial<CaseRow> = {}): Promise<string[]> {
  const rows = Array.from(
    { length: count },
    (_, index): CaseRow => ({
      ...{ id: `case_${crypto.randomUUID()}`, project: tenant.project, graph: attributed.graph },
      ...{
        origin: "api",
        query: `Question ${index}?`,
        expected: [],
        prediction: "?",
        evidence: [],
      },
      ...{ occurredAt: 1_000_000 - index, createdAt: 0, state: "done", stateAt: 0 },
      ...{ outcome: "attributed", errorType: "UpdateError", confidence: 0.9, ...over },
    }),
  );
  for (let start = 0; start < rows.length; start += 4)
    await database.insert(failedCase).values(rows.slice(start, start + 4));
  return rows.map(({ id }) => id);
}

const create = (over: Partial<Input<"POST /queues">["body"]> = {}, api = as.ada) =>
  api("POST /queues", {
    body: { name: "Weekly", people: [people.bo.id], cases: { graph: attributed.graph }, ...over },
  });
const refused = async (body: Partial<CreateQueue>, api = as.ada) => {
  const whole = { name: "Weekly", people: [people.bo.id], cases: {}, ...body };
  return refusal(api.response("POST /queues", { body: whole }));
};
const refusal = async (answer: Promise<Response>) => {
  const read = await answer;
  const { error } = await read.json<{ error: { code: string; message: string } }>();
  return `${read.status} ${error.message}`;
};
const shown = (id: string, api = as.ada) => api("GET /queues/{queue}", { params: { queue: id } });
const itemOf = (queue: string, id: string, api: Api): Promise<QueueItem> =>
  api("GET /queues/{queue}/items/{case}", { params: { queue, case: id } });
const nextOf = (queue: string, api: Api, after?: string) =>
  api("GET /queues/{queue}/next", { params: { queue }, query: { after } });
const label = (id: string, api: Api) =>
  api("PUT /cases/{case}/label", {
    ...{ params: { case: id }, body: { errorType: "UpdateError", op: null } },
  });
const casesOf = async (id: string) => {
  const { items } = await as.vi("GET /queues/{queue}/items", { params: { queue: id } });
  return items.map((item) => item.case);
};
const loads = ({ people: all }: Queue) => all.map(({ open }) => open);

test("H190 a queue takes the cases that match its filters, newest answer first", async () => {
  const [first, second] = await storeCases(2);
  await storeCases(1, { graph: "another", errorType: "DeletionError" });
  const queue = await create({ cases: { errorType: "UpdateError" } });
  expect(queue).toMatchObject({
    ...{ name: "Weekly", state: "open", perItem: 1, isBlind: true, cases: 2, complete: 0 },
    progress: { open: 2, done: 0, skipped: 0 },
    mine: null,
    selections: [{ cases: { errorType: "UpdateError" }, added: 2 }],
  });
  expect(await casesOf(queue.id)).toEqual([first, second]);
  const listed = await as.bo("GET /queues");
  expect(listed.items).toEqual([{ ...queue, mine: { open: 2, done: 0, skipped: 0 } }]);
});

test("H190 a queue can take named cases, unsure verdicts, refuted replays and disputed labels", async () => {
  const [unsure] = await storeCases(1, { confidence: 0.3 });
  const [undecided] = await storeCases(1, {
    ...{ outcome: "undecided", errorType: null, confidence: null, occurredAt: 5 },
  });
  const [refuted, disputed] = await storeCases(2, { proof: "refuted" });
  const chosen = async (cases: CreateQueue["cases"]) => casesOf((await create({ cases })).id);
  expect(await chosen({ confidenceBelow: 0.5 })).toEqual([unsure, undecided]);
  expect(await chosen({ proof: "refuted", cases: [refuted ?? "", unsure ?? ""] })).toEqual([
    refuted,
  ]);
  await label(disputed ?? "", as.bo);
  await as.cy("PUT /cases/{case}/label", {
    ...{ params: { case: disputed ?? "" }, body: { errorType: "JudgeError", op: null } },
  });
  expect(await chosen({ agreement: "disputed" })).toEqual([disputed]);
});

test("H190 a sample of a seed is the same each time, and another seed gives another", async () => {
  await storeCases(40);
  const sample = async (seed: string) =>
    casesOf((await create({ cases: { sample: { size: 10, seed } } })).id);
  const one = await sample("one");
  expect(one).toHaveLength(10);
  expect(await sample("one")).toEqual(one);
  expect(await sample("two")).not.toEqual(one);
});

test("H190 too many cases, none, and unknown fields are refused with the remedy", async () => {
  expect(await refused({ cases: { system: "none" } })).toBe(
    "400 cases: no case of the project matches. Widen the filters.",
  );
  await storeCases(MAX_QUEUE_CASES);
  expect(await refused({ cases: {} })).toBe(
    `409 cases: ${MAX_QUEUE_CASES + 1} cases match, and the queue has room for ${MAX_QUEUE_CASES} of ${MAX_QUEUE_CASES}. Narrow the filters, or give a sample.`,
  );
  const unknown = { cases: { sytem: "mem0" } } as unknown as CreateQueue;
  expect(await refused(unknown)).toContain("cases.sytem: is not known here. Did you mean system?");
  const queue = await create({ cases: { errorType: "UpdateError" } });
  const body = { cases: [attributed.id] };
  const adding = as.ada.response("POST /queues/{queue}/cases", {
    ...{ params: { queue: queue.id }, body },
  });
  expect(await refusal(adding)).toContain("1 cases match, and the queue has room for 0");
});

test("H191 cases are divided evenly, and later additions continue that; known cases stay", async () => {
  const ids = await storeCases(8);
  const three = [people.ada.id, people.bo.id, people.cy.id];
  const queue = await create({ people: three, perItem: 2, cases: { cases: ids.slice(0, 4) } });
  expect(loads(queue).sort()).toEqual([2, 3, 3]);
  const added = await as.ada("POST /queues/{queue}/cases", {
    ...{ params: { queue: queue.id }, body: { errorType: "UpdateError" } },
  });
  expect(added).toMatchObject({ added: 4, known: 4 });
  expect(loads(added.queue).sort()).toEqual([5, 5, 6]);
  expect(added.queue.selections.map((each) => each.added)).toEqual([4, 4]);
  const { items } = await as.vi("GET /queues/{queue}/items", { params: { queue: queue.id } });
  expect(items.map((item) => item.case)).toEqual(ids);
  for (const item of items) expect(new Set(item.people.map(({ id }) => id)).size).toBe(2);
});

test("H191 two additions at once add each case once, for its number of people", async () => {
  const ids = await storeCases(6);
  const both = [people.bo.id, people.cy.id];
  const queue = await create({ people: both, cases: { cases: ids.slice(0, 1) } });
  const add = () =>
    as.ada("POST /queues/{queue}/cases", { params: { queue: queue.id }, body: { cases: ids } });
  await Promise.all([add(), add(), add()]);
  expect((await shown(queue.id)).progress).toEqual({ open: 6, done: 0, skipped: 0 });
});

test("H192 only members who may label get items, and enough of them", async () => {
  const stranger = await newTenant();
  expect(await refused({ people: [people.bo.id, stranger.owner.id] })).toBe(
    `400 people.1: the organization has no member ${stranger.owner.id}. Use user ids of its members.`,
  );
  expect(await refused({ people: [people.vi.id] })).toContain(
    "400 people.0: the role of Vi is viewer, which may not label.",
  );
  expect(await refused({ people: [people.bo.id, people.bo.id], perItem: 2 })).toContain(
    "400 people: each case needs 2 people, and 1 are given.",
  );
  expect(await refused({}, as.vi)).toContain("403");
});

test("H192 new people take over open items; what somebody labelled or skipped stays", async () => {
  const ids = await storeCases(6);
  const queue = await create({ people: [people.bo.id], cases: { cases: ids } });
  await label(ids[0] ?? "", as.bo);
  await as.bo("POST /queues/{queue}/items/{case}/skip", {
    params: { queue: queue.id, case: ids[1] ?? "" },
    body: { reason: "No evidence." },
  });
  const changed = await as.ada("PATCH /queues/{queue}", {
    params: { queue: queue.id },
    body: { people: [people.cy.id, people.ada.id] },
  });
  expect(changed.people).toEqual([
    { id: people.cy.id, name: "Cy", isAssigned: true, open: 2, done: 0, skipped: 0 },
    { id: people.ada.id, name: "Ada", isAssigned: true, open: 2, done: 0, skipped: 0 },
    { id: people.bo.id, name: "Bo", isAssigned: false, open: 0, done: 1, skipped: 1 },
  ]);
  expect(await casesOf(queue.id)).toEqual(ids);
});

test("H192 a former member keeps their items, without a name, until others take them", async () => {
  const queue = await create({ people: [people.bo.id, people.cy.id] });
  const removed = { organizationId: tenant.organization, memberIdOrEmail: people.bo.email };
  await tenant.owner.browser.post("/organization/remove-member", removed);
  expect((await shown(queue.id)).people[0]).toMatchObject({
    id: people.bo.id,
    name: null,
    open: 1,
  });
  const body = { people: [people.cy.id] };
  const changed = await as.ada("PATCH /queues/{queue}", { params: { queue: queue.id }, body });
  expect(changed.people).toMatchObject([{ name: "Cy", open: 1 }]);
});

test("H193 an item is done for a person once that person has labelled the case, anywhere", async () => {
  const [a = "", b = ""] = await storeCases(2);
  await label(a, as.bo);
  const both = [people.bo.id, people.cy.id];
  const queue = await create({ people: both, perItem: 2, cases: { cases: [a, b] } });
  expect(queue).toMatchObject({ complete: 0, progress: { open: 3, done: 1, skipped: 0 } });
  await label(a, as.cy);
  await label(b, as.ada);
  await label(b, as.key);
  expect(await shown(queue.id, as.bo)).toMatchObject({
    ...{ complete: 1, progress: { open: 2, done: 2, skipped: 0 } },
    mine: { open: 1, done: 1, skipped: 0 },
  });
  await as.bo("DELETE /cases/{case}/label", { params: { case: a } });
  expect((await shown(queue.id, as.bo)).mine).toEqual({ open: 2, done: 0, skipped: 0 });
});

test("H194 a person goes from open item to open item, round the end, until all are done", async () => {
  const [a = "", b = "", c = ""] = await storeCases(3);
  const { id } = await create({ cases: { cases: [a, b, c] } });
  expect(await nextOf(id, as.bo)).toEqual({ case: a, open: 3 });
  expect(await nextOf(id, as.bo, a)).toEqual({ case: b, open: 3 });
  await label(b, as.bo);
  expect(await nextOf(id, as.bo, a)).toEqual({ case: c, open: 2 });
  await label(c, as.bo);
  expect(await nextOf(id, as.bo, c)).toEqual({ case: a, open: 1 });
  await label(a, as.bo);
  expect(await nextOf(id, as.bo, a)).toEqual({ case: null, open: 0 });
  expect(await nextOf(id, as.cy)).toEqual({ case: null, open: 0 });
  const item = await itemOf(id, b, as.bo);
  expect(item).toMatchObject({ place: 2, of: 3, previous: a, next: c, mine: { state: "done" } });
  expect(await itemOf(id, a, as.bo)).toMatchObject({ previous: null, next: b });
  expect(await itemOf(id, b, as.cy)).toMatchObject({ mine: null, place: 0, next: null });
  expect(
    await refusal(as.key.response("GET /queues/{queue}/next", { params: { queue: id } })),
  ).toBe("400 Queues are worked on by people, not by keys. Sign in.");
});

test("H195 a blind item hides verdict and labels from a person until that person has labelled it", async () => {
  const { id, graph } = attributed;
  const queue = await create({ people: [people.bo.id, people.cy.id], perItem: 2 });
  const whole = await as.key("GET /cases/{case}", { params: { case: id } });
  await label(id, as.cy);
  const hidden = await itemOf(queue.id, id, as.bo);
  const { reason } = whole.attribution ?? {};
  expect(hidden.isHidden).toBe(true);
  expect(hidden.case).toMatchObject({ query: whole.query, expected: whole.expected, graph });
  expect(hidden.case.evidence).toEqual(whole.evidence);
  const text = JSON.stringify(hidden);
  for (const told of [
    whole.errorType,
    whole.op,
    whole.opName,
    reason,
    "UpdateError",
    people.cy.id,
  ]) {
    expect(text).not.toContain(told ?? "");
  }
  expect(hidden.case).toMatchObject({
    outcome: null,
    confidence: null,
    proof: null,
    labelledBy: 0,
  });
  for (const api of [as.ada, as.vi, as.key]) {
    expect((await itemOf(queue.id, id, api)).isHidden).toBe(true);
  }
  await label(id, as.bo);
  const open = await itemOf(queue.id, id, as.bo);
  expect(open).toMatchObject({ isHidden: false, case: { op: whole.op, labelledBy: 2 } });
  // Withdrawing the label hides it again.
  await as.bo("DELETE /cases/{case}/label", { params: { case: id } });
  expect((await itemOf(queue.id, id, as.bo)).isHidden).toBe(true);
});

test("H195 a queue that is not blind, and a closed one, hide nothing", async () => {
  const seeing = await create({ isBlind: false });
  expect(await itemOf(seeing.id, attributed.id, as.bo)).toMatchObject({
    ...{ isHidden: false, case: { op: "op-extract" } },
  });
  const blind = await create();
  const params = { queue: blind.id };
  await as.ada("PATCH /queues/{queue}", { params, body: { state: "closed" } });
  expect((await itemOf(blind.id, attributed.id, as.bo)).isHidden).toBe(false);
  const reopened = await as.ada("PATCH /queues/{queue}", { params, body: { state: "open" } });
  expect(reopened).toMatchObject({ state: "open", closedAt: null });
  expect((await itemOf(blind.id, attributed.id, as.bo)).isHidden).toBe(true);
});

test("H195 the list of items tells who is done, and nothing of verdicts and labels", async () => {
  const queue = await create({ people: [people.bo.id, people.cy.id], perItem: 2 });
  await label(attributed.id, as.cy);
  const params = { queue: queue.id };
  const { items } = await as.bo("GET /queues/{queue}/items", { params });
  expect(Object.keys(items[0] ?? {}).sort()).toEqual(["case", "people", "query"]);
  expect(items[0]?.people.map(({ name, state }) => `${name} ${state}`).sort()).toEqual([
    ...["Bo open", "Cy done"],
  ]);
  const of = async (query: Input<"GET /queues/{queue}/items">["query"]) =>
    (await as.bo("GET /queues/{queue}/items", { params, query })).items.length;
  expect(await of({ state: "done", person: people.cy.id })).toBe(1);
  expect(await of({ state: "done", person: people.bo.id })).toBe(0);
  expect(await of({ state: "skipped" })).toBe(0);
});

test("H195 the list of items is read page by page, each item once", async () => {
  const ids = await storeCases(7);
  const { id } = await create({
    people: [people.bo.id, people.cy.id],
    perItem: 2,
    cases: { cases: ids },
  });
  const read: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 3, cursor };
    const page = await as.bo("GET /queues/{queue}/items", { params: { queue: id }, query });
    read.push(...page.items.map((item) => item.case));
    if (page.next === null) break;
    cursor = page.next;
  }
  expect(read).toEqual(ids);
});

test("H196 a person skips an item with a reason, and a label makes it done after all", async () => {
  const queue = await create();
  const skip = (api: Api, reason = "The evidence is missing.") =>
    api.response("POST /queues/{queue}/items/{case}/skip", {
      ...{ params: { queue: queue.id, case: attributed.id }, body: { reason } },
    });
  expect(await refusal(skip(as.bo, "  "))).toContain("400 reason:");
  expect(await refusal(skip(as.cy))).toContain("404");
  const item = await (await skip(as.bo)).json();
  expect(item.mine).toEqual({ state: "skipped", reason: "The evidence is missing." });
  expect((await shown(queue.id, as.bo)).mine).toEqual({ open: 0, done: 0, skipped: 1 });
  expect((await nextOf(queue.id, as.bo)).case).toBeNull();
  await label(attributed.id, as.bo);
  expect((await itemOf(queue.id, attributed.id, as.bo)).mine).toEqual({
    state: "done",
    reason: null,
  });
  expect(await refusal(skip(as.bo))).toContain("409 You have labelled this case.");
  const params = { queue: queue.id };
  await as.ada("PATCH /queues/{queue}", { params, body: { state: "closed" } });
  expect(await refusal(skip(as.bo))).toContain("409 The queue is closed.");
});

test("H197 the labels of a deleted queue stay, and a case takes its items with it", async () => {
  const [gone = ""] = await storeCases(1);
  const queue = await create({ cases: { graph: attributed.graph } });
  expect(queue.cases).toBe(2);
  await label(attributed.id, as.bo);
  await database.delete(failedCase).where(eq(failedCase.id, gone));
  expect(await shown(queue.id)).toMatchObject({ cases: 1, complete: 1 });
  const params = { queue: queue.id };
  expect(await refusal(as.vi.response("DELETE /queues/{queue}", { params }))).toContain("403");
  await as.ada("DELETE /queues/{queue}", { params });
  expect(await refusal(as.ada.response("GET /queues/{queue}", { params }))).toContain("404");
  const kept = await as.ada("GET /cases/{case}", { params: { case: attributed.id } });
  expect(kept.label?.errorType).toBe("UpdateError");
});

test(`H197 a project has at most ${MAX_QUEUES} queues, also for requests at once`, async () => {
  for (let made = 0; made < MAX_QUEUES - 1; made += 33) {
    const size = Math.min(33, MAX_QUEUES - 1 - made);
    await Promise.all(Array.from({ length: size }, () => create()));
  }
  const body = { name: "Weekly", people: [people.bo.id], cases: {} };
  const last = Array.from({ length: 3 }, () => as.ada.response("POST /queues", { body }));
  const statuses = (await Promise.all(last)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409, 409]);
  const page = await as.vi("GET /queues", { query: { limit: 200 } });
  expect(page.items).toHaveLength(MAX_QUEUES);
  expect(page.next).toBeNull();
});
