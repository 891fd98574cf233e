/** Skipped items of a queue that other people then receive. */
import { beforeEach, expect, test } from "vitest";
import {
  type Api,
  labelCase,
  newQueueTeam,
  type QueueTeam,
  refusal,
} from "../workers/support/queue-team.ts";

let team: QueueTeam;
/** Id of the case that the queues contain. */
let id: string;
beforeEach(async () => {
  team = await newQueueTeam();
  id = team.attributed.id;
});

const skip = (queue: string, api: Api) =>
  api("POST /queues/{queue}/items/{case}/skip", {
    ...{ params: { queue, case: id }, body: { reason: "I wrote this trace." } },
  });
const give = (queue: string, from: string, to: string) =>
  team.as.ada("POST /queues/{queue}/items/{case}/give", {
    ...{ params: { queue, case: id }, body: { from, to } },
  });
const peopleOf = async (queue: string) => {
  const { items } = await team.as.vi("GET /queues/{queue}/items", { params: { queue } });
  return items[0]?.people.toSorted((a, b) => a.state.localeCompare(b.state)) ?? [];
};
const nextOf = (queue: string, api: Api) => api("GET /queues/{queue}/next", { params: { queue } });

test("H337 a skipped item that is given to another member keeps its reason and counts once", async () => {
  const { people, as, create, shown } = team;
  const queue = await create();
  await skip(queue.id, as.bo);
  expect(await give(queue.id, people.bo.id, people.cy.id)).toMatchObject({
    ...{ cases: 1, progress: { open: 1, done: 0, skipped: 0 } },
  });
  const skipped = { state: "skipped", reason: "I wrote this trace.", isGiven: true };
  expect(await peopleOf(queue.id)).toEqual([
    { id: people.cy.id, name: "Cy", state: "open", reason: null, isGiven: false },
    { id: people.bo.id, name: "Bo", ...skipped },
  ]);
  expect(await nextOf(queue.id, as.cy)).toEqual({ case: id, open: 1 });
  expect(await nextOf(queue.id, as.bo)).toEqual({ case: null, open: 0 });
  await labelCase(id, as.cy);
  expect(await shown(queue.id)).toMatchObject({ complete: 1, progress: { open: 0, done: 1 } });
});

test("H337 a given item stays with its person when the people of the queue change", async () => {
  const { people, as, create } = team;
  const queue = await create();
  await skip(queue.id, as.bo);
  await give(queue.id, people.bo.id, people.cy.id);
  await as.ada("PATCH /queues/{queue}", {
    ...{ params: { queue: queue.id }, body: { people: [people.ada.id] } },
  });
  expect((await peopleOf(queue.id)).map((person) => [person.id, person.state])).toEqual([
    [people.ada.id, "open"],
    [people.bo.id, "skipped"],
  ]);
});

test("H337 only a skipped item of an open queue is given, once, to a member who may label and lacks it", async () => {
  const { people, as, create } = team;
  const queue = await create({ people: [people.bo.id, people.cy.id], perItem: 2 });
  const refused = (to: string) =>
    refusal(
      as.ada.response("POST /queues/{queue}/items/{case}/give", {
        ...{ params: { queue: queue.id, case: id }, body: { from: people.bo.id, to } },
      }),
    );
  expect(await refused(people.ada.id)).toContain("409 Nothing was changed");
  await skip(queue.id, as.bo);
  expect(await refused(people.cy.id)).toContain("409 Nothing was changed");
  expect(await refused(people.vi.id)).toContain("400 to: the role of Vi is viewer");
  expect(await refused("u_none")).toContain("400 to: the organization has no member");
  await give(queue.id, people.bo.id, people.ada.id);
  expect(await refused(people.ada.id)).toContain("409 Nothing was changed");
  await as.ada("PATCH /queues/{queue}", {
    ...{ params: { queue: queue.id }, body: { state: "closed" } },
  });
  expect(await refused(people.ada.id)).toContain("409 The queue is closed");
  expect(await peopleOf(queue.id)).toHaveLength(3);
});
