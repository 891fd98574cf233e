import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import type { Case } from "../../src/protocol/api/api.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { sweep } from "../workers/support/sweep.ts";
import { clientOf, newProject, type OwnProject } from "../workers/support/tenants.ts";
import { ANSWER, forgottenDog, QUESTION, sendPacked } from "../workers/support/traces.ts";
import { until } from "../workers/support/until.ts";

const TOLD = "But I told you that my dog is called Rex.";
const START = Date.parse("2026-03-04T05:06:07.000Z");
const QUIET_MS = 11 * 60_000;

let project: OwnProject;
let api: ReturnType<typeof clientOf>;
beforeEach(async () => {
  project = await newProject();
  api = clientOf(project.key);
});

const said = (graph: string, id: string, value: string, seq = 30): TraceEvent => ({
  ...{ type: "variable", id, graph, at: START, seq, session: "s1", ref: id, name: id },
  ...{ class: "message", category: "message", value },
});

/** Records an unjudged conversation that has been quiet for long enough. */
async function quiet(graph: string, ...messages: TraceEvent[]): Promise<void> {
  await sendPacked(project.key, [...forgottenDog(graph), ...messages]);
  await makeQuiet(graph);
}

const makeQuiet = (graph: string) =>
  env.DB.prepare("update graph set updated_at = updated_at - ? where project = ? and id = ?")
    .bind(QUIET_MS, project.project, graph)
    .run();

/** Sweeps until the graph was examined, and returns its cases. */
async function examined(graph: string): Promise<Case[]> {
  await until(async () => {
    await sweep(Date.now());
    const row = await env.DB.prepare(
      `select 1 from graph where project = ? and id = ? and counted_revision = revision
        and exists (select 1 from graph_memory m where m.project = graph.project and m.graph = graph.id
          and m.revision like '%-' || graph.revision)`,
    )
      .bind(project.project, graph)
      .first();
    return row ?? undefined;
  });
  const { items } = await api("GET /cases", { query: { graph } });
  return Promise.all(items.map(({ id }) => api("GET /cases/{case}", { params: { case: id } })));
}

describe("corrections by the user", () => {
  test("H570 a correction opens a case that names its message and expects the stated answer", async () => {
    await quiet("g", said("g", "correction", TOLD));
    await examined("g");
    const query = { graph: "g", state: "done" } as const;
    const { id } = await until(async () => (await api("GET /cases", { query })).items[0]);
    const found = await api("GET /cases/{case}", { params: { case: id } });
    expect(found).toMatchObject({
      ...{ origin: "correction", query: QUESTION, prediction: ANSWER },
      expected: ["my dog is called Rex"],
      correction: {
        ...{ kind: "told-before", message: "message:correction@1", words: TOLD },
        ...{ expected: "my dog is called Rex", saidBefore: "message:m1@1", takenBack: null },
      },
      attribution: { errorType: "ExtractionError", op: "op-extract" },
    });
    expect(found.evidence).toEqual(["message:m1@1"]);
    expect(found.attribution?.evidence).not.toContain("message:correction@1");
  });

  test("H571 no case opens if the project has switched corrections off", async () => {
    const off = await api("PATCH /project", { body: { openCorrections: false } });
    expect(off.openCorrections).toBe(false);
    await quiet("g", said("g", "correction", TOLD));
    expect(await examined("g")).toEqual([]);
  });

  test("H572 a correction opens no case for an answer that was judged right, and completes a known wrong one", async () => {
    const judged = (score: number): TraceEvent => ({
      ...{ type: "verdict", id: "w", graph: "g", at: START, seq: 40, session: "s1", score },
      ...{ query: QUESTION, queryRef: "asked", prediction: ANSWER, predictionRef: "said back" },
    });
    await quiet("g", said("g", "correction", TOLD), judged(1));
    expect(await examined("g")).toEqual([]);

    await sendPacked(project.key, [
      ...forgottenDog("h"),
      { ...judged(0), graph: "h" },
      said("h", "correction", TOLD),
    ]);
    const query = { graph: "h", state: "done" } as const;
    const { id } = await until(async () => (await api("GET /cases", { query })).items[0]);
    expect(await api("GET /cases/{case}", { params: { case: id } })).toMatchObject({
      ...{ origin: "verdict", expected: ["my dog is called Rex"] },
      correction: { words: TOLD },
    });
  });

  test("H680 a correction is found even if somebody has opened the ledger before", async () => {
    await sendPacked(project.key, [...forgottenDog("g"), said("g", "correction", TOLD)]);
    await api("GET /graphs/{graph}/ledger", { params: { graph: "g" } });
    await makeQuiet("g");
    // Opening the ledger also counts the graph, so a count does not yet show that the graph was
    // searched for corrections.
    const found = await until(async () => (await examined("g"))[0]);
    expect(found.correction).toMatchObject({ message: "message:correction@1" });
  });

  test("H573 a correction that the user takes back opens no case, and an existing case is marked", async () => {
    const back = "Oh wait, you were right, my mistake.";
    await quiet("g", said("g", "correction", TOLD), said("g", "back", back, 31));
    expect(await examined("g")).toEqual([]);

    await quiet("h", said("h", "correction", TOLD));
    expect(await examined("h")).toHaveLength(1);
    await sendPacked(project.key, [said("h", "back", back, 31)]);
    await makeQuiet("h");
    // The attribution of the opened case also counts the graph, so a count does not yet show that
    // the graph was examined again.
    const marked = await until(async () => {
      const [found] = await examined("h");
      return found?.correction?.takenBack ?? undefined;
    });
    expect(marked).toBe("message:back@1");
  });
});
