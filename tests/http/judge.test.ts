/** The project's model as a judge. The model is a script behind the real protocol. */
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { JudgeSettings } from "../../src/protocol/api/annotation/judge.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { bucket, keysOf, moveOld } from "../workers/support/cold-graph.ts";
import { ScriptedModel } from "../workers/support/scripted-model.ts";
import { sweep } from "../workers/support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import {
  ANSWER,
  failingVerdict,
  forgottenDog,
  QUESTION,
  sendPacked,
} from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const QUIET_MS = 11 * 60_000;
const WRONG = { judgement: "wrong", quote: "My dog is called Rex", reason: "A message names it." };
const RIGHT = { judgement: "right", quote: "I work as a baker", reason: "A message says so." };

let project: OwnProject;
let api: ReturnType<typeof clientOf>;
let model: ScriptedModel;
beforeEach(async () => {
  project = await newProject();
  api = clientOf(project.key);
  model = new ScriptedModel(says(WRONG));
});
afterEach(() => model.close());

const says = (judgement: object) => () => ({ text: JSON.stringify(judgement) });

async function configure(over: Partial<JudgeSettings> = {}, usdPerDay = 100) {
  const price = { usdPerMillionInput: 10_000, usdPerMillionOutput: 0 };
  const endpoint = { url: "https://models.example.com/v1", model: "small", key: "sk-1", ...price };
  await api("PUT /project/model", { body: { endpoints: [endpoint], usdPerDay, usdPerCase: 50 } });
  await switchOn(over);
}

const switchOn = (over: Partial<JudgeSettings> = {}) =>
  api("PUT /judge/settings", {
    body: { enabled: true, share: 1, answersPerDay: 100, usdPerDay: 100, ...over },
  });

/** Adds a second question and its answer to the graph of `forgottenDog`. */
function secondQuestion(graph: string): TraceEvent[] {
  const record = { graph, at: Date.parse("2026-03-04T05:07:07.000Z"), session: "s1" };
  return [
    { type: "operation", id: "o4", ...record, seq: 30, op: "op-again", name: "answer" },
    {
      ...{ type: "variable", id: "v6", ...record, seq: 31, ref: "asked again" },
      ...{ name: "q2", class: "query", value: "Who is Rex?" },
    },
    {
      ...{ type: "variable", id: "v7", ...record, seq: 32, ref: "said again" },
      ...{ name: "a2", class: "prediction", value: "I do not know who Rex is." },
    },
    { type: "link", id: "l6", ...record, seq: 33, op: "op-again", from: "found", to: "said again" },
    {
      ...{ type: "link", id: "l7", ...record, seq: 34, op: "op-again" },
      ...{ from: "asked again", to: "said again" },
    },
  ];
}

async function quiet(graph: string, ...events: TraceEvent[]): Promise<void> {
  await sendPacked(project.key, [...forgottenDog(graph), ...events]);
  await env.DB.prepare("update graph set updated_at = updated_at - ? where project = ? and id = ?")
    .bind(QUIET_MS, project.project, graph)
    .run();
}

/**
 * Counts the questions to the judge. The attribution of a case asks the same model other questions.
 */
const askedJudge = () =>
  model.asked.filter(({ body }) => JSON.stringify(body.messages).includes("You judge whether"));
const figures = () => api("GET /judge");
const judgements = async () => (await api("GET /judge/judgements")).items;

/** Sweeps until `count` answers are judged, and lists them. */
const judged = (count = 1) =>
  until(async () => {
    await sweep(Date.now());
    const items = await judgements();
    return items.length >= count ? items : undefined;
  });

/**
 * Sweeps until the graph's memory was counted. The counting also draws the answers for the judge.
 */
const counted = (graph: string) =>
  until(async () => {
    await sweep(Date.now());
    const row = await env.DB.prepare("select 1 from graph_memory where project = ? and graph = ?")
      .bind(project.project, graph)
      .first();
    return row ?? undefined;
  });

describe("the project's model as a judge", () => {
  test("H580 an answer that the model judges wrong opens a case, with the quoted message as its evidence", async () => {
    await configure();
    await quiet("g");
    const [made] = await judged();
    expect(made).toMatchObject({
      ...{ judgement: "wrong", query: QUESTION, prediction: ANSWER, message: "message:m1@1" },
      ...{ quote: WRONG.quote, reason: WRONG.reason },
    });
    const found = await until(async () => {
      const { items } = await api("GET /cases", { query: { graph: "g", state: "done" } });
      return items[0] && api("GET /cases/{case}", { params: { case: items[0].id } });
    });
    expect(found).toMatchObject({
      ...{ origin: "model", id: made?.case, evidence: ["message:m1@1"], expected: [] },
      judgeReason: "A message names it. “My dog is called Rex”",
    });
  });

  test("H581 an answer that the model judges right is a judged answer and opens no case", async () => {
    model.script = says(RIGHT);
    await configure();
    await quiet("g");
    expect(await judged()).toMatchObject([{ judgement: "right", case: null }]);
    const { items } = await api("GET /answers", { query: { judged: "right" } });
    expect(items).toMatchObject([{ query: QUESTION, prediction: ANSWER }]);
    expect((await api("GET /cases")).items).toEqual([]);
  });

  test.each([
    ["quotes what nobody said", { ...WRONG, quote: "My dog is called Bello" }],
    ["quotes nothing", { ...WRONG, quote: "" }],
    ["cannot tell", { judgement: "cannot be told", quote: "", reason: "No message." }],
    ["answers in another form", { verdict: "wrong!!" }],
  ])("H582 a judgement that %s opens no case", async (_, script) => {
    model.script = says(script);
    await configure();
    await quiet("g");
    expect(await judged()).toMatchObject([{ judgement: "unknown", quote: "", case: null }]);
    expect((await api("GET /cases")).items).toEqual([]);
    expect(await figures()).toMatchObject({ unknown: 1, wrongShare: { share: null } });
  });

  test("H583 without the setting no answer is sampled, and a judged answer is not judged again", async () => {
    await configure({ enabled: false });
    await quiet("g");
    await counted("g");
    await switchOn();
    await quiet("h", failingVerdict("h"));
    await counted("h");
    await sweep(Date.now());
    expect(await figures()).toMatchObject({ right: 0, wrong: 0, unknown: 0, waiting: 0 });
    expect(askedJudge()).toEqual([]);
  });

  test("H584 answers beyond the daily limits wait, and are judged after the limits are raised", async () => {
    await configure({ answersPerDay: 1 });
    await quiet("g");
    await judged();
    await quiet("h");
    await until(async () => {
      await sweep(Date.now());
      return (await figures()).waiting === 1 || undefined;
    });
    expect(askedJudge()).toHaveLength(1);
    expect((await figures()).today.usd).toBeGreaterThan(0);
    await switchOn({ usdPerDay: 0 });
    await sweep(Date.now());
    expect((await figures()).waiting).toBe(1);
    await switchOn();
    expect(await judged(2)).toHaveLength(2);
  });

  test("H584 limits that are raised while the model judges count at once", async () => {
    model.script = async () => {
      await switchOn({ usdPerDay: 100 });
      return { text: JSON.stringify(RIGHT) };
    };
    await configure({ usdPerDay: 0.000_001 });
    await quiet("g", ...secondQuestion("g"));
    expect(await judged(2)).toHaveLength(2);
  });

  test("H585 the share of wrong answers has an interval, and labels show how often people agree", async () => {
    await configure();
    await quiet("g");
    await judged();
    model.script = says(RIGHT);
    await quiet("h");
    const [right] = (await judged(2)).filter(({ judgement }) => judgement === "right");
    const shown = await figures();
    expect(shown).toMatchObject({ right: 1, wrong: 1, wrongShare: { share: 0.5 } });
    expect(shown.wrongShare.low).toBeLessThan(0.2);
    expect(shown.wrongShare.high).toBeGreaterThan(0.8);
    expect(shown.agreement).toMatchObject({ compared: 0, share: null });

    const [opened] = (await api("GET /cases", { query: { graph: "g" } })).items;
    const body = { errorType: "ExtractionError", op: "op-extract" } as const;
    await api("PUT /cases/{case}/label", { params: { case: opened?.id ?? "" }, body });
    await api("POST /answers/{answer}/case", { params: { answer: right?.id ?? "" } });
    expect((await figures()).agreement).toMatchObject({ compared: 2, same: 1, share: 0.5 });
  });

  test("H586 a model that does not reply is asked again later, and no case opens meanwhile", async () => {
    model.script = () => new Response("{}", { status: 401 });
    await configure();
    await quiet("g");
    await until(async () => {
      await sweep(Date.now());
      const row = await env.DB.prepare("select attempts from judgement where project = ?")
        .bind(project.project)
        .first<{ attempts: number }>();
      return row?.attempts === 1 || undefined;
    });
    expect(await figures()).toMatchObject({ waiting: 1, failed: 0 });
    expect((await api("GET /cases")).items).toEqual([]);
  });

  test("H587 answers of a graph that R2 lost are given up, and the judge is not asked", async () => {
    await configure({ usdPerDay: 0 });
    await quiet("g");
    await until(async () => {
      await sweep(Date.now());
      return (await figures()).waiting === 1 || undefined;
    });
    await moveOld(project.project, "g");
    await bucket().delete(await keysOf(project.project));
    await switchOn();
    await until(async () => {
      await sweep(Date.now());
      return (await figures()).failed === 1 || undefined;
    });
    expect(await figures()).toMatchObject({ waiting: 0, failed: 1 });
    expect(askedJudge()).toEqual([]);
  });
});
