/** A filter without a value must not select everything. */
import { beforeAll, expect, test } from "vitest";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { CaseSelection } from "../../src/protocol/api/insights/case-selection.ts";
import { database } from "../tenancy/support/browser.ts";
import { newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const DAY = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
/** The filters that take any text. */
const TEXTS = Object.entries(CaseSelection.shape)
  .filter(([, schema]) => schema.safeParse("any text").success)
  .map(([name]) => name);

let tenant: OwnProject;
beforeAll(async () => {
  tenant = await newProject();
  await sendPacked(tenant.key, [...forgottenDog("g1"), failingVerdict("g1")]);
  const cases = new CaseRepository(database, tenant.project);
  await until(async () => (await cases.list({}, undefined, 1)).items[0]);
});

const post = async (path: string, body: object) => {
  const headers = { authorization: `Bearer ${tenant.key}`, "content-type": "application/json" };
  const answer = await send(path, { method: "POST", headers, body: JSON.stringify(body) });
  return { status: answer.status, text: await answer.text() };
};

test("H679 the tests cover every filter that takes a text", () => {
  expect(TEXTS).toEqual(expect.arrayContaining(["opName", "graph", "user", "author", "search"]));
});

test.each(TEXTS)("H679 a report with the empty filter %s is refused", async (name) => {
  for (const value of name === "search" ? ["", "  "] : [""]) {
    const { status, text } = await post("/v1/reports", { ...DAY, [name]: value });
    expect(status).toBe(400);
    expect(text).toContain(`${name}: is empty. Give it a value, or leave it out`);
  }
});

test.each([
  ["/v1/benchmarks", { name: "b", from: { graph: "" } }, "from.graph"],
  ["/v1/views", { name: "v", filter: { graph: "" } }, "filter.graph"],
  ["/v1/queues", { name: "q", cases: { opName: "" } }, "cases.opName"],
  ["/v1/reports", { ...DAY, graphs: [""] }, "graphs.0"],
  ["/v1/reports", { ...DAY, users: [""] }, "users.0"],
])("H679 %s with %j is refused, and the error names %s", async (path, body, field) => {
  const { status, text } = await post(path, body);
  expect(status).toBe(400);
  expect(text).toContain(`${field}: is empty`);
});

test.each(TEXTS.filter((name) => name !== "search"))(
  "H679 a stored filter with an empty %s selects nothing",
  async (name) => {
    const cases = new CaseRepository(database, tenant.project);
    expect((await cases.list({}, undefined, 10)).items).toHaveLength(1);
    expect((await cases.list({ [name]: "" }, undefined, 10)).items).toHaveLength(0);
  },
);
