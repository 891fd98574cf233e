/**
 * People who are assigned to findings, findings that are merged, and the version that fixed a
 * finding.
 */
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { user } from "../../src/database/schema/identity.ts";
import { suggestion } from "../../src/database/schema/proposals.ts";
import { database, joinAs, type Person } from "../tenancy/support/browser.ts";
import { DatasetClient } from "../workers/support/dataset-client.ts";
import { openProposal } from "../workers/support/open-proposal.ts";
import { storeAttributed, type Verdict } from "../workers/support/stored-attributions.ts";
import { clientAs, clientOf, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";

type Api = ReturnType<typeof clientOf>;

let tenant: Tenant;
let bo: Person;
let api: Api;
let asBo: Api;
beforeEach(async () => {
  tenant = await newTenant();
  bo = await joinAs("member", tenant.owner, tenant.organization);
  await database.update(user).set({ name: "Bo" }).where(eq(user.id, bo.id));
  api = clientOf(tenant.key);
  asBo = clientAs(bo, tenant.project);
  await sendEvents(tenant.key, [note("g", "a")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
});

const EXTRACT: Verdict = { errorType: "ExtractionError", opName: "extract" };
const SEARCH: Verdict = { errorType: "RetrievalError", opName: "search" };
const ANSWER: Verdict = { errorType: "ResponseError", opName: "answer" };
const times = (count: number, verdict: Verdict) => Array.from({ length: count }, () => verdict);
const store = (at: number, verdicts: readonly Verdict[]) =>
  storeAttributed(tenant.project, "g", at, verdicts);

const findings = async () => (await api("GET /findings")).items;
/** Returns the id of the finding about an operation. */
const idOf = async (opName: string) => {
  const found = (await findings()).find((each) => each.opName === opName);
  if (found === undefined) throw new Error(`no finding of ${opName}`);
  return found.id;
};
const show = (id: string) => api("GET /findings/{finding}", { params: { finding: id } });
const assign = (id: string, assignee: string | null, by = asBo) =>
  by("PATCH /findings/{finding}", { params: { finding: id }, body: { assignee } });
const merge = (id: string, into: string) =>
  asBo("POST /findings/{finding}/merge", { params: { finding: id }, body: { into } });
const separate = (id: string) =>
  asBo("DELETE /findings/{finding}/merge", { params: { finding: id } });
const refusal = async (answer: Promise<Response>) => {
  const read = await answer;
  const { error } = await read.json<{ error: { message: string } }>();
  return `${read.status} ${error.message}`;
};

test("R80 a finding is assigned to a member or to nobody, and the list can be filtered by assignee", async () => {
  await store(1_000, [EXTRACT, SEARCH]);
  const id = await idOf("extract");
  expect(await assign(id, bo.id)).toMatchObject({
    ...{ assignee: { id: bo.id, name: "Bo" }, state: "open" },
    history: [{ kind: "assignee", state: null, subject: "Bo", by: "Bo" }],
  });
  const listed = async (assignee: string) =>
    (await asBo("GET /findings", { query: { assignee } })).items.map(({ opName }) => opName);
  expect(await listed("me")).toEqual(["extract"]);
  expect(await listed(bo.id)).toEqual(["extract"]);
  expect(await listed("none")).toEqual(["search"]);
  expect(await listed(tenant.owner.id)).toEqual([]);
  expect(await assign(id, null)).toMatchObject({ assignee: null });
  expect(await listed("none")).toHaveLength(2);
});

test("R80 only a member can be assigned, a key has no findings, and a change needs a field", async () => {
  await store(1_000, [EXTRACT]);
  const params = { finding: await idOf("extract") };
  const patch = (body: object) =>
    refusal(api.response("PATCH /findings/{finding}", { params, body }));
  expect(await patch({ assignee: "u_stranger" })).toBe(
    "400 assignee: the organization has no member u_stranger. Use the user id of a member, or null.",
  );
  expect(await patch({ note: "Only words." })).toContain("needs a state, an assignee or a fix");
  expect(await refusal(api.response("GET /findings", { query: { assignee: "me" } }))).toContain(
    "assigned to people, not to keys",
  );
});

test("R81 a finding is assigned to nobody after its assignee leaves the organization", async () => {
  await store(1_000, [EXTRACT]);
  const id = await idOf("extract");
  await assign(id, bo.id);
  const removal = {
    ...{ organizationId: tenant.organization, memberIdOrEmail: bo.id, revokeKeys: false },
  };
  const removed = await tenant.owner.browser.post("/organization/remove-member", removal);
  expect(removed.status).toBe(200);
  expect(await show(id)).toMatchObject({ assignee: null, history: [{ subject: "Bo" }] });
  const none = await api("GET /findings", { query: { assignee: "none" } });
  expect(none.items).toHaveLength(1);
});

test("R82 the cases of a merged finding count for its target, including later cases", async () => {
  await store(1_000, [EXTRACT, EXTRACT, SEARCH]);
  const [extract, search] = [await idOf("extract"), await idOf("search")];
  const target = await merge(search, extract);
  expect(target).toMatchObject({
    ...{ id: extract, cases: 3, merged: [{ id: search }], mergedInto: null },
    history: [{ kind: "absorbed", subject: "search did not retrieve what was needed", by: "Bo" }],
  });
  await store(2_000, [SEARCH]);
  expect(await findings()).toMatchObject([
    { id: extract, cases: 4, lastCaseAt: new Date(2_000).toISOString() },
  ]);
  const { items } = await api("GET /cases", { query: { finding: extract } });
  expect(items.map(({ opName }) => opName).sort()).toEqual([
    ...["extract", "extract", "search", "search"],
  ]);
  expect(await show(search)).toMatchObject({
    ...{ mergedInto: { id: extract }, cases: 2 },
    history: [{ kind: "merged", subject: "extract did not extract what was needed" }],
  });
});

test("R82 a case of a merged finding reopens its fixed target", async () => {
  await store(1_000, [EXTRACT, SEARCH]);
  const [extract, search] = [await idOf("extract"), await idOf("search")];
  const fix = (finding: string, at: number) =>
    api("PATCH /findings/{finding}", {
      ...{ params: { finding }, body: { state: "fixed", fixedAt: new Date(at).toISOString() } },
    });
  await merge(search, extract);
  await fix(extract, 1_500);
  expect(await show(extract)).toMatchObject({ state: "fixed" });
  await store(2_000, [SEARCH]);
  expect(await show(extract)).toMatchObject({ state: "reopened" });
  await store(500, [ANSWER]);
  await fix(extract, 3_000);
  await store(4_000, [ANSWER]);
  expect(await merge(await idOf("answer"), extract)).toMatchObject({ state: "reopened", cases: 5 });
});

test("R83 if a merge is undone, findings that were merged earlier stay with the target", async () => {
  await store(1_000, [EXTRACT, SEARCH, ANSWER]);
  const ids = [await idOf("extract"), await idOf("search"), await idOf("answer")] as const;
  const [extract, search, answer] = ids;
  await merge(answer, search);
  expect(await merge(search, extract)).toMatchObject({ cases: 3 });
  expect((await show(answer)).mergedInto).toMatchObject({ id: extract });
  expect(await separate(search)).toMatchObject({ id: search, mergedInto: null, cases: 1 });
  expect(await show(extract)).toMatchObject({ cases: 2, merged: [{ id: answer }] });
  expect((await findings()).map(({ id }) => id).sort()).toEqual([extract, search].sort());
});

test("R83 a finding cannot be merged into itself, a merged finding or an unknown one, or twice", async () => {
  await store(1_000, [EXTRACT, SEARCH, ANSWER]);
  const [extract, search, answer] = [
    ...[await idOf("extract"), await idOf("search"), await idOf("answer")],
  ] as [string, string, string];
  await merge(search, extract);
  const refused = (finding: string, into: string) =>
    refusal(
      api.response("POST /findings/{finding}/merge", { params: { finding }, body: { into } }),
    );
  expect(await refused(answer, answer)).toContain("400 into: is the finding itself");
  expect(await refused(answer, "fnd_none")).toContain("400 into: the project has no finding");
  expect(await refused(answer, search)).toContain(`409 into: was merged into ${extract}`);
  expect(await refused(search, answer)).toContain(`409 The finding was merged into ${extract}`);
  const params = { finding: answer };
  const undo = refusal(api.response("DELETE /findings/{finding}/merge", { params }));
  expect(await undo).toContain("409 The finding is not merged");
});

test("H427 if requests merge or separate one finding at once, only one request succeeds", async () => {
  await store(1_000, [EXTRACT, SEARCH]);
  const [extract, search] = [await idOf("extract"), await idOf("search")];
  const six = <T>(ask: () => Promise<T>) => Promise.all(Array.from({ length: 6 }, ask));
  const params = { finding: search };
  const body = { into: extract };
  const merged = await six(() => asBo.response("POST /findings/{finding}/merge", { params, body }));
  expect(merged.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  await six(() => asBo.response("DELETE /findings/{finding}/merge", { params }));
  const kinds = async (id: string) => (await show(id)).history.map(({ kind }) => kind);
  expect(await kinds(extract)).toEqual(["absorbed", "separated"]);
  expect(await kinds(search)).toEqual(["merged", "separated"]);
});

test("R83 if two simultaneous merges would form a circle, one is refused", async () => {
  await store(1_000, [EXTRACT, SEARCH]);
  const [extract, search] = [await idOf("extract"), await idOf("search")];
  const asked = (finding: string, into: string) =>
    api.response("POST /findings/{finding}/merge", { params: { finding }, body: { into } });
  const answers = await Promise.all([asked(extract, search), asked(search, extract)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await findings()).toMatchObject([{ cases: 2 }]);
});

test("R84 a person links a finding with the prompt version and the experiment that fixed it", async () => {
  await store(1_000, [EXTRACT]);
  const params = { finding: await idOf("extract") };
  const written = await api("POST /prompts", { body: { name: "extract_facts", text: "Extract." } });
  const client = new DatasetClient(tenant.key);
  const dataset = await client.newDataset("questions");
  const run = await api("POST /experiments", { body: { dataset, name: "longer" } });
  const prompt = { id: written.prompt, version: written.number };
  const linked = await asBo("PATCH /findings/{finding}", {
    ...{ params, body: { fix: { prompt, experiment: run.id } } },
  });
  expect(linked).toMatchObject({
    fix: {
      ...{ prompt: { ...prompt, name: "extract_facts" }, experiment: { id: run.id } },
      source: "person",
    },
    history: [{ kind: "fix", subject: "extract_facts, version 1; experiment longer", by: "Bo" }],
  });
  const listed = await api("GET /findings", { query: { experiment: run.id } });
  expect(listed.items).toMatchObject([{ id: params.finding }]);
  const refused = (fix: object) =>
    refusal(api.response("PATCH /findings/{finding}", { params, body: { fix } }));
  expect(await refused({})).toContain("needs a prompt, an experiment, or both");
  expect(await refused({ prompt: { ...prompt, version: 9 } })).toContain("400 fix.prompt: ");
  expect(await refused({ experiment: "exp_none" })).toContain("400 fix.experiment: ");
  await api("DELETE /experiments/{experiment}", { params: { experiment: run.id } });
  expect((await show(params.finding)).fix).toMatchObject({ experiment: null });
  const body = { fix: null };
  expect(await asBo("PATCH /findings/{finding}", { params, body })).toMatchObject({ fix: null });
});

/** Runs an experiment on the questions of the cases. The named cases are answered wrongly. */
async function experiment(name: string, wrong: readonly string[] = []): Promise<string> {
  const client = new DatasetClient(tenant.key);
  const dataset = await client.newDataset(crypto.randomUUID());
  await api("POST /datasets/{dataset}/cases", { params: { dataset }, body: {} });
  const run = await api("POST /experiments", { body: { dataset, name } });
  const params = { experiment: run.id };
  const results = (await client.itemsOf(dataset)).map(({ id, question }) => ({
    ...{ item: id, answer: "Rex", score: wrong.includes(question) ? 0 : 1 },
  }));
  await api("POST /experiments/{experiment}/results", { params, body: { results } });
  await api("POST /experiments/{experiment}/finish", { params });
  return run.id;
}

test("R85 an experiment is linked with a finding if it judged four or more cases, all right", async () => {
  await store(1_000, [...times(4, EXTRACT), ...times(4, SEARCH), ...times(3, ANSWER)]);
  const run = await experiment("longer memory", ["Q5"]);
  expect(await show(await idOf("extract"))).toMatchObject({
    ...{ state: "open", fix: { prompt: null, experiment: { id: run }, source: "experiment" } },
    history: [
      {
        ...{ kind: "fix", subject: "experiment longer memory", by: null },
        note: "All 4 of its cases in the dataset were answered right.",
      },
    ],
  });
  const listed = await api("GET /findings", { query: { experiment: run } });
  expect(listed.items.map(({ opName }) => opName)).toEqual(["extract"]);
});

test("R85 an experiment counts merged findings together and replaces no link of a person", async () => {
  await store(1_000, [...times(2, EXTRACT), ...times(2, SEARCH)]);
  const [extract, search] = [await idOf("extract"), await idOf("search")];
  await merge(search, extract);
  const first = await experiment("first");
  const second = await experiment("second");
  expect((await show(extract)).fix).toMatchObject({ experiment: { id: second } });
  await api("PATCH /findings/{finding}", {
    ...{ params: { finding: extract }, body: { fix: { experiment: first } } },
  });
  await experiment("third");
  expect((await show(extract)).fix).toMatchObject({
    ...{ experiment: { id: first }, source: "person" },
  });
});

test("R86 an accepted proposal links the findings of its cases with the new version", async () => {
  await store(1_000, [EXTRACT, SEARCH]);
  const proposal = await openProposal(tenant.project, tenant.key);
  const { items } = await api("GET /cases", { query: { errorType: "ExtractionError" } });
  await database.insert(suggestion).values({
    ...{ project: tenant.project, round: "job", case: items[0]?.id ?? "", outcome: "suggested" },
    ...{ prompt: "extract", change: "Extract all.", why: "", proposal, point: "1", createdAt: 0 },
  });
  await asBo("POST /proposals/{proposal}/accept", { params: { proposal }, body: {} });
  expect(await show(await idOf("extract"))).toMatchObject({
    fix: { prompt: { version: 2 }, experiment: null, source: "proposal" },
    history: [{ kind: "fix", by: "Bo" }],
  });
  expect((await show(await idOf("search"))).fix).toBeNull();
});
