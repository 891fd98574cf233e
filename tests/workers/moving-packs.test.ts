import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import type {
  PackBindings,
  PackDatabases,
  ProjectDatabases,
} from "../../src/database/graphs/pack-databases.ts";
import { graphsLeft } from "../../src/database/placement/graphs-left.ts";
import { openBound, openDatabases } from "../../workers/databases.ts";
import type { GraphObject } from "../../workers/graph-object.ts";
import { deleteUnusedObjects } from "../../workers/operation/cold-packs.ts";
import { database } from "../tenancy/support/browser.ts";
import { keysOf, objectRows } from "./support/cold-graph.ts";
import { crashObject } from "./support/crash-object.ts";
import { graphObject } from "./support/remains.ts";
import { newProject } from "./support/tenants.ts";
import { note, sendEvents } from "./support/traces.ts";
import { until } from "./support/until.ts";

const GRAPH = "g";
/** Steps of a move of three packs: statements of the database and requests to the bucket. */
const STEPS = 14;

class Crash extends Error {}

/**
 * Makes the work on these databases and the bucket throw before step `at`. Returns a function that
 * ends this.
 */
function breakOff(places: PackDatabases, at: number): () => void {
  let steps = 0;
  const stepping = <T extends object>(target: T): T =>
    new Proxy(target, {
      get: (_, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== "function") return value;
        return (...args: unknown[]) => {
          if (steps++ === at) throw new Crash("the worker died");
          return value.apply(target, args);
        };
      },
    });
  const { bucket } = places;
  const of = places.of.bind(places);
  Object.assign(places, {
    bucket: bucket && stepping(bucket),
    of: async (project: string): Promise<ProjectDatabases> => {
      const { current, all } = await of(project);
      const steppingCurrent = stepping(current);
      const each = (one: Database) => (one === current ? steppingCurrent : stepping(one));
      return { current: steppingCurrent, all: all.map(each) };
    },
  });
  return () => {
    Object.assign(places, { bucket });
    Reflect.deleteProperty(places, "of");
  };
}

/** A graph, and the events that it must have. */
class MovedGraph {
  readonly #key: string;
  readonly #project: string;
  #accepted: string[] = [];
  #next = 0;
  #bindings: PackBindings;

  constructor(project: string, key: string, current = "DB") {
    this.#project = project;
    this.#key = key;
    this.#bindings = { current, previous: null };
  }

  get #object() {
    return graphObject(this.#project, GRAPH);
  }

  get #repository() {
    return new GraphRepository(database, this.#project, openDatabases(env).packs);
  }

  async append(): Promise<void> {
    const ids = [`n${this.#next++}`, `n${this.#next++}`];
    await sendEvents(
      this.#key,
      ids.map((id) => note(GRAPH, id, `${id} ${"value ".repeat(50)}`)),
    );
    this.#accepted.push(...ids);
  }

  flush(): Promise<void> {
    return this.#object.flush();
  }

  /** Reads the graph while other work runs: every event accepted before must be there. */
  async load(): Promise<void> {
    await this.flush();
    const before = [...this.#accepted];
    const read = await this.#read();
    expect(before.filter((id) => !read.includes(id))).toEqual([]);
  }

  async move(): Promise<void> {
    const found = await this.#found();
    if (found !== null) await this.#object.move(found);
  }

  /**
   * Gives the project the other database, or the first one again. Does nothing while packs move.
   */
  async chooseDatabase(): Promise<void> {
    const { current: previous, previous: moving } = this.#bindings;
    if (moving !== null) return;
    await this.#bind({ current: previous === "DB" ? "PACKS_2" : "DB", previous });
  }

  /** Moves the packs to the chosen database. */
  async changeDatabase(): Promise<void> {
    if (this.#bindings.previous !== null) await this.#object.moveDatabase(this.#bindings);
  }

  /** Ends the change if the previous database has no packs, as the sweep does. */
  async endChange(): Promise<void> {
    const { current, previous } = this.#bindings;
    if (previous === null) return;
    const left = await graphsLeft(openBound(env, previous), this.#project, 1);
    if (left.length === 0) await this.#bind({ current, previous: null });
  }

  /** Stores the bindings, as if every cached copy had become too old. */
  async #bind(bindings: PackBindings): Promise<void> {
    await env.DB.prepare(
      "update project set pack_database = ?, previous_pack_database = ? where id = ?",
    )
      .bind(bindings.current, bindings.previous, this.#project)
      .run();
    this.#bindings = bindings;
    openDatabases(env).packs.remember(this.#project, bindings);
    await runInDurableObject(this.#object, (object) =>
      openDatabases(Reflect.get(object, "env")).packs.remember(this.#project, bindings),
    );
  }

  #found() {
    return env.DB.prepare(
      "select revision, created_at as createdAt from graph where project = ? and id = ?",
    )
      .bind(this.#project, GRAPH)
      .first<{ revision: number; createdAt: number }>();
  }

  /** Starts a move to R2 that breaks off before this step. */
  dieMoving(step: number): Promise<void> {
    return this.#die(step, async (object) => {
      const found = await this.#found();
      if (found !== null) await object.move(found);
    });
  }

  /** Starts a move to the chosen database that breaks off before this step. */
  dieChanging(step: number): Promise<void> {
    return this.#die(step, async (object) => {
      if (this.#bindings.previous !== null) await object.moveDatabase(this.#bindings);
    });
  }

  async #die(step: number, work: (object: GraphObject) => Promise<void>): Promise<void> {
    const places = await runInDurableObject(
      this.#object,
      (object) => openDatabases(Reflect.get(object, "env")).packs,
    );
    const mend = breakOff(places, step);
    try {
      await runInDurableObject(this.#object, work);
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      mend();
    }
    await crashObject(this.#object);
  }

  async delete(): Promise<void> {
    this.#accepted = [];
    await this.#object.delete();
  }

  async evict(): Promise<void> {
    // Only a running object can be evicted.
    await runInDurableObject(this.#object, () => undefined);
    await evictDurableObject(this.#object);
  }

  /**
   * Checks that a load returns exactly the accepted events, and that the packs hold each position
   * once. Call it only while nothing else runs.
   */
  async check(): Promise<void> {
    await this.flush();
    expect((await this.#read()).sort()).toEqual([...this.#accepted].sort());
    const places: number[] = [];
    for (let place = 0; place < this.#accepted.length; ) {
      const page = await this.#repository.packAt(GRAPH, place);
      expect(page).toBeDefined();
      places.push(...(page?.lines.map((_, index) => (page?.first ?? 0) + index) ?? []));
      place = (page?.first ?? 0) + (page?.lines.length ?? 1);
    }
    expect(places).toEqual(this.#accepted.map((_, index) => index));
  }

  async #read(): Promise<string[]> {
    const loaded = await this.#repository.load(GRAPH);
    return [...(loaded?.graph.variables.keys() ?? [])].map((id) => id.replace("@1", ""));
  }
}

const step = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ kind: "append" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "flush" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "load" } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: "move" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "delete" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "evict" } as const) },
  { weight: 1, arbitrary: fc.constant({ kind: "sweep" } as const) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("die" as const), at: fc.nat(STEPS) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("together" as const),
      which: fc.subarray(["append", "flush", "load", "move", "change", "sweep"] as const, {
        minLength: 2,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "delete while moving" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "choose" } as const) },
  { weight: 3, arbitrary: fc.constant({ kind: "change" } as const) },
  { weight: 2, arbitrary: fc.constant({ kind: "end" } as const) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("die changing" as const), at: fc.nat(STEPS) }),
  },
);

test("D43 D49 appends, loads, moves, crashes, deletions and sweeps lose, duplicate and leave nothing, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("DB", "PACKS_2"),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (binding, steps) => {
        const { project, key } = await newProject();
        await env.DB.prepare("update project set pack_database = ? where id = ?")
          .bind(binding, project)
          .run();
        const graph = new MovedGraph(project, key, binding);
        const sweep = () => deleteUnusedObjects(env);
        const run = { append: () => graph.append(), flush: () => graph.flush(), sweep };
        const all = {
          ...run,
          load: () => graph.load(),
          move: () => graph.move(),
          change: () => graph.changeDatabase(),
          choose: () => graph.chooseDatabase(),
          end: () => graph.endChange(),
        };
        for (const one of steps) {
          if (one.kind === "die") await graph.dieMoving(one.at);
          else if (one.kind === "die changing") await graph.dieChanging(one.at);
          else if (one.kind === "delete") await graph.delete();
          else if (one.kind === "evict") await graph.evict();
          else if (one.kind === "together") await Promise.all(one.which.map((name) => all[name]()));
          else if (one.kind === "delete while moving")
            await Promise.all([graph.move(), graph.changeDatabase(), graph.delete(), sweep()]);
          else await all[one.kind]();
          await graph.check();
        }
        await graph.delete();
        for (const packs of [env.DB, env.PACKS_2]) {
          expect(await objectRows(project, packs)).toEqual([]);
          const left = packs.prepare("select count(*) as rows from pack where project = ?");
          expect(await left.bind(project).first("rows")).toBe(0);
        }
        await until(async () => {
          await sweep();
          return (await keysOf(project)).length === 0 || undefined;
        });
      },
    ),
    { numRuns: 15 },
  );
});

/** Prepares one graph for each step of a move. */
async function graphsForSteps(prepare: (graph: MovedGraph) => Promise<void>) {
  const prepared: { at: number; project: string; graph: MovedGraph }[] = [];
  for (let at = 0; at <= STEPS; at++) {
    const { project, key } = await newProject();
    const graph = new MovedGraph(project, key);
    await prepare(graph);
    prepared.push({ at, project, graph });
  }
  return prepared;
}

async function appendPacks(graph: MovedGraph): Promise<void> {
  for (let pack = 0; pack < 3; pack++) {
    await graph.append();
    await graph.flush();
  }
}

test("D43 a move that dies before any step loses nothing, and the next move completes it", async () => {
  for (const { at, project, graph } of await graphsForSteps(appendPacks)) {
    await graph.dieMoving(at);
    await graph.check();
    await graph.append();
    await graph.check();
    await graph.move();
    await graph.check();
    const left = env.DB.prepare("select count(*) as rows from pack where project = ?");
    expect(await left.bind(project).first("rows")).toBe(0);
    expect(await keysOf(project)).toHaveLength((await objectRows(project)).length);
  }
});

test("D49 a change of the database that dies before any step loses nothing, and the next run completes it", async () => {
  const prepare = async (graph: MovedGraph) => {
    await graph.append();
    await graph.move();
    await appendPacks(graph);
    await graph.chooseDatabase();
    await graph.append();
  };
  for (const { at, project, graph } of await graphsForSteps(prepare)) {
    await graph.dieChanging(at);
    await graph.check();
    await graph.append();
    await graph.check();
    await graph.changeDatabase();
    await graph.endChange();
    await graph.check();
    const left = env.DB.prepare("select count(*) as rows from pack where project = ?");
    expect(await left.bind(project).first("rows")).toBe(0);
    expect(await objectRows(project)).toEqual([]);
    expect(await keysOf(project)).toHaveLength((await objectRows(project, env.PACKS_2)).length);
    const row = env.DB.prepare(
      "select previous_pack_database as previous from project where id = ?",
    );
    expect(await row.bind(project).first("previous")).toBeNull();
  }
});
