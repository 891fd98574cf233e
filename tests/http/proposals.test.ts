/** How people read proposals and decide on them. A script replaces the model's server. */

import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PromptRepository } from "../../src/database/prompts/prompt-repository.ts";
import type { Prompt } from "../../src/protocol/api/prompts.ts";
import { database } from "../tenancy/support/browser.ts";
import { made } from "../workers/support/made.ts";
import { BETTER, CHANGE, OptimizerRounds } from "../workers/support/optimizer-rounds.ts";
import { EXTRACT, EXTRACT_TEXT } from "../workers/support/prompted-dog.ts";
import { until } from "../workers/support/until.ts";

let rounds: OptimizerRounds;
beforeEach(async () => {
  rounds = await OptimizerRounds.open();
});
afterEach(() => rounds.close());

const shownPrompt = async () => {
  const params = { prompt: EXTRACT };
  return (await rounds.api("GET /prompts/{prompt}", { params })) as Prompt;
};

/** Makes a proposal based on a wrong answer in its own graph. */
const proposedFor = async (graph: string) => {
  await rounds.configure();
  await rounds.wrongAnswer(graph, { at: Date.now() });
  return { id: (await rounds.make()).result ?? "" };
};

test("F40 a round ends with a proposal for each prompt, with both texts, points, cases and cost", async () => {
  await rounds.configure();
  const wrong = [await rounds.wrongAnswer("g1"), await rounds.wrongAnswer("g2")];
  const job = await rounds.make();
  expect(job).toMatchObject({ kind: "optimization", state: "done", failure: null });
  const proposal = await rounds.show(job.result);
  expect(proposal).toMatchObject({
    ...{ prompt: EXTRACT, baseVersion: 1, state: "open", isOutdated: false, cases: 2 },
    ...{ baseText: EXTRACT_TEXT, text: BETTER, acceptedText: null, attribution: "decisive" },
    headline: "extract-facts: 1 change for 2 wrong answers",
    points: [{ change: CHANGE, what: "Asks for pets." }],
    unfixable: [],
    spent: { calls: rounds.asked.length },
  });
  expect(proposal.points[0]?.cases.toSorted()).toEqual(wrong.map(({ id }) => id).toSorted());
  expect(proposal.suggestions).toHaveLength(2);
  expect(proposal.suggestions[0]).toMatchObject({
    outcome: "suggested",
    why: "“Rex” was left out.",
  });
  expect(job.spent.usd).toBeGreaterThan(0);
  expect(rounds.asked.map(({ task }) => task)).toEqual(["suggest", "aggregate", "rewrite"]);
});

test("F41 nothing changes before a proposal is accepted, and then its text is served", async () => {
  const { id } = await rounds.proposed();
  expect(await rounds.served()).toEqual([]);
  const { status, body } = await rounds.decide(id, "accept");
  expect(status).toBe(200);
  expect(body).toMatchObject({ state: "accepted", version: 2, acceptedText: BETTER });
  expect(await rounds.served()).toMatchObject([
    { name: EXTRACT, active: { version: 2, text: BETTER } },
  ]);
  expect((await rounds.decide(id, "accept")).status).toBe(409);
  expect((await rounds.decide(id, "reject", { reason: "Late." })).status).toBe(409);
});

test("F41 a proposal may be accepted for a share of the graphs", async () => {
  const { id } = await rounds.proposed();
  expect((await rounds.decide(id, "accept", { share: 0.2 })).body).toMatchObject({ version: 2 });
  expect(await rounds.served()).toMatchObject([
    { name: EXTRACT, active: null, candidate: { version: 2, share: 0.2 } },
  ]);
  await rounds.wrongAnswer("g2", { texts: { [EXTRACT]: BETTER }, at: Date.now() });
  const prompt = await rounds.api.response("GET /prompts/{prompt}", {
    params: { prompt: EXTRACT },
  });
  expect(await prompt.json()).toMatchObject({ current: 1, candidate: 2 });
});

test("F42 an edited text is accepted unless it lost parts that programs need", async () => {
  const { id } = await rounds.proposed();
  const refused = await rounds.decide(id, "accept", { text: "Extract everything." });
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body)).toContain("{user}");
  const text = `${BETTER} Be brief.`;
  expect((await rounds.decide(id, "accept", { text })).body).toMatchObject({
    ...{ acceptedText: text, text: BETTER },
  });
});

test("F62 a proposal is refused while a candidate is being tried, or if it equals its base text", async () => {
  const { id } = await rounds.proposed();
  expect((await rounds.decide(id, "accept", { text: EXTRACT_TEXT })).status).toBe(400);
  const prompts = new PromptRepository(database, rounds.tenant.project);
  const tried = await made(prompts.add(EXTRACT, `${EXTRACT_TEXT} Mind all names.`, "written", 0));
  const serving = { active: 1, candidate: { version: tried.number, share: 0.1 } };
  await prompts.serve(tried.id, serving, 0);
  for (const how of [{}, { share: 0.5 }]) {
    const { status, body: refusal } = await rounds.decide(id, "accept", how);
    expect(status).toBe(409);
    expect(JSON.stringify(refusal)).toContain("Version 2 of extract-facts is being tried");
  }
  expect(await rounds.served()).toMatchObject(
    [serving.candidate].map((candidate) => ({ candidate })),
  );
  await prompts.serve(tried.id, { active: 1, candidate: null }, 0);
  expect((await rounds.decide(id, "accept")).body).toMatchObject({ state: "accepted" });
});

test("F43 a proposal whose base is no longer active is marked as outdated and cannot be accepted", async () => {
  const { id } = await rounds.proposed();
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind all names.`, changes: [] });
  await rounds.make();
  await rounds.decide(id, "accept");
  const [other] = (await rounds.api("GET /proposals", { query: { state: "open" } })).items;
  expect(other).toMatchObject({ prompt: EXTRACT, isOutdated: true });
  const { status, body: refusal } = await rounds.decide(other?.id ?? "", "accept");
  expect(status).toBe(409);
  expect(JSON.stringify(refusal)).toContain("version 1");
});

test("F44 the next round gets the reason why a proposal was rejected", async () => {
  const { id } = await rounds.proposed();
  const reason = "Our users have no pets.";
  expect((await rounds.decide(id, "reject", { reason })).body).toMatchObject({
    state: "rejected",
    reason,
  });
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind all names.`, changes: [] });
  await rounds.make();
  const told = { outcome: "rejected", reason, changes: [CHANGE] };
  const second = rounds.asked.slice(-2);
  expect(second[0]?.earlier).toMatchObject([{ prompt: "P1", ...told }]);
  expect(second[1]?.earlier).toMatchObject([told]);
});

test("F47 a proposal is sent to the endpoints that subscribed to it", async () => {
  await rounds.api("POST /webhooks", {
    body: { url: "https://hooks.example.com/", events: ["prompt.proposed"] },
  });
  const { id } = await rounds.proposed();
  const delivery = await until(async () => {
    const { items } = await rounds.api("GET /deliveries");
    return items[0];
  });
  expect(delivery.event).toBe("prompt.proposed");
  expect(JSON.parse(delivery.payload).data).toMatchObject({
    ...{ proposal: id, prompt: EXTRACT, baseVersion: 1 },
    url: expect.stringContaining(`/proposals/${id}`),
  });
});

test("F50 the suggestions about a case are deleted with its graph", async () => {
  const { id, job } = await rounds.proposed();
  await rounds.decide(id, "accept");
  await rounds.api("DELETE /graphs/{graph}", { params: { graph: "g" } });
  expect(await rounds.outcomes(job.id)).toEqual([]);
  const rows = await env.DB.prepare("select * from suggestion where project = ?")
    .bind(rounds.tenant.project)
    .all();
  expect(rows.results).toEqual([]);
  expect(await rounds.show(id)).toMatchObject({
    state: "accepted",
    cases: 0,
    points: [{ cases: [] }],
  });
});

test("F78 of several simultaneous decisions only one succeeds, and the service serves its text", async () => {
  for (const graph of ["g", "h", "i"]) {
    const { id } = await proposedFor(graph);
    const edited = { text: `${BETTER} Be brief.` };
    const decided = await Promise.all([
      rounds.decide(id, "reject", { reason: "No." }),
      rounds.decide(id, "accept"),
      rounds.decide(id, "accept", { share: 0.2 }),
      rounds.decide(id, "accept", edited),
    ]);
    expect(decided.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409]);
    const { state, version, acceptedText } = await rounds.show(id);
    const [prompt] = await rounds.served();
    const inUse = prompt?.active ?? prompt?.candidate;
    expect(inUse?.text).toBe(state === "accepted" ? acceptedText : undefined);
    expect(inUse?.version).toBe(version ?? undefined);
    const { versions } = await shownPrompt();
    expect(versions).toHaveLength(state === "accepted" ? 2 : 1);
    await rounds.api("DELETE /prompts/{prompt}", { params: { prompt: EXTRACT } });
  }
});

test("F78 a refused proposal adds no version", async () => {
  const { id } = await rounds.proposed();
  const own = `${EXTRACT_TEXT} Mind all names.`;
  const prompts = new PromptRepository(database, rounds.tenant.project);
  const { id: prompt, number } = await made(prompts.add(EXTRACT, own, "written", 0));
  await prompts.serve(prompt, { active: number, candidate: null }, 0);
  const before = await shownPrompt();
  expect((await rounds.decide(id, "accept")).status).toBe(409);
  expect(await shownPrompt()).toEqual(before);
  expect((await rounds.show(id)).state).toBe("open");
});

test("F78 a proposal whose text is already in use is accepted and does not change the served texts", async () => {
  const { id } = await rounds.proposed();
  const prompts = new PromptRepository(database, rounds.tenant.project);
  const { id: prompt, number } = await made(prompts.add(EXTRACT, BETTER, "written", 0));
  await prompts.serve(prompt, { active: number, candidate: null }, 0);
  const before = await rounds.served();
  const { body } = await rounds.decide(id, "accept", { share: 0.5 });
  expect(body).toMatchObject({ state: "accepted", version: number });
  expect(await rounds.served()).toEqual(before);
});
