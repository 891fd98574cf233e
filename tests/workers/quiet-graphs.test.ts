import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { graphsToCount, projectsToCount } from "../../src/database/memory/graphs-to-count.ts";
import type { GraphMemory, MemoryFigures } from "../../src/protocol/api/explorer/memory.ts";
import { database } from "../tenancy/support/browser.ts";
import { sweep } from "./support/sweep.ts";
import { newProject, type OwnProject, send } from "./support/tenants.ts";
import { forgottenDog, sendPacked } from "./support/traces.ts";
import { until } from "./support/until.ts";

const QUIET_MS = 11 * 60_000;
const DAY_MS = 24 * 3_600_000;

interface Page {
  readonly items: GraphMemory[];
  readonly figures: MemoryFigures;
}

async function memoryOf({ key }: OwnProject): Promise<Page> {
  const answer = await send("/v1/memory", { headers: { authorization: `Bearer ${key}` } });
  return answer.json<Page>();
}

const change = ({ project }: OwnProject, set: string, graph = "%") =>
  env.DB.prepare(`update graph set ${set} where project = ? and id like ?`)
    .bind(project, graph)
    .run();

/** Records graphs without judged answers that have been quiet for long enough. */
async function quiet(...graphs: string[]): Promise<OwnProject> {
  const project = await newProject();
  for (const graph of graphs) await sendPacked(project.key, forgottenDog(graph));
  await change(project, `updated_at = updated_at - ${QUIET_MS}`);
  return project;
}

/** Sweeps until `isDone`, because one sweep takes only some of the projects. */
const counted = (project: OwnProject, isDone: (figures: MemoryFigures) => boolean) =>
  until(async () => {
    await sweep(Date.now());
    const page = await memoryOf(project);
    return isDone(page.figures) ? page : undefined;
  });

/** Lists the graphs that a sweep, and the project's worker, would count now. */
async function due({ project }: OwnProject): Promise<readonly string[]> {
  const now = Date.now();
  const listed = await graphsToCount(database, project, { now, limit: 10, resting: [] });
  await until(async () => (await projectsToCount(database, now)).includes(project) || undefined);
  return listed;
}

test("H520 quiet graphs without a wrong answer are counted automatically, and again after a change", async () => {
  const project = await quiet("one", "two");
  const { items, figures } = await counted(project, ({ graphs }) => graphs === 2);
  expect(figures).toMatchObject({ uncounted: 0, units: 2 });
  const first = items.find(({ graph }) => graph === "one")?.countedAt ?? "";

  await sendPacked(project.key, [
    {
      ...{ type: "variable", id: "late", graph: "one", at: 2e12, ref: "late", name: "late" },
      ...{ class: "memory", value: "Has a cat called Minka." },
    },
  ]);
  await change(project, `updated_at = updated_at - ${QUIET_MS}`, "one");
  const again = (await counted(project, ({ units }) => units === 3)).items;
  expect(again.map(({ graph }) => graph)).toEqual(["one", "two"]);
  expect((again[0]?.countedAt ?? "") > first).toBe(true);
  expect(again[1]?.countedAt).toBe(items.find(({ graph }) => graph === "two")?.countedAt);
});

test("H521 a graph that just changed, a large graph and a replay are not counted automatically", async () => {
  const project = await quiet("plain", "recent", "large", "replay");
  await change(project, `updated_at = ${Date.now()}`, "recent");
  await change(project, "operations = 20000", "large");
  await change(project, "replayed = 'plain'", "replay");
  expect(await due(project)).toEqual(["plain"]);
});

test("H522 counting waits for the project's wrong answers, and stops at 600 graphs an hour", async () => {
  const waiting = await quiet("judged", "plain");
  await change(waiting, "wanted_revision = revision, updated_at = updated_at + 1", "judged");
  expect(await due(waiting)).toEqual([]);
  await change(waiting, "examined_revision = revision", "judged");
  expect(await due(waiting)).toEqual(["judged", "plain"]);

  const full = await quiet("plain");
  const count = async (graphs: number, at: number) => {
    const ids = JSON.stringify(Array.from({ length: graphs }, (_, n) => `${at} ${n}`));
    await env.DB.batch([
      env.DB.prepare(
        `insert into graph (project, id, created_at, updated_at, revision, counted_revision, sessions, operations, variables, links)
         select ?, value, ?, ?, 1, 1, 1, 1, 1, 1 from json_each(?)`,
      ).bind(full.project, at, at, ids),
      env.DB.prepare(
        `insert into graph_memory (project, graph, revision, counted_at, units, held, wrong, empty_searches, flags, notable)
         select ?, value, '', ?, 0, 0, 0, 0, '{}', '[]' from json_each(?)`,
      ).bind(full.project, at, ids),
    ]);
  };
  const now = Date.now();
  await count(1, now - 61 * 60_000);
  await count(599, now);
  expect(await due(full)).toEqual(["plain"]);
  await count(1, now - 59 * 60_000);
  expect(await due(full)).toEqual([]);
});

/**
 * Records a graph that had `counted` records at its count, and now has `now` records and one unit
 * more.
 */
async function grown({ counted: before, now }: { counted: number; now: number }) {
  const project = await quiet("one");
  await counted(project, ({ graphs }) => graphs === 1);
  await changeMemory(project, `records = ${before}`);
  await sendPacked(project.key, [
    {
      ...{ type: "variable", id: "late", graph: "one", at: 2e12, ref: "late", name: "late" },
      ...{ class: "memory", value: "Has a cat called Minka." },
    },
  ]);
  await change(project, `updated_at = updated_at - ${QUIET_MS}, operations = ${now}`);
  return project;
}

const changeMemory = ({ project }: OwnProject, set: string) =>
  env.DB.prepare(`update graph_memory set ${set} where project = ?`).bind(project).run();

const countAt = ({ project }: OwnProject) =>
  env.DB.prepare("select count_at as at from graph where project = ?")
    .bind(project)
    .first<number>("at");

test("H525 a graph that grew by less than a quarter is counted a day after its last count", async () => {
  const project = await grown({ counted: 1_900, now: 2_000 });
  const until = await untilPostponed(project);
  const { items, figures } = await memoryOf(project);
  expect(figures.units).toBe(1);
  expect(items).toMatchObject([{ isCurrent: false }]);
  expect(until).toBe(Date.parse(items[0]?.countedAt ?? "") + DAY_MS);

  await changeMemory(project, `counted_at = counted_at - ${DAY_MS}`);
  await change(project, `count_at = count_at - ${DAY_MS}`);
  const later = await counted(project, ({ units }) => units === 2);
  expect(later.items).toMatchObject([{ isCurrent: true }]);
  expect(await countAt(project)).toBe(null);
});

test("H525 a graph that grew by a quarter, and a small graph, are counted once they are quiet", async () => {
  const large = await grown({ counted: 1_600, now: 2_000 });
  const small = await grown({ counted: 890, now: 900 });
  for (const project of [large, small]) {
    await counted(project, ({ units }) => units === 2);
    expect(await countAt(project)).toBe(null);
  }
});

test("H525 listing the ledger of a postponed graph counts it", async () => {
  const project = await grown({ counted: 1_900, now: 2_000 });
  await untilPostponed(project);
  await send("/v1/graphs/one/ledger", { headers: { authorization: `Bearer ${project.key}` } });
  expect((await memoryOf(project)).figures.units).toBe(2);
  expect(await countAt(project)).toBe(null);
});

const untilPostponed = (project: OwnProject) =>
  until(async () => {
    await sweep(Date.now());
    return (await countAt(project)) ?? undefined;
  });
