import { beforeEach, expect, test } from "vitest";
import type { Case } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import {
  ANSWER,
  failingJudge,
  failingVerdict,
  forgottenDog,
  note,
  QUESTION,
  sendEvents,
} from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

async function attributed(events: readonly TraceEvent[]): Promise<Case> {
  await sendEvents(tenant.key, events);
  return attributedCase(api, "g");
}

const WRONG_ANSWER = { graph: "g", query: QUESTION, prediction: ANSWER, evidence: [] };

/** Records a case in a graph without any records of how the answer was made. */
async function undecided(expected = ["Rex"]): Promise<Case> {
  await sendEvents(tenant.key, [note("g", "nothing")]);
  await api("GET /graphs/{graph}", { params: { graph: "g" } });
  await api("POST /cases", { body: { ...WRONG_ANSWER, expected } });
  const found = await attributed([note("g", "later")]);
  expect(found.outcome).toBe("undecided");
  return found;
}

function thumbsDown(expected: string[] | undefined, prediction: string): TraceEvent[] {
  return [...forgottenDog("g"), failingVerdict("g")].map((event) => {
    if (event.type !== "verdict") return event;
    const { evidence: _, reason: __, expected: ___, ...bare } = event;
    return expected === undefined ? { ...bare, prediction } : { ...bare, expected, prediction };
  });
}

/** Expects that the case contains no statement that needs the expected answer. */
function expectNoClaim(found: Case): void {
  expect(["AnnotationError", "JudgeError"]).not.toContain(found.errorType);
  expect(found.expected).toEqual([]);
  const said = JSON.stringify(found.attribution);
  expect(said).not.toMatch(/“[\s\p{P}]*”/u);
  expect(said).not.toMatch(/the expected “|of the expected answer|right answer|was judged/);
  expect(said).toContain("No expected answer is known");
}

test.each([
  [undefined, ANSWER],
  [[], ANSWER],
  [[], "My dog is called Rex and I work as a baker."],
  [[], ""],
  [[""], ANSWER],
  [["  ", "..."], "The dog is called Rex."],
  [["\u200b", "—"], "Works as a baker."],
])(
  "A77 P35 a thumbs-down with the expected answer %j to %j claims nothing about the expected answer",
  async (expected, prediction) => {
    const found = await attributed(thumbsDown(expected, prediction));
    expectNoClaim(found);
    const report = await api("POST /reports", { body: {} });
    expect(JSON.stringify(report)).not.toContain("“”");
    const plan = await api("GET /cases/{case}/replay", { params: { case: found.id } });
    expect(plan.expected).toEqual([]);
    expect(JSON.stringify(plan.needed)).not.toContain("“”");
  },
);

test.each(["", " ", "..."])(
  "A77 a judge's expected answer “%s” counts as missing",
  async (value) => {
    const judge = failingJudge("g").map((event) =>
      event.type === "variable" && event.name === "e1" ? { ...event, value } : event,
    );
    expectNoClaim(await attributed([...forgottenDog("g"), ...judge]));
  },
);

test.each([[[]], [[""]], [["  ", "..."]]])(
  "A77 a thumbs-down with expected answer %j and no other record is undecided everywhere",
  async (expected) => {
    const found = await undecided(expected);
    expect(found).toMatchObject({
      ...{ errorType: null, op: null, confidence: null },
      attribution: { outcome: "undecided", remedy: expect.stringContaining("Record") },
    });
    const listed = await api("GET /cases", { query: { outcome: "undecided" } });
    expect(listed.items.map(({ id }) => id)).toEqual([found.id]);
    const distribution = await api("GET /distribution");
    expect(distribution).toMatchObject({ attributed: 0, undecided: 1, byType: [] });
    expect(distribution.headline).toContain("undecided");
    // Another source may add the expected answer later.
    await api("POST /cases", { body: { ...WRONG_ANSWER, expected: ["Rex"] } });
    const shown = await api.response("GET /cases/{case}", { params: { case: found.id } });
    expect(await shown.json()).toMatchObject({ expected: expect.arrayContaining(["Rex"]) });
  },
);

test("C7 a label neither agrees with an undecided verdict nor differs from it", async () => {
  const { id } = await undecided();
  const label = { errorType: "ExtractionError", op: null, link: null, reason: "seen" } as const;
  const params = { case: id };
  const answer = await api.response("PUT /cases/{case}/label", { params, body: label });
  expect(await answer.json()).toMatchObject({ agreement: null, label, outcome: "undecided" });
  const distribution = await api("GET /distribution");
  expect(distribution).toMatchObject({ undecided: 1, labelled: 0, agreeing: 0 });
});

test("Z38 the plan of an undecided verdict says that it names no operation, and what to do", async () => {
  const { id, attribution } = await undecided();
  const plan = await api("GET /cases/{case}/replay", { params: { case: id } });
  expect(plan).toMatchObject({ errorType: null, op: null, steps: [], target: null });
  const [needed] = plan.needed;
  expect(needed).toMatch(/^The verdict is undecided: no operation is named/);
  const remedy = attribution?.outcome === "undecided" ? attribution.remedy : "";
  expect(remedy).not.toBe("");
  expect(needed).toContain(remedy);
});
