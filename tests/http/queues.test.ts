/** Queues over HTTP: which cases a queue takes, how it divides them, and its limits. */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { QueueRepository } from "../../src/database/queues/queue-repository.ts";
import { queue as queueTable } from "../../src/database/schema/annotation/queues.ts";
import { member } from "../../src/database/schema/identity.ts";
import { failedCase } from "../../src/database/schema/project.ts";
import type { CreateQueue, Queue } from "../../src/protocol/api/annotation/queues.ts";
import { MAX_QUEUE_CASES, MAX_QUEUES } from "../../src/protocol/limits.ts";
import { database } from "../tenancy/support/browser.ts";
import { labelCase, newQueueTeam, type QueueTeam, refusal } from "../workers/support/queue-team.ts";
import { newTenant } from "../workers/support/tenants.ts";

let team: QueueTeam;
beforeEach(async () => {
  team = await newQueueTeam();
});

const loads = ({ people: all }: Queue) => all.map(({ open }) => open);

test("H190 a queue takes the cases that match its filters, newest answer first", async () => {
  const { as, storeCases, create, casesOf } = team;
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

/** A database that runs another request just before this request writes. */
const overtaken = (by: () => Promise<unknown>): Database =>
  new Proxy(database, {
    get: (target, key) => {
      const field: unknown = Reflect.get(target, key);
      if (typeof field !== "function") return field;
      if (key !== "batch") return field.bind(target);
      return async (...given: unknown[]) => {
        await by();
        return field.apply(target, given);
      };
    },
  });

test("H334 cases that are added while the items are divided again keep their items", async () => {
  const { tenant, people, as, storeCases, create, casesOf } = team;
  const [first, second] = await storeCases(2);
  const queue = await create({ cases: { cases: [first ?? ""] } });
  const params = { queue: queue.id };
  const add = () =>
    as.ada("POST /queues/{queue}/cases", { params, body: { cases: [second ?? ""] } });
  const repository = new QueueRepository(overtaken(add), tenant.project);
  await repository.change(queue.id, { people: [people.cy.id] }, Date.now());
  expect(await casesOf(queue.id)).toEqual([first, second]);
  expect(await as.cy("GET /queues/{queue}/next", { params })).toMatchObject({ case: first });
});

test("H335 no cases are added if a person of the queue may no longer label", async () => {
  const { people, as, storeCases, create, casesOf } = team;
  const [first, second] = await storeCases(2);
  const queue = await create({ cases: { cases: [first ?? ""] } });
  const params = { queue: queue.id };
  const add = () =>
    as.ada.response("POST /queues/{queue}/cases", { params, body: { cases: [second ?? ""] } });
  await database.update(member).set({ role: "viewer" }).where(eq(member.userId, people.bo.id));
  expect(await refusal(add())).toContain("400 people.0: the role of Bo is viewer");
  await database.delete(member).where(eq(member.userId, people.bo.id));
  expect(await refusal(add())).toContain("400 people.0: the organization has no member");
  expect(await casesOf(queue.id)).toEqual([first]);
});

test("H190 a queue can take named cases, unsure verdicts, refuted replays and disputed labels", async () => {
  const { as, storeCases, create, casesOf } = team;
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
  await labelCase(disputed ?? "", as.bo);
  await as.cy("PUT /cases/{case}/label", {
    ...{ params: { case: disputed ?? "" }, body: { errorType: "JudgeError", op: null } },
  });
  expect(await chosen({ agreement: "disputed" })).toEqual([disputed]);
});

test("H190 the same seed gives the same sample, and another seed gives another", async () => {
  const { storeCases, create, casesOf } = team;
  await storeCases(40);
  const sample = async (seed: string) =>
    casesOf((await create({ cases: { sample: { size: 10, seed } } })).id);
  const one = await sample("one");
  expect(one).toHaveLength(10);
  expect(await sample("one")).toEqual(one);
  expect(await sample("two")).not.toEqual(one);
});

test("H190 a queue with too many cases, no case or unknown fields is refused with the remedy", async () => {
  const { as, attributed, storeCases, create, refused } = team;
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

test("H191 cases are divided evenly, also by later additions, and known cases stay", async () => {
  const { people, as, storeCases, create } = team;
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

test("H191 two simultaneous additions add each case once, for its number of people", async () => {
  const { people, as, storeCases, create, shown } = team;
  const ids = await storeCases(6);
  const both = [people.bo.id, people.cy.id];
  const queue = await create({ people: both, cases: { cases: ids.slice(0, 1) } });
  const add = () =>
    as.ada("POST /queues/{queue}/cases", { params: { queue: queue.id }, body: { cases: ids } });
  await Promise.all([add(), add(), add()]);
  expect((await shown(queue.id)).progress).toEqual({ open: 6, done: 0, skipped: 0 });
});

test("H428 a queue stores only the ids of the cases that it got, however many the request names", async () => {
  const { as, storeCases, create } = team;
  const [first, second] = await storeCases(2);
  const unknown = Array.from({ length: 900 }, (_, index) => `${index}`.padEnd(1_000, "x"));
  const queue = await create({ cases: { cases: [first ?? "", ...unknown] } });
  const params = { queue: queue.id };
  const body = { cases: [first ?? "", second ?? "", ...unknown] };
  const { queue: after } = await as.ada("POST /queues/{queue}/cases", { params, body });
  expect(after.selections).toMatchObject([
    { cases: { cases: [first] }, added: 1 },
    { cases: { cases: [second] }, added: 1 },
  ]);
});

test("H192 only members who may label get items, and a queue needs enough people per case", async () => {
  const { people, as, refused } = team;
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

test("H192 new people take over open items; labelled and skipped items stay", async () => {
  const { people, as, storeCases, create, casesOf } = team;
  const ids = await storeCases(6);
  const queue = await create({ people: [people.bo.id], cases: { cases: ids } });
  await labelCase(ids[0] ?? "", as.bo);
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

test("H192 a former member's items stay, without the name, until others take them over", async () => {
  const { tenant, people, as, create, shown } = team;
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

test("H197 labels stay when their queue is deleted, and items are deleted with their case", async () => {
  const { as, attributed, storeCases, create, shown } = team;
  const [gone = ""] = await storeCases(1);
  const queue = await create({ cases: { graph: attributed.graph } });
  expect(queue.cases).toBe(2);
  await labelCase(attributed.id, as.bo);
  await database.delete(failedCase).where(eq(failedCase.id, gone));
  expect(await shown(queue.id)).toMatchObject({ cases: 1, complete: 1 });
  const params = { queue: queue.id };
  expect(await refusal(as.vi.response("DELETE /queues/{queue}", { params }))).toContain("403");
  await as.ada("DELETE /queues/{queue}", { params });
  expect(await refusal(as.ada.response("GET /queues/{queue}", { params }))).toContain("404");
  const kept = await as.ada("GET /cases/{case}", { params: { case: attributed.id } });
  expect(kept.label?.errorType).toBe("UpdateError");
});

test(`H197 a project has at most ${MAX_QUEUES} queues, even by simultaneous requests`, async () => {
  const { people, as, create, tenant } = team;
  await create();
  const rows = await database.select().from(queueTable);
  const [first] = rows.filter(({ project }) => project === tenant.project);
  if (first === undefined) throw new Error("The queue is not stored.");
  for (let made = 1; made < MAX_QUEUES - 1; made++)
    await database.insert(queueTable).values({ ...first, id: `que_${crypto.randomUUID()}` });
  const body = { name: "Weekly", people: [people.bo.id], cases: {} };
  const last = Array.from({ length: 3 }, () => as.ada.response("POST /queues", { body }));
  const statuses = (await Promise.all(last)).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409, 409]);
  let [listed, cursor] = [0, undefined as string | undefined];
  do {
    const { items, next } = await as.vi("GET /queues", { query: { limit: 200, cursor } });
    expect(items.length).toBeLessThanOrEqual(20);
    [listed, cursor] = [listed + items.length, next ?? undefined];
  } while (cursor !== undefined);
  expect(listed).toBe(MAX_QUEUES);
});
