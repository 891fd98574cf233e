import { exports } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { MemTrace } from "../../sdk/src/prompts/prompts.ts";
import { PromptRepository } from "../../src/database/prompts/prompt-repository.ts";
import type { Prompt, PromptSummary } from "../../src/protocol/api/prompts.ts";
import { database, ORIGIN } from "../tenancy/support/browser.ts";
import { passingVerdict, prompted, promptedCase, type Told } from "../workers/support/prompted.ts";
import { rowsWith } from "../workers/support/remains.ts";
import { sweepOnceQuiet } from "../workers/support/sweep.ts";
import { clientOf, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { note, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const EXTRACT = "Extract the facts from this conversation.";
const NEXT = `${EXTRACT} Keep the names of pets.`;

let tenant: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  tenant = await newProject();
  api = clientOf(tenant.key);
});

const flushed = async (graph: string) => api.response("GET /graphs/{graph}", { params: { graph } });

/** Sends a graph with one wrong answer, and waits for its case. */
const attributed = async (graph: string, ...prompts: readonly Told[]): Promise<string> => {
  await sendEvents(tenant.key, promptedCase(graph, ...prompts));
  await flushed(graph);
  return until(async () => {
    const page = await api("GET /cases", { query: { graph, state: "done" } });
    return page.items[0]?.id;
  });
};

const graphs = async () => (await api("GET /graphs")).items;

const createdAt = async (graph: string): Promise<number> =>
  Date.parse((await graphs()).find(({ id }) => id === graph)?.createdAt ?? "");

const list = async (): Promise<PromptSummary[]> => (await api("GET /prompts")).items;

const show = async (prompt: string): Promise<Prompt> =>
  await api("GET /prompts/{prompt}", { params: { prompt } });

const write = async (name: string, text: string) => api("POST /prompts", { body: { name, text } });

const serve = (
  prompt: string,
  active: number | null,
  candidate: { version: number; share: number } | null = null,
) =>
  api.response("PUT /prompts/{prompt}/serving", {
    params: { prompt },
    body: { active, candidate },
  });

const served = (tag?: string) =>
  send("/v1/served-prompts", {
    headers: { authorization: `Bearer ${tenant.key}`, ...(tag && { "if-none-match": tag }) },
  });

describe("prompts from graphs", () => {
  test("F1 the prompt of a graph belongs to the project, with its version, readers and case", async () => {
    const id = await attributed("g", { text: EXTRACT });
    expect(await list()).toMatchObject([
      {
        ...{ name: "extract-prompt", active: null, candidate: null, current: 1, versions: 1 },
        ...{ owners: [{ opName: "extract", system: "mem0", calls: 1 }], cases: 1 },
        isUnsteady: false,
      },
    ]);
    expect(await show("extract-prompt")).toMatchObject({
      versions: [{ number: 1, origin: "traced", graphs: 1, cases: 1, length: EXTRACT.length }],
    });
    const cases = await api("GET /cases", { query: { prompt: "extract-prompt" } });
    expect(cases.items.map((item) => item.id)).toEqual([id]);
    const behind = await api.response("GET /cases/{case}/prompts", { params: { case: id } });
    expect(await behind.json()).toEqual({
      items: [{ id: (await list())[0]?.id, name: "extract-prompt", version: 1 }],
    });
    const others = { prompt: "extract-prompt", promptVersion: "2" };
    expect((await api("GET /cases", { query: others })).items).toEqual([]);
  });

  test("F10 the same text in another graph is the same version, and another text is the next version", async () => {
    await attributed("g", { text: EXTRACT });
    await attributed("h", { text: EXTRACT });
    await attributed("i", { text: NEXT });
    const { versions, current } = await show("extract-prompt");
    expect(versions).toMatchObject([
      { number: 2, graphs: 1, cases: 1 },
      { number: 1, graphs: 2, cases: 2 },
    ]);
    expect([1, 2]).toContain(current);
  });

  test("F10 a repeated recording changes nothing, and a changed one replaces the earlier recording", async () => {
    const prompts = new PromptRepository(database, tenant.project);
    await attributed("g", { text: EXTRACT });
    const before = await show("extract-prompt");
    await sendEvents(tenant.key, [passingVerdict("g", "later")]);
    await flushed("g");
    await sweepOnceQuiet();
    const after = await until(async () => {
      const found = await show("extract-prompt");
      return found.versions[0]?.outcome.answered === 2 ? found : undefined;
    });
    expect(after.versions[0]).toMatchObject({ outcome: { answered: 2, wrong: 1 }, graphs: 1 });
    expect(after.owners).toEqual(before.owners);
    const nothing = { found: [], outcomes: [] };
    await prompts.record({ id: "g", createdAt: 0 }, nothing, 0);
    expect(await list()).toHaveLength(1);
    await prompts.record({ id: "g", createdAt: await createdAt("g") }, nothing, 0);
    expect(await list()).toEqual([]);
  });

  test("F11 a prompt that two operations read shows both owners", async () => {
    await attributed("g", { text: EXTRACT, ops: ["op-extract", "op-answer"] });
    const [summary] = await list();
    expect(summary?.owners.map(({ opName }) => opName).sort()).toEqual(["answer", "extract"]);
  });

  test("F12 right answers count too, and the share has an interval", async () => {
    await sendEvents(tenant.key, [
      ...prompted("g", { text: EXTRACT }),
      ...["a", "b", "c"].map((id) => passingVerdict("g", id)),
    ]);
    await flushed("g");
    await sweepOnceQuiet();
    const found = await until(async () => (await list())[0]);
    const { outcome } = (await show(found.id)).versions[0] ?? {};
    expect(outcome).toMatchObject({ answered: 3, wrong: 0, low: 0 });
    expect(outcome?.high).toBeCloseTo(0.5615, 3);
  });

  test("F12 a replay of a case does not count for prompts", async () => {
    const told = promptedCase("g", { text: EXTRACT }).map((event) =>
      event.type === "graph" ? { ...event, metadata: { replayOf: "case_x" } } : event,
    );
    await sendEvents(tenant.key, told);
    await flushed("g");
    await until(async () => (await graphs())[0]?.isExamined || undefined);
    expect(await list()).toEqual([]);
  });

  test("F16 of texts that differ in every graph, the newest are kept and the prompt says so", async () => {
    const prompts = new PromptRepository(database, tenant.project);
    await attributed("g", { text: EXTRACT });
    const found = Array.from({ length: 30 }, (_, at) => ({
      ...{ name: "filled", variable: `v${at}`, text: `Answer question ${at}.`, version: undefined },
      uses: [{ op: `${at}`, opName: "chat", at }],
    }));
    await prompts.record({ id: "g", createdAt: await createdAt("g") }, { found, outcomes: [] }, 1);
    const filled = await show("filled");
    expect(filled.isUnsteady).toBe(true);
    expect(filled.versions.map(({ number }) => number)).toEqual(
      Array.from({ length: 20 }, (_, at) => 30 - at),
    );
  });
});

test("F20 graphs with new names each time add at most 300 prompts to a project", async () => {
  const prompts = new PromptRepository(database, tenant.project);
  for (const graph of ["a", "b", "c", "d", "e", "f", "g"]) {
    await sendEvents(tenant.key, [note(graph, "n")]);
    await flushed(graph);
    const found = Array.from({ length: 50 }, (_, at) => ({
      ...{ name: `for user ${graph}${at}`, variable: "v", text: EXTRACT, version: undefined },
      uses: [{ op: "o", opName: "chat", at }],
    }));
    const of = { id: graph, createdAt: await createdAt(graph) };
    await prompts.record(of, { found, outcomes: [] }, 1);
  }
  expect(await prompts.current()).toHaveLength(300);
  expect((await write("by hand", EXTRACT)).number).toBe(1);
});

describe("versions and decisions", () => {
  test("F13 a written version is served after a person decides so, and withdrawn in the same way", async () => {
    await attributed("g", { text: EXTRACT });
    const { number, text, origin } = await write("extract-prompt", NEXT);
    expect({ number, text, origin }).toEqual({ number: 2, text: NEXT, origin: "written" });
    expect((await show("extract-prompt")).current).toBe(1);
    expect(await (await served()).json()).toEqual({ prompts: [] });
    expect(await (await serve("extract-prompt", 2)).json()).toMatchObject({
      active: 2,
      current: 2,
    });
    await serve("extract-prompt", 1, { version: 2, share: 0.25 });
    expect(await (await served()).json()).toEqual({
      prompts: [
        {
          name: "extract-prompt",
          active: { version: 1, text: EXTRACT },
          candidate: { version: 2, text: NEXT, share: 0.25 },
        },
      ],
    });
    await serve("extract-prompt", null);
    expect(await (await served()).json()).toEqual({ prompts: [] });
  });

  test("F13 the same text is the same version, whoever writes it and however often", async () => {
    await attributed("g", { text: EXTRACT });
    expect((await write("extract-prompt", EXTRACT)).number).toBe(1);
    const written = await Promise.all(Array.from({ length: 4 }, () => write("new", NEXT)));
    expect(new Set(written.map(({ number }) => number))).toEqual(new Set([1]));
  });

  test("F13 an unknown version is not served, and no version is served twice", async () => {
    await write("p", EXTRACT);
    expect((await serve("p", 2)).status).toBe(404);
    expect((await serve("p", null, { version: 3, share: 0.5 })).status).toBe(404);
    expect((await serve("nobody", 1)).status).toBe(404);
    expect((await serve("p", 1, { version: 1, share: 0.5 })).status).toBe(400);
    for (const share of [0, 1, -1, 2]) {
      expect((await serve("p", null, { version: 1, share })).status).toBe(400);
    }
    expect(await show("p")).toMatchObject({ active: null, candidate: null, share: 0 });
  });

  test("F13 a change that was based on a version no longer in use is refused", async () => {
    const prompts = new PromptRepository(database, tenant.project);
    await write("p", EXTRACT);
    await write("p", NEXT);
    const candidate = null;
    expect(await prompts.serve("p", { active: 2, candidate }, 0, 2)).toBe("done");
    expect(await prompts.serve("p", { active: 1, candidate }, 0, 1)).toBe("conflict");
    expect((await show("p")).active).toBe(2);
  });

  test("F14 the served texts are sent again only after they have changed", async () => {
    await write("p", EXTRACT);
    await serve("p", 1);
    const first = await served();
    const tag = first.headers.get("etag") ?? "";
    expect(await first.json()).toMatchObject({ prompts: [{ name: "p" }] });
    const again = await served(`W/${tag}`);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    await write("p", NEXT);
    await serve("p", 2);
    expect((await served(tag)).status).toBe(200);
  });

  test("F15 a prompt's name has any characters, and the prompt can be found by id too", async () => {
    for (const name of ["a/b", "..", "%", "emoji 🦊", "prm_x", "what? #1", "served"]) {
      const { prompt } = await write(name, EXTRACT);
      expect(await show(prompt)).toMatchObject({ id: prompt, name });
    }
    expect(await show("emoji 🦊")).toMatchObject({ name: "emoji 🦊" });
    const tooLong = await api.response("POST /prompts", {
      body: { name: "x".repeat(600), text: EXTRACT },
    });
    const empty = await api.response("POST /prompts", { body: { name: "p", text: "" } });
    const giant = await api.response("POST /prompts", {
      body: { name: "p", text: "x".repeat(70_000) },
    });
    expect([tooLong.status, empty.status, giant.status]).toEqual([400, 400, 400]);
  });

  test("F17 the SDK gets the prompt, and its trace leads to the version", async () => {
    await write("extract", EXTRACT);
    await write("extract", NEXT);
    await serve("extract", 2);
    const memtrace = new MemTrace({
      ...{ apiKey: tenant.key, url: ORIGIN },
      fetch: (input, init) => exports.default.fetch(new Request(input, init)),
    });
    expect(await memtrace.promptsReady()).toBe(true);
    const answer = memtrace.operation("answer", (question: string) => {
      const text = memtrace.prompt("extract", { fallback: "Extract." });
      return `${question} ${text === NEXT ? "I do not know." : ""}`;
    });
    memtrace.graph("g", () => {
      const prediction = answer("Who is Rex?");
      memtrace.verdict({ query: "Who is Rex?", prediction, expected: "a dog", score: 0 });
    });
    await memtrace.close();
    await flushed("g");
    const version = await until(async () =>
      (await show("extract")).versions.find(({ outcome }) => outcome.answered > 0),
    );
    expect(version).toMatchObject({ number: 2, graphs: 1, outcome: { answered: 1, wrong: 1 } });
  });

  test("F17 a trace names the version that it was served, even if its text is masked", async () => {
    await write("extract-prompt", EXTRACT);
    await write("extract-prompt", NEXT);
    await attributed("g", { text: "***", version: 2 });
    expect((await show("extract-prompt")).versions).toMatchObject([
      { number: 2, origin: "written", graphs: 1, cases: 1 },
      { number: 1, graphs: 0, cases: 0 },
    ]);
  });
});

describe("deletion of prompts", () => {
  test("F18 the deletion of the last graph deletes everything about a prompt that came from traces", async () => {
    const secret = `Secret ${crypto.randomUUID()}`;
    await attributed("g", { text: secret });
    await attributed("h", { text: secret });
    const remove = (graph: string) => api.response("DELETE /graphs/{graph}", { params: { graph } });
    await remove("g");
    expect((await show("extract-prompt")).versions).toMatchObject([{ graphs: 1, cases: 1 }]);
    await remove("h");
    expect(await list()).toEqual([]);
    expect(await rowsWith(secret)).toEqual({});
  });

  test("F18 a prompt that a person decided on stays, with the version that was in use before", async () => {
    await attributed("g", { text: EXTRACT });
    await write("extract-prompt", NEXT);
    await serve("extract-prompt", 2);
    await api("DELETE /graphs/{graph}", { params: { graph: "g" } });
    const { versions } = await show("extract-prompt");
    expect(versions.map(({ number }) => number)).toEqual([2, 1]);
  });

  test("F18 a refused decision does not keep a prompt", async () => {
    const prompts = new PromptRepository(database, tenant.project);
    await attributed("g", { text: EXTRACT });
    await write("extract-prompt", NEXT);
    const serving = { active: 1, candidate: null };
    expect(await prompts.serve("extract-prompt", serving, 0, 2)).toBe("conflict");
    await api("DELETE /graphs/{graph}", { params: { graph: "g" } });
    const { versions } = await show("extract-prompt");
    expect(versions.map(({ number }) => number)).toEqual([2]);
  });

  test("F18 a prompt is deleted with its versions", async () => {
    const { prompt } = await write("p", `Secret ${tenant.project}`);
    const remove = () => api.response("DELETE /prompts/{prompt}", { params: { prompt } });
    expect([(await remove()).status, (await remove()).status]).toEqual([204, 404]);
    expect(await rowsWith(`Secret ${tenant.project}`)).toEqual({});
  });
});

test("F19 the distribution shows each version's cases by type and its share of wrong answers", async () => {
  await attributed("g", { text: EXTRACT });
  await sendEvents(tenant.key, [passingVerdict("g")]);
  await attributed("h", { text: NEXT });
  await flushed("g");
  await sweepOnceQuiet();
  const period = { from: "2026-03-04T00:00:00.000Z", to: "2026-03-05T00:00:00.000Z" };
  const ask = async (query: object) =>
    (await api("GET /distribution", { query: { ...period, ...query } })).byPromptVersion;
  const byPromptVersion = await until(async () => {
    const versions = await ask({});
    return versions.some(({ outcome }) => outcome.answered === 2) ? versions : undefined;
  });
  expect(byPromptVersion).toMatchObject([
    { name: "extract-prompt", version: 2, count: 1, outcome: { answered: 1, wrong: 1 } },
    {
      ...{ name: "extract-prompt", version: 1, count: 1, byType: { ExtractionError: 1 } },
      outcome: { answered: 2, wrong: 1 },
    },
  ]);
  expect(await ask({ system: "other" })).toEqual([]);
  expect(await ask({ from: "2026-03-04T06:00:00.000Z" })).toEqual([]);
});
