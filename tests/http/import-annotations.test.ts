import { beforeEach, expect, test } from "vitest";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { forgottenDog, sendEvents } from "../workers/support/traces.ts";

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

const annotate = async (graph: string, text: string) => {
  const answer = await send(`/v1/graphs/${graph}/annotations`, {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.key}` },
    body: text,
  });
  return { status: answer.status, body: await answer.json<Record<string, unknown>>() };
};

const ANNOTATION = {
  query: "What is the dog called?",
  golden_answers: ["Rex"],
  prediction: "I do not know.",
  final_error_type: "ExtractionError",
};

test("H640 annotations for a stored graph open its cases once, with their labels", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  expect(await annotate("g", JSON.stringify([ANNOTATION]))).toEqual({
    status: 201,
    body: { cases: 1 },
  });
  expect((await annotate("g", JSON.stringify([ANNOTATION]))).body).toEqual({ cases: 0 });
  const { items } = await api("GET /cases", { query: { graph: "g" } });
  expect(items).toMatchObject([{ query: ANNOTATION.query, origin: "import", labelState: "one" }]);
});

test("H640 a damaged list is refused whole with the place, and an unknown graph is not found", async () => {
  await sendEvents(tenant.key, forgottenDog("g"));
  const dangling = { ...ANNOTATION, final_op_id: "nowhere" };
  const refused = await annotate("g", JSON.stringify([ANNOTATION, dangling]));
  expect(refused).toMatchObject({
    status: 422,
    body: {
      error: {
        code: "damaged_graph",
        message:
          "data.annotations[1].final_op_id: nowhere: the graph has no record with this id. No case was opened.",
      },
    },
  });
  for (const text of ["{}", "[1]", "[null]"]) expect((await annotate("g", text)).status).toBe(422);
  expect((await annotate("g", "[")).status).toBe(400);
  expect((await api("GET /cases", { query: { graph: "g" } })).items).toEqual([]);
  expect((await annotate("elsewhere", JSON.stringify([ANNOTATION]))).status).toBe(404);
});

test("H640 with redaction, annotations refer to the redacted records, and their texts are redacted", async () => {
  const on = { kinds: ["email"], patterns: [], lists: [] };
  await api.response("PUT /project/redaction", { body: on as never });
  const email = "ada@example.com";
  await sendEvents(tenant.key, [
    { type: "variable", id: "m", graph: email, at: 1, ref: "m", name: email, value: "Rex" },
  ]);
  const { items } = await api("GET /graphs");
  const annotation = {
    ...ANNOTATION,
    query: `Who is ${email}?`,
    source_evidence_ids: [`${email}@1`],
  };
  expect((await annotate(encodeURIComponent(email), JSON.stringify([annotation]))).body).toEqual({
    cases: 1,
  });
  const [found] = (await api("GET /cases", { query: { graph: items[0]?.id ?? "" } })).items;
  const shown = await api("GET /cases/{case}", { params: { case: found?.id ?? "" } });
  expect(shown.evidence).toEqual([expect.stringMatching(/@1$/)]);
  expect(JSON.stringify(shown)).not.toContain(email);
});

test("H641 an imported link whose ends are one version is kept, and any other such link is refused", async () => {
  const link = { type: "link", id: "l", graph: "g", at: 2, op: "o", from: "m@1", to: "m@1" };
  const lines = [
    { type: "variable", id: "m", graph: "g", at: 1, ref: "m", name: "m", value: "Rex" },
    link,
    { ...link, id: "k", imported: 5 },
  ];
  const answer = await send("/v1/events", {
    method: "POST",
    headers: { authorization: `Bearer ${tenant.key}` },
    body: lines.map((line) => JSON.stringify(line)).join("\n"),
  });
  expect(await answer.json()).toMatchObject({
    accepted: 2,
    rejected: [{ index: 1, code: "self_link" }],
  });
});
