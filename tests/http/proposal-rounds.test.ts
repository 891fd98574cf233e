/** The content of an optimizer round. A script replaces the model's server. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { CaseRepository } from "../../src/database/cases/case-repository.ts";
import { PromptRepository } from "../../src/database/prompts/prompt-repository.ts";
import { roundCases } from "../../src/jobs/optimization/round-cases.ts";
import { database } from "../tenancy/support/browser.ts";
import { BETTER, OptimizerRounds, USUAL } from "../workers/support/optimizer-rounds.ts";
import { EXTRACT, promptedDog } from "../workers/support/prompted-dog.ts";
import { sendPacked } from "../workers/support/traces.ts";

let rounds: OptimizerRounds;
beforeEach(async () => {
  rounds = await OptimizerRounds.open();
});
afterEach(() => rounds.close());

test("F45 in the baseline, every wrong answer is assigned to the prompt of the answering operation", async () => {
  await rounds.configure();
  const wrong = await rounds.wrongAnswer("g");
  expect(wrong.errorType).toBe("ExtractionError");
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Think twice.`, changes: [] });
  const job = await rounds.make({ attribution: "response" });
  const proposal = await rounds.show(job.result);
  expect(proposal).toMatchObject({ prompt: "answer-question", attribution: "response" });
  expect(rounds.asked[0]?.trace).toMatchObject({
    verdict: { errorType: "ResponseError" },
    operation: { name: "answer" },
  });
});

test("F46 a round ignores wrong answers that were given with another version of the prompt", async () => {
  const { id } = await rounds.proposed();
  await rounds.decide(id, "accept");
  const before = rounds.asked.length;
  const job = await rounds.make();
  expect(job).toMatchObject({
    ...{ state: "done", result: null },
    note: "No proposal: of 1 wrong answer, 1 came from another version of the prompt than the one in use.",
  });
  expect(rounds.asked).toHaveLength(before);
  expect(await rounds.outcomes(job.id)).toMatchObject([
    {
      outcome: "outdated",
      why: "The question was answered with version 1 of extract-facts; version 2 is in use.",
    },
  ]);
  await rounds.wrongAnswer("g2", { texts: { [EXTRACT]: BETTER } });
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind all names.`, changes: [] });
  expect(await rounds.show((await rounds.make()).result)).toMatchObject({
    baseVersion: 2,
    cases: 1,
  });
});

test("F53 a round covers the newest wrong answers with an active prompt, however many others are newer", async () => {
  const old = await rounds.wrongAnswer("old", { at: Date.parse("2026-01-01T00:00:00.000Z") });
  const others = ["a", "b", "c"];
  for (const graph of others) {
    const at = Date.parse("2026-03-01T00:00:00.000Z");
    const unprompted = promptedDog(graph, { at }).filter(({ id }) => !/^pl?\d/.test(id));
    await sendPacked(rounds.tenant.key, unprompted);
    await rounds.attributed({ graph });
  }
  const deps = {
    cases: new CaseRepository(database, rounds.tenant.project),
    prompts: new PromptRepository(database, rounds.tenant.project),
  };
  // Add many other prompts whose names sort first.
  for (let number = 0; number < 25; number++) {
    await deps.prompts.add(`a${number}`, `Text ${number}`, "written", 0);
  }
  const cases = await roundCases(deps, { attribution: "decisive" }, 2);
  expect(cases).toHaveLength(3);
  expect(cases[0]).toBe(old.id);
  expect(await roundCases(deps, { attribution: "decisive", prompts: [EXTRACT] }, 2)).toEqual([
    old.id,
  ]);
  expect(await roundCases(deps, { attribution: "response" }, 2)).not.toContain(old.id);
});

test("F30 a wrong answer without a prompt behind it is unfixable, and no model is asked", async () => {
  await rounds.configure();
  const events = promptedDog("g").filter(({ id }) => !/^pl?\d/.test(id));
  await sendPacked(rounds.tenant.key, events);
  await rounds.attributed();
  const job = await rounds.make();
  expect(job).toMatchObject({ state: "done", result: null });
  const [what] = await rounds.outcomes(job.id);
  expect(what).toMatchObject({ outcome: "unfixable", prompt: null });
  expect(what?.why).toContain("extract");
  expect(rounds.asked).toEqual([]);
});

test("F52 a round reserves part of its budget for writing the prompts", async () => {
  await rounds.configure(0.057);
  const pets = ["cat", "parrot", "tortoise", "goldfish", "hamster"];
  for (const pet of pets) await rounds.wrongAnswer(pet, { said: `And a ${pet}.` });
  const job = await rounds.make();
  expect(job).toMatchObject({ state: "done", spent: { calls: 6 } });
  expect((await rounds.show(job.result)).cases).toBe(4);
  const left = (await rounds.outcomes(job.id)).filter(({ outcome }) => outcome === "failed");
  expect(left.map(({ why }) => why)).toEqual([expect.stringContaining("budget")]);
});

test("F51 a suggestion stays valid until a new verdict, or until a person rejects it", async () => {
  const { wrong, id } = await rounds.proposed();
  const tasks = async () => {
    const before = rounds.asked.length;
    await rounds.make();
    return rounds.asked.slice(before).map(({ task }) => task);
  };
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind all names.`, changes: [] });
  expect(await tasks()).toEqual(["rewrite"]);
  await rounds.api("POST /cases/{case}/attribute", { params: { case: wrong.id } });
  await rounds.attributed();
  expect(await tasks()).toEqual(["suggest", "rewrite"]);
  const [last] = (await rounds.api("GET /proposals")).items;
  await rounds.decide(last?.id ?? "", "reject", { reason: "No." });
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind every name.`, changes: [] });
  expect(await tasks()).toEqual(["suggest", "rewrite"]);
  expect((await rounds.show(id)).state).toBe("open");
});

test("F60 the cases behind a rejected proposal get new suggestions, even instead of an earlier round's", async () => {
  const { id } = await rounds.proposed();
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind all names.`, changes: [] });
  const second = await rounds.make();
  expect(rounds.asked.map(({ task }) => task)).toEqual(["suggest", "rewrite", "rewrite"]);
  await rounds.decide(second.result ?? "", "reject", { reason: "No." });
  rounds.roles.rewrite = ({ prompt }) => ({ text: `${prompt.text} Mind every name.`, changes: [] });
  await rounds.make();
  expect(rounds.asked.slice(3).map(({ task }) => task)).toEqual(["suggest", "rewrite"]);
  expect((await rounds.show(id)).state).toBe("open");
});

test("F49 only one of several simultaneous rounds is made", async () => {
  await rounds.configure();
  await rounds.wrongAnswer("g");
  const begun = await Promise.all([rounds.begin(), rounds.begin(), rounds.begin()]);
  expect(begun.map(({ status }) => status).toSorted()).toEqual([202, 409, 409]);
  const made = begun.find(({ status }) => status === 202);
  expect(await rounds.ended(made?.body.id ?? "")).toMatchObject({ state: "done" });
  expect(rounds.asked.map(({ task }) => task)).toEqual(["suggest", "rewrite"]);
});

test("F49 a round needs a model and known prompts, and no other round may run", async () => {
  expect((await rounds.begin()).body.error).toMatchObject({ code: "no_model" });
  await rounds.configure();
  await rounds.wrongAnswer("g");
  const unknown = await rounds.begin({ prompts: [EXTRACT, "none"] });
  expect(unknown.status).toBe(404);
  expect(unknown.body.error.message).toContain("none");
  const first = await rounds.begin();
  const second = await rounds.begin();
  const backwards = { from: "2026-02-01T00:00:00.000Z", to: "2026-01-01T00:00:00.000Z" };
  await rounds.ended(first.body.id);
  expect(second.status).toBe(409);
  expect(second.body.error.message).toContain(first.body.id);
  expect((await rounds.begin(backwards)).body.error.message).toContain("from");
});

test("F49 a round of named prompts leaves out the wrong answers of other prompts", async () => {
  await rounds.configure();
  await rounds.wrongAnswer("g");
  const job = await rounds.make({ prompts: ["answer-question"] });
  expect(job.result).toBeNull();
  expect(await rounds.outcomes(job.id)).toEqual([]);
});

test("F79 the job of a round without a proposal says how many wrong answers it could not use, and why", async () => {
  await rounds.configure();
  expect((await rounds.make()).note).toBe("No proposal: there was no wrong answer to look at.");
  for (const graph of ["a", "b"]) await rounds.wrongAnswer(graph, { said: `In ${graph}.` });
  await sendPacked(
    rounds.tenant.key,
    promptedDog("c").filter(({ id }) => !/^pl?\d/.test(id)),
  );
  await rounds.attributed({ graph: "c" });
  rounds.roles.rewrite = () => ({ text: "Extract everything.", changes: [] });
  const { note, result } = await rounds.make();
  expect(result).toBeNull();
  expect(note).toBe(
    "No proposal: of 3 wrong answers, 1 no prompt could have prevented, and 2 led to no usable suggestion.",
  );
  rounds.roles.rewrite = USUAL.rewrite;
  expect((await rounds.make()).note).toBeNull();
});
