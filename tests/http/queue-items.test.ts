/**
 * The items of a queue over HTTP: who has finished which item, what a blind item hides, and
 * skipping.
 */
import { beforeEach, expect, test } from "vitest";
import type { QueueItem } from "../../src/protocol/api/annotation/queues.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import {
  type Api,
  labelCase,
  newQueueTeam,
  type QueueTeam,
  refusal,
} from "../workers/support/queue-team.ts";

let team: QueueTeam;
beforeEach(async () => {
  team = await newQueueTeam();
});

const itemOf = (queue: string, id: string, api: Api): Promise<QueueItem> =>
  api("GET /queues/{queue}/items/{case}", { params: { queue, case: id } });
const nextOf = (queue: string, api: Api, after?: string) =>
  api("GET /queues/{queue}/next", { params: { queue }, query: { after } });

test("H193 an item is done once its person has labelled the case, in the queue or elsewhere", async () => {
  const { people, as, storeCases, create, shown } = team;
  const [a = "", b = ""] = await storeCases(2);
  await labelCase(a, as.bo);
  const both = [people.bo.id, people.cy.id];
  const queue = await create({ people: both, perItem: 2, cases: { cases: [a, b] } });
  expect(queue).toMatchObject({ complete: 0, progress: { open: 3, done: 1, skipped: 0 } });
  await labelCase(a, as.cy);
  await labelCase(b, as.ada);
  await labelCase(b, as.key);
  expect(await shown(queue.id, as.bo)).toMatchObject({
    ...{ complete: 1, progress: { open: 2, done: 2, skipped: 0 } },
    mine: { open: 1, done: 1, skipped: 0 },
  });
  await as.bo("DELETE /cases/{case}/label", { params: { case: a } });
  expect((await shown(queue.id, as.bo)).mine).toEqual({ open: 2, done: 0, skipped: 0 });
});

test("H194 a person goes from open item to open item, then from the first again, until all are done", async () => {
  const { as, storeCases, create } = team;
  const [a = "", b = "", c = ""] = await storeCases(3);
  const { id } = await create({ cases: { cases: [a, b, c] } });
  expect(await nextOf(id, as.bo)).toEqual({ case: a, open: 3 });
  expect(await nextOf(id, as.bo, a)).toEqual({ case: b, open: 3 });
  await labelCase(b, as.bo);
  expect(await nextOf(id, as.bo, a)).toEqual({ case: c, open: 2 });
  await labelCase(c, as.bo);
  expect(await nextOf(id, as.bo, c)).toEqual({ case: a, open: 1 });
  await labelCase(a, as.bo);
  expect(await nextOf(id, as.bo, a)).toEqual({ case: null, open: 0 });
  expect(await nextOf(id, as.cy)).toEqual({ case: null, open: 0 });
  const item = await itemOf(id, b, as.bo);
  expect(item).toMatchObject({ place: 2, of: 3, previous: a, next: c, mine: { state: "done" } });
  expect(await itemOf(id, a, as.bo)).toMatchObject({ previous: null, next: b });
  expect(await itemOf(id, b, as.cy)).toMatchObject({ mine: null, place: 0, next: null });
  expect(
    await refusal(as.key.response("GET /queues/{queue}/next", { params: { queue: id } })),
  ).toBe("400 Only people work on queues, not keys. Sign in.");
});

test("H195 a blind item hides verdict and labels until its person has labelled the case", async () => {
  const { people, as, attributed, create } = team;
  const { id, graph } = attributed;
  const queue = await create({ people: [people.bo.id, people.cy.id], perItem: 2 });
  const whole = await as.key("GET /cases/{case}", { params: { case: id } });
  await labelCase(id, as.cy);
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
  await labelCase(id, as.bo);
  const open = await itemOf(queue.id, id, as.bo);
  expect(open).toMatchObject({ isHidden: false, case: { op: whole.op, labelledBy: 2 } });
  // After the label is withdrawn, the item is hidden again.
  await as.bo("DELETE /cases/{case}/label", { params: { case: id } });
  expect((await itemOf(queue.id, id, as.bo)).isHidden).toBe(true);
});

test("H195 a queue that is not blind, or is closed, hides nothing", async () => {
  const { as, attributed, create } = team;
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

test("H195 the list of items shows who is done, but no verdicts and no labels", async () => {
  const { people, as, attributed, create } = team;
  const queue = await create({ people: [people.bo.id, people.cy.id], perItem: 2 });
  await labelCase(attributed.id, as.cy);
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
  const { people, as, storeCases, create } = team;
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

test("H196 a person skips an item with a reason, and a later label makes it done", async () => {
  const { as, attributed, create, shown } = team;
  const queue = await create();
  const skip = (api: Api, reason = "The evidence is missing.") =>
    api.response("POST /queues/{queue}/items/{case}/skip", {
      ...{ params: { queue: queue.id, case: attributed.id }, body: { reason } },
    });
  expect(await refusal(skip(as.bo, "  "))).toContain("400 reason:");
  expect(await refusal(skip(as.cy))).toContain("404");
  const item = await (await skip(as.bo)).json();
  expect(item.mine).toEqual({
    ...{ state: "skipped", reason: "The evidence is missing.", isGiven: false },
  });
  expect((await shown(queue.id, as.bo)).mine).toEqual({ open: 0, done: 0, skipped: 1 });
  expect((await nextOf(queue.id, as.bo)).case).toBeNull();
  await labelCase(attributed.id, as.bo);
  expect((await itemOf(queue.id, attributed.id, as.bo)).mine).toEqual({
    state: "done",
    reason: null,
    isGiven: false,
  });
  expect(await refusal(skip(as.bo))).toContain("409 You have labelled this case.");
  const params = { queue: queue.id };
  await as.ada("PATCH /queues/{queue}", { params, body: { state: "closed" } });
  expect(await refusal(skip(as.bo))).toContain("409 The queue is closed.");
});
