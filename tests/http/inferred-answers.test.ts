import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Case } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import type { Input } from "../../src/protocol/routes/client.ts";
import { joinAs } from "../tenancy/support/browser.ts";
import { attributedCase } from "../workers/support/attributed-case.ts";
import { clientAs, clientOf, newTenant, type Tenant } from "../workers/support/tenants.ts";
import { ANSWER, forgottenDog, QUESTION, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

type Body = Input<"PUT /cases/{case}/inferred-answer">["body"];

let tenant: Tenant;
let keyed: ReturnType<typeof clientOf>;
let [first, second]: ReturnType<typeof clientOf>[] = [];
beforeAll(async () => {
  tenant = await newTenant();
  keyed = clientOf(tenant.key);
  const people = [
    await joinAs("member", tenant.owner, tenant.organization),
    await joinAs("member", tenant.owner, tenant.organization),
  ];
  [first, second] = people.map((person) => clientAs(person, tenant.project));
});

/** Records a thumbs-down: nobody says what the right answer would be. */
const thumbsDown = (graph: string): TraceEvent => ({
  ...{ type: "verdict", id: "w", graph, at: Date.parse("2026-03-04T05:06:07.000Z"), seq: 20 },
  ...{ session: "s1", score: 0, query: QUESTION, queryRef: "asked" },
  ...{ prediction: ANSWER, predictionRef: "said back" },
});

let item: Case;
let inferred: string;
let params: { case: string };
beforeEach(async () => {
  const graph = `g-${crypto.randomUUID()}`;
  await sendEvents(tenant.key, [...forgottenDog(graph), thumbsDown(graph)]);
  item = await attributedCase(keyed, graph);
  params = { case: item.id };
  inferred = item.attribution?.inferred?.[0]?.answer ?? "";
});

const decide = (by: typeof first, body: Body) =>
  (by ?? keyed).response("PUT /cases/{case}/inferred-answer", { params, body });
const decisions = () => keyed("GET /cases/{case}/inferred-answer", { params });
const attributedAgain = () =>
  until(async () => {
    const found = await keyed("GET /cases/{case}", { params });
    const isNew = found.state === "done" && found.attributedAt !== item.attributedAt;
    return isNew ? found : undefined;
  });

describe("decisions on an inferred answer", () => {
  test("H574 an accepted answer becomes the expected one, and the case is attributed again with it", async () => {
    expect(item.expected).toEqual([]);
    expect(inferred).toContain("Rex");
    expect((await decide(first, { decision: "accept", seen: 0, inferred })).status).toBe(200);
    const again = await attributedAgain();
    expect(again.expected).toEqual([inferred]);
    expect(again.attribution?.inferred).toBeUndefined();
    expect(again.attribution?.confidence).toBeGreaterThan(item.attribution?.confidence ?? 1);
    const { items } = await keyed("GET /cases", { query: { graph: item.graph } });
    expect(items[0]?.expected).toEqual([inferred]);
  });

  test("H575 a changed answer counts, and the history keeps both decisions with their authors", async () => {
    await decide(first, { decision: "accept", seen: 0, inferred });
    await decide(second, { decision: "change", seen: 1, inferred, answer: "Rex" });
    const { newest, items } = await decisions();
    expect(newest).toBe(2);
    expect(items).toMatchObject([
      { number: 2, decision: "change", inferred, answer: "Rex", author: { kind: "person" } },
      { number: 1, decision: "accept", inferred, answer: inferred },
    ]);
    await until(async () => {
      const { expected, state } = await keyed("GET /cases/{case}", { params });
      return (state === "done" && expected[0] === "Rex") || undefined;
    });
  });

  test("H576 an answer that a person refused is not inferred again", async () => {
    await decide(first, { decision: "refuse", seen: 0, inferred });
    const again = await attributedAgain();
    expect(again.expected).toEqual([]);
    const answers = again.attribution?.inferred?.map(({ answer }) => answer) ?? [];
    expect(answers).not.toContain(inferred);
  });

  test("H577 if two people decide at once, one succeeds and the other must look again", async () => {
    const answers = await Promise.all([
      decide(first, { decision: "accept", seen: 0, inferred }),
      decide(second, { decision: "refuse", seen: 0, inferred }),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await decisions()).toMatchObject({ newest: 1, items: [{ number: 1 }] });
  });

  test("H578 an answer that was never inferred cannot be accepted, and another project's case is unknown", async () => {
    const made = await decide(first, { decision: "accept", seen: 0, inferred: "Bello" });
    expect(made.status).toBe(409);
    expect(await made.text()).toContain("does not have this inferred answer");
    const stranger = clientOf((await newTenant()).key);
    const body: Body = { decision: "accept", seen: 0, inferred };
    const answer = await stranger.response("PUT /cases/{case}/inferred-answer", { params, body });
    expect(answer.status).toBe(404);
    expect((await decisions()).newest).toBe(0);
  });

  test("H579 the audit log records each decision without the texts", async () => {
    await decide(first, { decision: "refuse", seen: 0, inferred });
    const entry = await until(async () => {
      const query = { action: "inferred_answer.decide" } as const;
      const { items } = await clientAs(tenant.owner, tenant.project)("GET /audit", { query });
      return items.find((each) => JSON.stringify(each).includes(item.id));
    });
    expect(JSON.stringify(entry)).toContain("refuse");
    expect(JSON.stringify(entry)).not.toContain("Rex");
  });
});
