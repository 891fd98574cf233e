import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, test } from "vitest";
import { report as reports } from "../../src/database/schema/project.ts";
import { publicLink } from "../../src/database/schema/sharing.ts";
import { LinkRepository } from "../../src/database/sharing/link-repository.ts";
import type { Case } from "../../src/protocol/api/api.ts";
import type { Shared } from "../../src/protocol/api/sharing/public-content.ts";
import { MAX_VIEWS } from "../../src/protocol/limits.ts";
import { NOTHING_SPENT } from "../../src/protocol/model.ts";
import { database } from "../tenancy/support/browser.ts";
import { clientOf, newKey, newProject, type OwnProject, send } from "../workers/support/tenants.ts";
import { failingVerdict, forgottenDog, QUESTION, sendEvents } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const GRAPH = "the dog's graph";
let own: OwnProject;
let other: OwnProject;
let api: ReturnType<typeof clientOf>;
let caseId: string;

beforeAll(async () => {
  [own, other] = [await newProject(), await newProject()];
  api = clientOf(own.key);
  await sendEvents(own.key, [...forgottenDog(GRAPH), failingVerdict(GRAPH)]);
  const found = await until(async () =>
    (await api("GET /cases")).items.find(({ state }) => state === "done"),
  );
  caseId = found.id;
});

const isIt = (id: string) => eq(publicLink.id, id);

let opened = 0;
/** Opens a link. Each request comes from another network unless one is given. */
const open = (url: string, address = `198.51.${opened >> 8}.${opened++ & 255}`) =>
  send(`/v1${new URL(url).pathname}`, { headers: { "cf-connecting-ip": address } });
const read = async (url: string) => (await open(url)).json<Shared>();
const link = (kind: "case" | "report" | "view", target: string, more = {}) =>
  api("POST /links", { body: { kind, target, ...more } });

/** Lists every text in a JSON value, including field names. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => [name, ...textsOf(field)]);
}

/** Lists the ids of the records that a case and its verdict name. */
function namedBy({ attribution, op, queryId, predictionId, evidence }: Case): string[] {
  const chain = attribution?.outcome === "attributed" ? attribution.chain : [];
  const ids = [op, queryId, predictionId, ...evidence, ...chain.map(({ variable }) => variable)];
  return ids.filter((id) => id !== null);
}

describe("saved views", () => {
  test("H250 everyone in the project sees a view and its author; writers rename, change and delete it", async () => {
    const filter = { errorType: "RetrievalError", period: "30d" } as const;
    const made = await api("POST /views", { body: { name: "Retrieval", filter } });
    const reader = clientOf(await newKey(own.project, ["read"]));
    expect((await reader("GET /views")).items).toEqual([
      { id: made.id, name: "Retrieval", filter, createdBy: "tests", createdAt: made.createdAt },
    ]);
    const params = { view: made.id };
    const body = { name: "Lost in retrieval", filter: { search: "dog" } };
    const changed = await api("PATCH /views/{view}", { params, body });
    expect(changed).toMatchObject({ id: made.id, ...body });
    expect((await reader.response("DELETE /views/{view}", { params })).status).toBe(403);
    expect((await clientOf(other.key).response("DELETE /views/{view}", { params })).status).toBe(
      404,
    );
    await api("DELETE /views/{view}", { params });
    expect((await api("GET /views")).items).toEqual([]);
  });

  test("H250 two views never have the same name, even if two people save at once", async () => {
    const save = (name: string) => api.response("POST /views", { body: { name, filter: {} } });
    const saved = await Promise.all([save("Same"), save("Same"), save("Same")]);
    expect(saved.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
    const second = await api("POST /views", { body: { name: "Second", filter: {} } });
    const params = { view: second.id };
    const renamed = await api.response("PATCH /views/{view}", { params, body: { name: "Same" } });
    expect(renamed.status).toBe(409);
    expect(await renamed.text()).toContain("another view has the name “Same”");
    const kept = await api.response("PATCH /views/{view}", { params, body: { name: "Second" } });
    expect(kept.status).toBe(200);
  });

  test("H250 unknown filters, a period together with a range, and views beyond the limit are refused", async () => {
    const save = (filter: object) => api.response("POST /views", { body: { name: "Odd", filter } });
    expect((await save({ errorTypes: "x" })).status).toBe(400);
    expect((await save({ period: "7d", from: "2026-01-01T00:00:00Z" })).status).toBe(400);
    const full = await newProject();
    const client = clientOf(full.key);
    for (let index = 0; index < MAX_VIEWS; index += 1) {
      await client("POST /views", { body: { name: `View ${index}`, filter: {} } });
    }
    const refused = await client.response("POST /views", { body: { name: "More", filter: {} } });
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain("Delete one first");
  });
});

describe("public links", () => {
  test("H251 a link shows exactly the case, without an id or the project's name", async () => {
    const { url } = await link("case", caseId);
    const answer = await open(url);
    expect(answer.status).toBe(200);
    const shared = await answer.json<Shared>();
    const whole = await api("GET /cases/{case}", { params: { case: caseId } });
    expect(shared).toMatchObject({ kind: "case", project: null });
    if (shared.kind !== "case") throw new Error("not a case");
    expect(shared.case).toMatchObject({
      ...{ query: whole.query, expected: whole.expected, prediction: whole.prediction },
      verdict: { errorType: whole.errorType, reason: expect.stringContaining("“Rex”") },
    });
    const texts = textsOf(shared);
    const named = namedBy(whole);
    // The reason that the tracer writes names records.
    expect(named.some((id) => whole.attribution?.reason.includes(id))).toBe(true);
    for (const id of [caseId, GRAPH, own.project, ...named])
      expect(texts.join("\n")).not.toContain(id);
    expect(texts.filter((text) => /^(id|op|graph|target|label|variable)$/.test(text))).toEqual([]);
  });

  test("H251 a link shows the project's name only if its maker chose so", async () => {
    const { url } = await link("case", caseId, { showsProject: true });
    expect((await read(url)).project).toBe("Agent");
  });

  test("H251 a link shows a report's figures and cases, or the cases that match a view when it is opened", async () => {
    const period = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
    const report = await api("POST /reports", { body: period });
    const text = "memory:u1@1 lost (message:m1@1).";
    const claim = { title: "Names", text, action: "", cases: [caseId] };
    const systems = [{ system: null, read: 1, readCases: [caseId], of: 1, claims: [claim] }];
    await database
      .update(reports)
      .set({ explanation: { systems, model: "m", spent: NOTHING_SPENT, notes: [] } })
      .where(eq(reports.id, report.id));
    const shared = await read((await link("report", report.id)).url);
    expect(shared).toMatchObject({ kind: "report", report: { headline: report.headline } });
    expect(shared).toMatchObject({
      report: { isFiltered: false, overview: report.body.overview.text },
    });
    const whole = await api("GET /cases/{case}", { params: { case: caseId } });
    const texts = textsOf(shared).join("\n");
    expect(texts).toContain(whole.query);
    expect(texts).toContain("a value lost (a value).");
    for (const id of [caseId, GRAPH, ...namedBy(whole)]) expect(texts).not.toContain(id);
    const filter = { period: "all" } as const;
    const view = await api("POST /views", { body: { name: "All of them", filter } });
    const { url } = await link("view", view.id);
    const seen = await read(url);
    if (seen.kind !== "view") throw new Error("not a view");
    expect(seen.view).toMatchObject({ name: "All of them", isComplete: true });
    expect(seen.view.cases).toHaveLength(1);
    expect(textsOf(seen)).not.toContain(caseId);
    const params = { view: view.id };
    const body = { filter: { search: "no case has these words" } };
    await api("PATCH /views/{view}", { params, body });
    expect(await read(url)).toMatchObject({ view: { cases: [] } });
  });

  test("H251 a link to a record that the project lacks is refused", async () => {
    const body = { kind: "case", target: caseId } as const;
    expect((await clientOf(other.key).response("POST /links", { body })).status).toBe(404);
    const reader = clientOf(await newKey(own.project, ["read"]));
    expect((await reader.response("POST /links", { body })).status).toBe(403);
  });

  test("H252 a revoked, an expired and an unknown link get the same answer", async () => {
    const revoked = await link("case", caseId);
    const expired = await link("case", caseId, { days: 1 });
    await database.update(publicLink).set({ expiresAt: Date.now() }).where(isIt(expired.id));
    await api("DELETE /links/{link}", { params: { link: revoked.id } });
    const never = `https://memtrace.example/shared/mts_${"0".repeat(33)}`;
    const answers = [revoked.url, expired.url, never, "https://memtrace.example/shared/x"].map(
      async (url) => {
        const answer = await open(url);
        const { error } = await answer.json<{ error: { code: string; message: string } }>();
        return `${answer.status} ${error.code} ${error.message}`;
      },
    );
    const [first] = await Promise.all(answers);
    expect(new Set(await Promise.all(answers)).size).toBe(1);
    expect(first).toContain("404 not_found This link shows nothing");
    const listed = (await api("GET /links", { query: { target: caseId } })).items;
    expect(listed.map(({ id }) => id)).not.toContain(expired.id);
    const tooLong = { kind: "case", target: caseId, days: 91 } as const;
    expect((await api.response("POST /links", { body: tooLong })).status).toBe(400);
  });

  test("H430 if its target is deleted while a link is made, the link is not stored", async () => {
    const doomed = await newProject();
    const links = new LinkRepository(database, doomed.project);
    const now = Date.now();
    const made = (kind: "case" | "report" | "view", target: string) =>
      links.create(
        {
          ...{ id: crypto.randomUUID(), kind, target, hash: crypto.randomUUID() },
          ...{ showsProject: false, createdBy: "tests", createdAt: now, expiresAt: now + 60_000 },
        },
        now,
      );
    for (const kind of ["case", "report", "view"] as const)
      expect(await made(kind, "gone")).toBeUndefined();
    expect(await made("case", caseId)).toBeUndefined();
    expect(await links.list({}, now)).toEqual([]);
    const client = clientOf(doomed.key);
    const view = await client("POST /views", { body: { name: "Kept", filter: {} } });
    expect(await made("view", view.id)).toMatchObject({ kind: "view", target: view.id });
  });

  test("H252 a link ends with its view, its graph or its project", async () => {
    const view = await api("POST /views", { body: { name: "Short-lived", filter: {} } });
    const ofView = await link("view", view.id);
    expect(ofView.name).toBe("Short-lived");
    expect((await link("case", caseId)).name).toBe(QUESTION);
    await api("DELETE /views/{view}", { params: { view: view.id } });
    expect((await open(ofView.url)).status).toBe(404);
    expect((await api("GET /links", { query: { kind: "view" } })).items).not.toContainEqual(
      expect.objectContaining({ id: ofView.id }),
    );
    const doomed = await newProject();
    const client = clientOf(doomed.key);
    await sendEvents(doomed.key, [...forgottenDog(GRAPH), failingVerdict(GRAPH)]);
    const found = await until(async () => (await client("GET /cases")).items[0]);
    const body = { kind: "case", target: found.id } as const;
    const ofCase = await client("POST /links", { body });
    expect((await open(ofCase.url)).status).toBe(200);
    await client.response("DELETE /graphs/{graph}", { params: { graph: GRAPH } });
    expect((await open(ofCase.url)).status).toBe(404);
    // The same events create a case with the same id.
    await until(async () => {
      await sendEvents(doomed.key, [...forgottenDog(GRAPH), failingVerdict(GRAPH)]);
      return (await client("GET /cases")).items.find(({ id }) => id === found.id);
    });
    expect((await open(ofCase.url)).status).toBe(404);
    expect((await client("GET /links")).items).toEqual([]);
    const report = await client("POST /reports", { body: {} });
    const ofReport = await client("POST /links", { body: { kind: "report", target: report.id } });
    expect((await open(ofReport.url)).status).toBe(200);
    await client.response("DELETE /project", { query: { name: "Agent" } });
    expect((await open(ofReport.url)).status).toBe(404);
  });

  test("H253 the service stores a hash, shows the address once and forbids caches and search engines", async () => {
    const made = await link("case", caseId);
    const token = made.url.split("/").at(-1) ?? "";
    expect(token).toMatch(/^mts_[0-9A-Za-z]{33}$/);
    const rows = await database.select().from(publicLink).where(isIt(made.id));
    expect(JSON.stringify(rows)).not.toContain(token);
    const listed = await api("GET /links", { query: { target: caseId } });
    expect(JSON.stringify(listed)).not.toContain(token);
    const { headers } = await open(made.url);
    expect(headers.get("x-robots-tag")).toBe("noindex, nofollow");
    expect(headers.get("cache-control")).toBe("no-store");
    const [after] = (await api("GET /links", { query: { target: caseId } })).items;
    expect(after?.lastOpenedAt).not.toBeNull();
  });

  test("H253 one network opens a limited number of links, and other networks are not affected", async () => {
    const { url } = await link("case", caseId);
    let status = 200;
    for (let tries = 0; tries < 40 && status === 200; tries += 1) {
      status = (await open(url, "203.0.113.9")).status;
    }
    expect(status).toBe(429);
    expect((await open(url, "203.0.113.10")).status).toBe(200);
  });
});
