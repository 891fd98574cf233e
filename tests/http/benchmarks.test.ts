/** Benchmarks over HTTP: drafts, the freeze, the export and its import. */
import { createScheduledController, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import worker from "../../workers/app.ts";
import { benchmarksOf, fileOf, LABEL } from "../workers/support/benchmarks-of.ts";
import { loadSplit } from "../workers/support/reference-loader.ts";
import { graphObject, rowsWith } from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { ANSWER, note, QUESTION, sendPacked } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});
const { caseOf, label, labelled, draftOf, freeze, casesIn, download, exported } = benchmarksOf(
  () => tenant,
);

const refusalOf = async (answer: Response) => {
  const { error } = await answer.json<{ error: { code: string; message: string } }>();
  return { status: answer.status, ...error };
};

test("H210 a draft takes cases by ids or filters, each once, and names the cases that it refuses", async () => {
  const [one, other] = [await labelled("one"), await labelled("other")];
  const made = await draftOf([one.id, "case_of_nobody"]);
  expect(made).toMatchObject({ name: "hard ones", version: 1, split: "dev", state: "draft" });
  expect(made).toMatchObject({ cases: 1, graphs: 1, unlabelled: 0, card: null });
  expect(made.outcome).toEqual({
    ...{ added: 1, known: 0 },
    rejected: [{ index: 1, message: expect.stringContaining("no such case") }],
  });
  const params = { benchmark: made.id };
  const added = await api("POST /benchmarks/{benchmark}/cases", { params, body: {} });
  expect(added).toEqual({ added: 1, known: 1, rejected: [] });
  expect((await casesIn(made.id)).map((item) => item.case).sort()).toEqual(
    [one.id, other.id].sort(),
  );
  const removal = { params: { ...params, case: one.id } };
  await api("DELETE /benchmarks/{benchmark}/cases/{case}", removal);
  const again = await api.response("DELETE /benchmarks/{benchmark}/cases/{case}", removal);
  expect(again.status).toBe(404);
  expect(await casesIn(made.id)).toMatchObject([
    {
      case: other.id,
      query: QUESTION,
      expected: ["Rex"],
      errorType: LABEL.errorType,
      op: LABEL.op,
    },
  ]);
  expect((await api("GET /benchmarks")).items.map(({ id }) => id)).toEqual([made.id]);
  await api("DELETE /benchmarks/{benchmark}", { params });
  expect(await rowsWith(made.id)).toEqual({});
});

test("H210 pages list each case once, and a further draft of a name is the next version", async () => {
  const ids: string[] = [];
  for (const graph of ["a", "b", "c"]) ids.push((await labelled(graph)).id);
  const made = await draftOf(ids);
  const params = { benchmark: made.id };
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const query = { limit: 2, cursor };
    const page = await api("GET /benchmarks/{benchmark}/cases", { params, query });
    listed.push(...page.items.map((item) => item.case));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  expect(await draftOf([])).toMatchObject({ name: "hard ones", version: 2, cases: 0 });
  const version = await api("POST /benchmarks/{benchmark}/versions", { params });
  expect(version).toMatchObject({ name: "hard ones", version: 3, state: "draft", cases: 3 });
});

test("H211 a frozen benchmark keeps its cases, labels and graphs unchanged", async () => {
  const found = await labelled("growing");
  const made = await draftOf([found.id]);
  const frozen = await freeze(made.id);
  expect(frozen).toMatchObject({
    state: "frozen",
    cases: 1,
    refused: 0,
    frozenAt: expect.any(String),
  });
  const before = await exported(made.id);

  await label(found.id, { errorType: "ResponseError", op: "op-answer", reason: "Changed." });
  await sendPacked(tenant.key, [note("growing", "later")]);
  expect(fileOf(await exported(made.id), "dev/growing.json")).toEqual(
    fileOf(before, "dev/growing.json"),
  );
  expect(await casesIn(made.id)).toMatchObject([
    { errorType: "ExtractionError", op: "op-extract" },
  ]);

  const params = { benchmark: made.id };
  for (const change of [
    await api.response("POST /benchmarks/{benchmark}/cases", { params, body: {} }),
    await api.response("DELETE /benchmarks/{benchmark}/cases/{case}", {
      params: { ...params, case: found.id },
    }),
  ]) {
    expect(await refusalOf(change)).toMatchObject({
      ...{ status: 409, code: "conflict" },
      message: expect.stringContaining("Create a new version"),
    });
  }
  const version = await api("POST /benchmarks/{benchmark}/versions", { params });
  await freeze(version.id);
  expect(await casesIn(version.id)).toMatchObject([{ errorType: "ResponseError" }]);
});

test("H212 the freeze refuses a case without a label or with records that its graph lacks, and says why", async () => {
  const [good, bare, lost, unrecorded] = [
    await labelled("good"),
    await caseOf("bare"),
    await labelled("lost"),
    await labelled("unrecorded"),
  ];
  const broken = { ...LABEL, link: null, op: "op-of-another-graph", also: [] };
  await env.DB.prepare("update failed_case set label = ? where id = ?")
    .bind(JSON.stringify(broken), lost.id)
    .run();
  await env.DB.prepare("update failed_case set evidence = ? where id = ?")
    .bind('["message:gone@1"]', unrecorded.id)
    .run();
  const made = await draftOf([good.id, bare.id, lost.id, unrecorded.id]);
  expect(made).toMatchObject({ cases: 4, unlabelled: 1 });
  expect(await freeze(made.id)).toMatchObject({ cases: 1, refused: 3, card: { refused: 3 } });
  const refusals = new Map((await casesIn(made.id)).map((item) => [item.case, item.refusal]));
  expect(refusals.get(good.id)).toBeNull();
  expect(refusals.get(bare.id)).toContain("No label counts");
  expect(refusals.get(lost.id)).toContain("op-of-another-graph");
  expect(refusals.get(unrecorded.id)).toContain("source_evidence_ids[0]: message:gone@1");
  expect([...(await exported(made.id)).keys()].toSorted()).toEqual(["README.md", "dev/good.json"]);
});

test("H213 the card counts types and systems, and the agreement of verdicts with labels", async () => {
  const [one, other] = [await caseOf("one"), await caseOf("other")];
  const { errorType, op } = one;
  if (errorType === null) throw new Error("the verdict is decided");
  await label(one.id, { errorType, op });
  await label(other.id, { errorType: "JudgeError", op: null });
  const made = await draftOf([one.id, other.id]);
  const { card } = await freeze(made.id);
  expect(card).toMatchObject({
    ...{ cases: 2, graphs: 2, refused: 0, bySystem: [{ key: "mem0", count: 2 }] },
    agreement: { decided: 2, type: 1, cause: 1 },
  });
  expect(card?.byType).toEqual(
    expect.arrayContaining([
      { key: errorType, count: 1 },
      { key: "JudgeError", count: 1 },
    ]),
  );
  const readme = (await exported(made.id)).get("README.md");
  expect(readme).toContain("# hard ones, version 1");
  expect(readme).toContain("| same error type | 1 | 50.0% |");
});

test("H214 the export has every field that MemTraceBench's loader reads", async () => {
  await label((await caseOf("user/1")).id, { errorType: "JudgeError", op: null });
  await labelled("user_1");
  const made = await api("POST /benchmarks", { body: { name: "two", from: {} } });
  await freeze(made.id);
  const files = await exported(made.id);
  expect(loadSplit(files, "test")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        ...{ file: expect.stringMatching(/^user_1(-2)?\.json$/), source: "two", query: QUESTION },
        ...{ goldenAnswer: "[Rex]", prediction: ANSWER, op: null, errorType: "LLMAsAJudgeError" },
      }),
      expect.objectContaining({ errorType: "ExtractionError", op: "op-extract" }),
    ]),
  );
  expect(files.size).toBe(3);
});

const TYPES = ["ExtractionError", "UpdateError", "JudgeError"] as const;
/** Texts that are not empty and have no white space at their ends, which the API would trim. */
const Detail = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((text) => `x${text}x`);
const Chosen = fc.array(
  fc.record({
    label: fc.option(
      fc.record({
        errorType: fc.constantFrom(...TYPES),
        op: fc.constantFrom("op-extract", "op-search", null),
        reason: fc.string({ unit: "grapheme", maxLength: 20 }),
        ...{ subKind: Detail, expected: fc.array(Detail, { minLength: 1, maxLength: 3 }) },
      }),
    ),
    isChosen: fc.boolean(),
    extra: fc.string({ unit: "grapheme", minLength: 1, maxLength: 40 }),
  }),
  { minLength: 1, maxLength: 3 },
);

test("H215 the export has the sub-kind, corrected answers and evidence of a label", async () => {
  const { id, evidence } = await caseOf("detailed");
  await label(id, { subKind: "ranked out", expected: ["Max"], evidence });
  const made = await draftOf([id]);
  await freeze(made.id);
  const file = fileOf(await exported(made.id), "dev/detailed.json");
  expect(file.data.annotations).toMatchObject([
    {
      ...{ sub_kind: "ranked out", corrected_golden_answers: ["Max"] },
      ...{ corrected_evidence_ids: evidence, golden_answers: ["Max"] },
    },
  ]);
});

test("H215 importing the exported files gives the same cases and labels", async () => {
  await fc.assert(
    fc.asyncProperty(Chosen, async (chosen) => {
      tenant = await newProject();
      api = clientOf(tenant.key);
      const ids: string[] = [];
      const wanted: unknown[] = [];
      for (const [place, { label: given, isChosen, extra }] of chosen.entries()) {
        const graph = `graph-${place}`;
        const found = await caseOf(graph, [note(graph, "extra", extra)]);
        if (given !== null) await label(found.id, given);
        if (isChosen) ids.push(found.id);
        if (isChosen && given !== null) {
          const own = { ...given, link: null, also: [] };
          wanted.push({
            graph,
            query: QUESTION,
            expected: given.expected ?? ["Rex"],
            prediction: ANSWER,
            label: own,
          });
        }
      }
      const made = await draftOf([...ids]);
      if (ids.length === 0) return;
      await freeze(made.id);
      if (wanted.length === 0) {
        expect((await download(made.id)).status).toBe(409);
        return;
      }
      const files = await exported(made.id);
      const target = await newProject();
      for (const [path, body] of files) {
        if (!path.endsWith(".json")) continue;
        const headers = { authorization: `Bearer ${target.key}` };
        const answer = await send("/v1/graphs", { method: "POST", headers, body });
        expect(answer.status).toBe(201);
      }
      const imported = clientOf(target.key);
      const { items } = await imported("GET /cases");
      const read = await Promise.all(
        items.map(({ id }) => imported("GET /cases/{case}", { params: { case: id } })),
      );
      const found = read.map(({ graph, query, expected, prediction, label: own }) => ({
        ...{ graph, query, expected, prediction, label: own },
      }));
      const byGraph = (list: unknown[]) =>
        list.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
      expect(byGraph(found)).toEqual(byGraph(wanted));
    }),
    { numRuns: 5 },
  );
});

test("H216 retention keeps the graphs of a frozen benchmark until the benchmark is deleted", async () => {
  const found = await labelled("kept");
  const made = await draftOf([found.id]);
  await freeze(made.id);
  await api("PATCH /project", { body: { retentionDays: 1 } });
  await runDurableObjectAlarm(graphObject(tenant.project, "kept"));
  const now = Math.floor(Date.now() / 600_000) * 600_000;
  const age = () =>
    env.DB.prepare("update graph set updated_at = ? where project = ?")
      .bind(now - 3 * 24 * 3_600_000, tenant.project)
      .run();
  const sweep = () => worker.scheduled(createScheduledController({ scheduledTime: now }), env);
  await age();
  await sweep();
  expect((await api.response("GET /graphs/{graph}", { params: { graph: "kept" } })).status).toBe(
    200,
  );
  await api("DELETE /benchmarks/{benchmark}", { params: { benchmark: made.id } });
  await age();
  await sweep();
  expect((await api.response("GET /graphs/{graph}", { params: { graph: "kept" } })).status).toBe(
    404,
  );
});

test("H217 if a graph is deleted, its benchmark names the case, exports nothing and keeps no text", async () => {
  const [gone, left] = [await labelled("gone-graph"), await labelled("left")];
  const made = await draftOf([gone.id, left.id]);
  await freeze(made.id);
  const draft = await draftOf([gone.id], "draft");
  await api("DELETE /graphs/{graph}", { params: { graph: "gone-graph" } });
  expect(await rowsWith("gone-graph")).toEqual({});
  expect(await casesIn(made.id)).toMatchObject([
    { case: gone.id, graph: null, query: null, refusal: expect.stringContaining("deleted") },
    { case: left.id, refusal: null },
  ]);
  expect(await refusalOf(await download(made.id))).toMatchObject({
    ...{ status: 409, code: "conflict" },
    message: expect.stringMatching(new RegExp(`${gone.id} was deleted.*Create a new version`)),
  });
  const params = { benchmark: made.id };
  const version = await api("POST /benchmarks/{benchmark}/versions", { params });
  expect(version).toMatchObject({ cases: 1 });
  await freeze(version.id);
  expect([...(await exported(version.id)).keys()]).toContain("dev/left.json");
  expect(await freeze(draft.id)).toMatchObject({ cases: 0, refused: 1 });
  expect((await download(draft.id)).status).toBe(409);
});

test("H218 only a frozen benchmark can be exported, and an empty draft cannot be frozen", async () => {
  const found = await labelled("one");
  const [empty, draft] = [await draftOf([]), await draftOf([found.id])];
  const answer = await api.response("POST /benchmarks/{benchmark}/freeze", {
    params: { benchmark: empty.id },
  });
  expect(await refusalOf(answer)).toMatchObject({
    status: 409,
    message: expect.stringContaining("no cases"),
  });
  expect(await refusalOf(await download(draft.id))).toMatchObject({
    ...{ status: 409, message: expect.stringContaining("Freeze it first") },
  });
});
