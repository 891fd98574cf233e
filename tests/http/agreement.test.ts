import { strFromU8, unzipSync } from "fflate";
import { beforeAll, expect, test } from "vitest";
import type { Input } from "../../src/protocol/routes/client.ts";
import { joinAs, type Person } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientAs, clientOf, newTenant, send, type Tenant } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

type Body = Input<"PUT /cases/{case}/label">["body"];
const EXTRACTION: Body = { errorType: "ExtractionError", op: "op-extract" };
const RETRIEVAL: Body = { errorType: "RetrievalError", op: "op-search" };
const LATER: Body = { errorType: "ExtractionError", op: "op-search" };

let tenant: Tenant;
let [ada, ben]: Person[] = [];
let keyed: ReturnType<typeof clientOf>;
/** Both cases have the verdict extraction error at op-extract. */
const ids: string[] = [];

beforeAll(async () => {
  tenant = await newTenant();
  keyed = clientOf(tenant.key);
  ada = await joinAs("member", tenant.owner, tenant.organization);
  ben = await joinAs("member", tenant.owner, tenant.organization);
  const labels: readonly [Body?, Body?][] = [
    [EXTRACTION, EXTRACTION],
    [EXTRACTION, LATER],
    [RETRIEVAL, EXTRACTION],
    [RETRIEVAL],
  ];
  for (const [at, bodies] of labels.entries()) {
    await sendEvents(tenant.key, [...forgottenDog(`g${at}`), failingVerdict(`g${at}`)]);
    const { id } = await attributedCase(keyed, `g${at}`);
    ids.push(id);
    for (const [index, body] of bodies.entries()) {
      const person = index === 0 ? ada : ben;
      if (body === undefined || person === undefined) continue;
      await clientAs(person, tenant.project)("PUT /cases/{case}/label", {
        ...{ params: { case: id }, body },
      });
    }
  }
});

const author = (person: Person | undefined) => `person:${person?.id}`;

test("H156 the service gives share and κ for each pair of authors and each author with the tracer", async () => {
  const found = await clientAs(tenant.owner, tenant.project)("GET /agreement");
  expect(found).toMatchObject({ cases: 4, isCut: false });
  expect(found.authors.map(({ author, cases }) => [author.id, cases])).toEqual([
    [author(ada), 4],
    [author(ben), 3],
  ]);
  expect(found.people).toMatchObject([
    {
      ...{ first: { id: author(ada), name: "member" }, second: { id: author(ben) }, cases: 3 },
      // Both people labelled two cases as extraction; Ben also labelled the third case as
      // extraction.
      ...{ type: { same: 2, share: 2 / 3, kappa: 0 }, op: { same: 1, kappa: 0.25 } },
    },
  ]);
  const own = found.tracer.find((each) => each.author.id === author(ben));
  expect(own).toMatchObject({
    cases: 3,
    type: { same: 3, share: 1, kappa: null },
    op: { same: 2 },
  });
});

test("H156 agreement accepts the filters of the case list", async () => {
  const one = await keyed("GET /agreement", { query: { graph: "g0" } });
  expect(one).toMatchObject({ cases: 1, people: [{ cases: 1, type: { same: 1 } }] });
  expect(await keyed("GET /agreement", { query: { author: author(ben) } })).toMatchObject({
    cases: 3,
  });
  expect(await keyed("GET /agreement", { query: { labelled: "false" } })).toEqual({
    ...{ cases: 0, isCut: false, authors: [], people: [], tracer: [] },
  });
});

test("H157 disagreements list everybody's label, page by page, even after an adjudication", async () => {
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const query = cursor === undefined ? { limit: "1" } : { limit: "1", cursor };
    const page = await keyed("GET /agreement/disagreements", { query });
    for (const { case: item, labels } of page.items) {
      seen.push(item.id);
      expect(labels.map(({ author }) => author.id).sort()).toEqual(
        [author(ada), author(ben)].sort(),
      );
    }
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(seen.toSorted()).toEqual([ids[1], ids[2]].sort());

  const params = { case: ids[1] ?? "" };
  await keyed("PUT /cases/{case}/adjudication", { params, body: { seen: 2, label: LATER } });
  const { items } = await keyed("GET /agreement/disagreements", { query: { graph: "g1" } });
  expect(items).toMatchObject([
    { case: { labelState: "adjudicated" }, labels: [{ isAdjudication: true }, {}, {}] },
  ]);
});

test("H157 disagreements with the tracer are labels that do not accept its verdict", async () => {
  const query = { between: "tracer" } as const;
  const { items } = await keyed("GET /agreement/disagreements", { query });
  expect(items.map((item) => item.case.id).sort()).toEqual([ids[1], ids[2], ids[3]].sort());
});

test("H213 the card of a benchmark has κ for each pair of people and names nobody", async () => {
  const made = await keyed("POST /benchmarks", {
    body: { name: "both", from: { cases: ids.slice(0, 1).concat(ids.slice(3)) } },
  });
  const params = { benchmark: made.id };
  const { card } = await until(async () => {
    const found = await keyed("POST /benchmarks/{benchmark}/freeze", { params });
    return found.state === "frozen" ? found : undefined;
  });
  // Only the first case has labels by both people.
  expect(card?.people).toMatchObject([
    {
      ...{ first: "person 1", second: "person 2", cases: 1 },
      ...{ type: { same: 1, share: 1, kappa: null }, op: { same: 1 } },
    },
  ]);
  const headers = { authorization: `Bearer ${tenant.key}` };
  const answer = await send(`/v1/benchmarks/${made.id}/export`, { headers });
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  const readme = strFromU8(files["README.md"] ?? new Uint8Array());
  expect(readme).toContain("| person 1 and person 2 | 1 | 100.0% | – | – |");
  expect(readme).not.toContain("member");
});

test("H158 each author is listed once, most labels first, without authors who withdrew their labels", async () => {
  const labelled = async () =>
    (await clientAs(tenant.owner, tenant.project)("GET /agreement/authors")).items;
  expect(await labelled()).toMatchObject([
    { id: author(ada), kind: "person", name: "member", isYou: false },
    { id: author(ben) },
  ]);
  const params = { case: ids[3] ?? "" };
  await keyed("PUT /cases/{case}/label", { params, body: EXTRACTION });
  expect(await labelled()).toHaveLength(3);
  await keyed("DELETE /cases/{case}/label", { params });
  expect(await labelled()).toHaveLength(2);
});
