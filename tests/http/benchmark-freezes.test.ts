/** What a benchmark's freeze keeps of labels and graphs, and freezes that were interrupted. */
import { createScheduledController, runDurableObjectAlarm } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import type { Label } from "../../src/protocol/api/annotation/labels.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import worker from "../../workers/app.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { benchmarksOf, fileOf, LABEL } from "../workers/support/benchmarks-of.ts";
import { graphObject } from "../workers/support/remains.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { ANSWER, forgottenDog, QUESTION, sendPacked } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});
const { caseOf, label, labelled, draftOf, freeze, casesIn, exported } = benchmarksOf(() => tenant);

/** Makes the benchmark look as if the request that froze it had been interrupted at this time. */
const unfrozen = (benchmark: string, at: number) =>
  env.DB.prepare(
    "update benchmark set state = 'freezing', freezing_at = ?, frozen_at = null, card = null where id = ?",
  )
    .bind(at, benchmark)
    .run();

test("H216 retention spares the graphs of a freeze that nobody continues for only a day", async () => {
  const [fresh, left] = [await labelled("fresh"), await labelled("left-over")];
  const made = [await draftOf([fresh.id], "one"), await draftOf([left.id], "two")];
  for (const { id } of made) await freeze(id);
  await api("PATCH /project", { body: { retentionDays: 1 } });
  const now = Math.floor(Date.now() / 600_000) * 600_000;
  const hour = 3_600_000;
  for (const [index, hours] of [23, 25].entries())
    await unfrozen(made[index]?.id ?? "", now - hours * hour);
  for (const graph of ["fresh", "left-over"])
    await runDurableObjectAlarm(graphObject(tenant.project, graph));
  await env.DB.prepare("update graph set updated_at = ? where project = ?")
    .bind(now - 72 * hour, tenant.project)
    .run();
  await worker.scheduled(createScheduledController({ scheduledTime: now }), env);
  const status = async (graph: string) =>
    (await api.response("GET /graphs/{graph}", { params: { graph } })).status;
  expect([await status("fresh"), await status("left-over")]).toEqual([200, 404]);
});

test("H332 if a case is removed from a benchmark during the freeze, the freeze is undone", async () => {
  const [one, other] = [await labelled("one"), await labelled("other")];
  const made = await draftOf([one.id, other.id]);
  await freeze(made.id);
  await unfrozen(made.id, Date.now());
  const params = { benchmark: made.id };
  await api("DELETE /benchmarks/{benchmark}/cases/{case}", { params: { ...params, case: one.id } });
  const draft = await api("GET /benchmarks/{benchmark}", { params });
  expect(draft).toMatchObject({ state: "draft", cases: 1, refused: 0 });
  await label(other.id, { errorType: "ResponseError", op: "op-answer" });
  expect(await freeze(made.id)).toMatchObject({ state: "frozen", cases: 1 });
  expect(await casesIn(made.id)).toMatchObject([{ case: other.id, errorType: "ResponseError" }]);
});

test("H333 an interrupted freeze continues with the graph state that it stored", async () => {
  const found = await labelled("growing");
  const made = await draftOf([found.id]);
  await freeze(made.id);
  const before = [...(await exported(made.id)).keys()].toSorted();
  await unfrozen(made.id, Date.now());
  await env.DB.prepare("update benchmark_case set annotation = null where benchmark = ?")
    .bind(made.id)
    .run();
  const late = { type: "operation", id: "late", graph: "growing", at: Date.now() } as const;
  await sendPacked(tenant.key, [{ ...late, op: "op-late", name: "late" }]);
  await label(found.id, { op: "op-late" });
  await freeze(made.id);
  const [refused] = await casesIn(made.id);
  expect(refused?.refusal).toContain("op-late, which its graph does not have");

  await unfrozen(made.id, Date.now());
  await env.DB.prepare("update benchmark_case set refusal = null where benchmark = ?")
    .bind(made.id)
    .run();
  await label(found.id, { op: "op-extract" });
  await freeze(made.id);
  expect([...(await exported(made.id)).keys()].toSorted()).toEqual(before);
});

/** The small trace as a file, with an annotation that names several causes. */
async function importAnnotated(graph: string): Promise<Case> {
  await sendPacked(tenant.key, forgottenDog("source"));
  const headers = { authorization: `Bearer ${tenant.key}` };
  const source = await send("/v1/graphs/source/export", { headers });
  const file = await source.json<{ data: object }>();
  const annotation = {
    ...{ query_id: "query:q1@1", query: QUESTION, golden_answers: ["Rex"] },
    ...{ prediction_id: "prediction:a1@1", prediction: ANSWER },
    ...{ source_evidence_ids: ["message:m1@1"], final_error_type: "UpdateError" },
    ...{ final_op_id: "op-extract", also: ["RetrievalError"], alt_types: ["ExtractionError"] },
    blame: { UpdateError: ["op-extract", "op-search"], ExtractionError: ["op-extract"] },
  };
  const body = JSON.stringify({
    ...{ ...file, graph_id: graph },
    data: { ...file.data, annotations: [annotation] },
  });
  const answer = await send("/v1/graphs", { method: "POST", headers, body });
  expect(answer.status).toBe(201);
  return attributedCase(api, graph);
}

test("H330 a freeze drops all causes of an imported annotation that has a new label", async () => {
  const found = await importAnnotated("brought");
  const decided: Label = {
    ...LABEL,
    errorType: "UpdateError",
    op: "op-answer",
    link: null,
    also: [],
  };
  const body = { seen: 1, label: decided };
  await api("PUT /cases/{case}/adjudication", { params: { case: found.id }, body });
  const made = await draftOf([found.id]);
  const { card } = await freeze(made.id);
  const [annotation] = fileOf(await exported(made.id), "dev/brought.json").data.annotations;
  expect(annotation).toMatchObject({ final_error_type: "UpdateError", final_op_id: "op-answer" });
  for (const field of ["also", "alt_types", "blame"]) expect(annotation).not.toHaveProperty(field);
  // Only the causes that the file itself names accept the verdict.
  expect(found).toMatchObject({ errorType: "ExtractionError", op: "op-extract" });
  expect(card?.agreement).toMatchObject({ decided: 1, cause: 0 });
});

test("H331 a freeze writes the corrected answers and evidence of a label to the fields that readers use", async () => {
  const [lost, wrong] = [await caseOf("lost"), await caseOf("wrong")];
  const corrections = { subKind: "ranked out", expected: ["Max"], evidence: ["message:m1@1"] };
  await label(lost.id, corrections);
  await label(wrong.id, { ...corrections, errorType: "AnnotationError", op: null });
  const made = await draftOf([lost.id, wrong.id]);
  await freeze(made.id);
  const files = await exported(made.id);
  const annotationIn = (path: string) => fileOf(files, path).data.annotations[0];
  expect(annotationIn("dev/lost.json")).toMatchObject({
    ...{ golden_answers: ["Max"], golden_answers_id: null },
    ...{ source_evidence_ids: ["message:m1@1"], sub_kind: "ranked out" },
  });
  expect(annotationIn("dev/wrong.json")).toMatchObject({
    ...{ golden_answers: ["Rex"], source_evidence_ids: wrong.evidence },
    ...{ sub_kind: "ranked out", corrected_golden_answers: ["Max"] },
  });
});
