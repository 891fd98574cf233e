/** Suspected annotation errors over HTTP. */
import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientOf, newProject } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, QUESTION, sendPacked } from "../workers/support/traces.ts";

let key: string;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  ({ key } = await newProject());
  api = clientOf(key);
});

async function caseOf(graph: string): Promise<string> {
  await sendPacked(key, [...forgottenDog(graph), failingVerdict(graph)]);
  return (await attributedCase(api, graph)).id;
}

/** Gives the case another question, and a stored verdict. */
const rewrite = (id: string, query: string, errorType: string, attribution: object) =>
  env.DB.prepare(
    "update failed_case set query = ?, error_type = ?, confidence = 0.8, attribution = ? where id = ?",
  )
    .bind(query, errorType, JSON.stringify(attribution), id)
    .run();

const suspected = async () => (await api("GET /annotation-errors")).items;

test("H230 the list shows each question that a label or verdict suspects, with the reason", async () => {
  const [labelled, judged, second, sound] = [
    await caseOf("labelled"),
    await caseOf("judged"),
    await caseOf("second"),
    await caseOf("sound"),
  ];
  const label = { errorType: "AnnotationError", op: null, reason: "Nobody said Rex." } as const;
  await api("PUT /cases/{case}/label", { params: { case: labelled }, body: label });
  await rewrite(judged, "judged?", "AnnotationError", { reason: "The evidence is beside it." });
  const probabilities = [
    { errorType: "ResponseError", probability: 0.6 },
    { errorType: "AnnotationError", probability: 0.3 },
  ];
  await rewrite(second, "second?", "ResponseError", { reason: "Ignored.", probabilities });
  await rewrite(sound, "sound?", "ResponseError", {
    reason: "Ignored.",
    probabilities: [{ errorType: "AnnotationError", probability: 0.1 }],
  });
  const byQuestion = new Map((await suspected()).map((item) => [item.query, item]));
  expect([...byQuestion.keys()].sort()).toEqual([QUESTION, "judged?", "second?"].sort());
  expect(byQuestion.get(QUESTION)).toMatchObject({
    ...{ because: "label", reason: "Nobody said Rex.", confidence: null, case: labelled },
    ...{ expected: ["Rex"], evidence: ["message:m1@1"], cases: 1 },
  });
  expect(byQuestion.get("judged?")).toMatchObject({
    ...{ because: "verdict", reason: "The evidence is beside it.", confidence: 0.8 },
  });
  expect(byQuestion.get("second?")).toMatchObject({ because: "suspect", confidence: 0.3 });
});

test("H231 a question is listed once for all its cases, and all pages together have each question once", async () => {
  for (const graph of ["a", "b", "c", "d"]) {
    const id = await caseOf(graph);
    const question = graph === "b" ? "a?" : `${graph}?`;
    await rewrite(id, question, "AnnotationError", { reason: "Wrong." });
  }
  expect((await suspected()).find((item) => item.query === "a?")).toMatchObject({ cases: 2 });
  const questions: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api("GET /annotation-errors", { query: { limit: 2, cursor } });
    questions.push(...page.items.map((item) => item.query));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(questions.toSorted()).toEqual(["a?", "c?", "d?"]);
  expect(await api("GET /annotation-errors", { query: { graph: "c" } })).toMatchObject({
    items: [{ query: "c?" }],
  });
});
