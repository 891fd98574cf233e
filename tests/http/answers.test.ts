/** Judged answers over HTTP: right answers next to the cases, and objections to a judgement. */
import { beforeEach, expect, test } from "vitest";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { sweepOnceQuiet } from "../workers/support/sweep.ts";
import { clientOf, newProject } from "../workers/support/tenants.ts";
import {
  ANSWER,
  failingJudge,
  failingVerdict,
  forgottenDog,
  QUESTION,
  sendPacked,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

let key: string;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  ({ key } = await newProject());
  api = clientOf(key);
});

/** Returns a verdict that judges the same answer as right. */
const passingVerdict = (graph: string, more: object = {}): TraceEvent =>
  ({ ...failingVerdict(graph, "right"), score: 1, ...more }) as TraceEvent;

/**
 * Records the right answer with a wrong one, so that the service reads right answers without a
 * delay.
 */
async function storeRightAnswer(graph: string): Promise<string> {
  const right = { query: "What does Ada do?", prediction: "She is a baker.", expected: ["baker"] };
  const unrecorded = { queryRef: undefined, predictionRef: undefined, evidence: [] };
  await sendPacked(key, [
    ...forgottenDog(graph),
    failingVerdict(graph),
    passingVerdict(graph, { ...right, ...unrecorded }),
  ]);
  await attributedCase(api, graph);
  const query = { graph, judged: "right" } as const;
  return (await until(async () => (await api("GET /answers", { query })).items[0])).id;
}

test("H220 right answers are listed together with the wrong ones, or alone", async () => {
  const id = await storeRightAnswer("g");
  const all = (await api("GET /answers")).items;
  expect(all).toHaveLength(2);
  expect(all.find((item) => item.id === id)).toMatchObject({
    ...{ judged: "right", graph: "g", system: "mem0", errorType: null, labelledType: null },
    ...{ query: "What does Ada do?", expected: ["baker"], prediction: "She is a baker." },
  });
  const [wrong] = (await api("GET /answers", { query: { judged: "wrong" } })).items;
  expect(wrong).toMatchObject({ judged: "wrong", query: QUESTION, prediction: ANSWER });
  expect((await api("GET /cases")).items.map((item) => item.id)).toEqual([wrong?.id]);
  for (const query of [{ search: "BAKER" }, { system: "mem0", judged: "right" }] as const)
    expect((await api("GET /answers", { query })).items.map((item) => item.id)).toContain(id);
  for (const query of [{ graph: "other" }, { system: "zep" }, { to: "2020-01-01T00:00:00Z" }])
    expect((await api("GET /answers", { query })).items).toEqual([]);
});

test("H220 a judge's right answers appear once the graph is quiet, and pages have each answer once", async () => {
  for (const graph of ["a", "b", "c"]) {
    const judge = failingJudge(graph).map((event) =>
      event.type === "variable" && event.class === "judge_score" ? { ...event, value: "1" } : event,
    );
    await sendPacked(key, [
      ...forgottenDog(graph),
      ...judge,
      passingVerdict(graph, { score: 0.9 }),
    ]);
  }
  await until(async () => {
    await sweepOnceQuiet();
    return (await api("GET /answers")).items.length === 3 || undefined;
  });
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await api("GET /answers", { query: { limit: 2, cursor } });
    ids.push(...page.items.map((item) => item.id));
    cursor = page.next ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(ids).size).toBe(3);
  expect(ids).toHaveLength(3);
});

test("H221 an answer that was judged right can become a case, and is then listed as wrong", async () => {
  const answer = await storeRightAnswer("g");
  const opened = await api("POST /answers/{answer}/case", { params: { answer } });
  expect(opened).toMatchObject({ graph: "g", query: "What does Ada do?", origin: "api" });
  const listed = (await api("GET /answers")).items;
  expect(listed.map((item) => item.judged)).toEqual(["wrong", "wrong"]);
  expect(listed.map((item) => item.id)).toContain(opened.id);
  const again = await api("POST /answers/{answer}/case", { params: { answer } });
  expect(again).toMatchObject({ id: opened.id, createdAt: opened.createdAt });
  expect((await api("GET /answers")).items).toHaveLength(2);
});

test("H222 an answer that one judge failed and another passed is a case, not a right answer", async () => {
  await sendPacked(key, [...forgottenDog("g"), passingVerdict("g"), failingVerdict("g")]);
  await attributedCase(api, "g");
  expect((await api("GET /answers")).items).toMatchObject([{ judged: "wrong" }]);
});

test("H223 right answers are deleted with their graph", async () => {
  await storeRightAnswer("gone-graph");
  await api("DELETE /graphs/{graph}", { params: { graph: "gone-graph" } });
  expect((await api("GET /answers")).items).toEqual([]);
  expect(await rowsWith("gone-graph")).toEqual({});
});

test("H224 the distribution counts the right answers of the period next to the wrong ones", async () => {
  await storeRightAnswer("g");
  const period = { from: "2026-01-01T00:00:00Z", to: "2027-01-01T00:00:00Z" };
  expect(await api("GET /distribution", { query: period })).toMatchObject({ cases: 1, right: 1 });
  const narrowed = { ...period, errorType: "UpdateError" } as const;
  expect(await api("GET /distribution", { query: narrowed })).toMatchObject({ right: null });
});
