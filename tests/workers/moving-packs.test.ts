import { evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Database } from "../../src/database/database.ts";
import { GraphRepository } from "../../src/database/graphs/graph-repository.ts";
import type { PackDatabases } from "../../src/database/graphs/pack-databases.ts";
import { openDatabases } from "../../workers/databases.ts";
import { deleteUnusedObjects } from "../../workers/operation/cold-packs.ts";
import { database } from "../tenancy/support/browser.ts";
import { keysOf, objectRows } from "./support/cold-graph.ts";
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
    of: async (project: string): Promise<Database> => stepping(await of(project)),
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

  constructor(project: string, key: string) {
    this.#project = project;
    this.#key = key;
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

  #found() {
    return env.DB.prepare(
      "select revision, created_at as createdAt from graph where project = ? and id = ?",
    )
      .bind(this.#project, GRAPH)
      .first<{ revision: number; createdAt: number }>();
  }

  /** Starts a move that breaks off before this step. */
  async dieMoving(step: number): Promise<void> {
    const places = await runInDurableObject(
      this.#object,
      (object) => openDatabases(Reflect.get(object, "env")).packs,
    );
    const mend = breakOff(places, step);
    try {
      await runInDurableObject(this.#object, async (object) => {
        const found = await this.#found();
        if (found !== null) await object.move(found);
      });
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
    } finally {
      mend();
    }
    await evictDurableObject(this.#object);
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

  /** Checks the graph while nothing else runs. */
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
      which: fc.subarray(["append", "flush", "load", "move", "sweep"] as const, { minLength: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ kind: "delete while moving" } as const) },
);

test("D43 appends, loads, moves, crashes, deletions and sweeps in any order lose, duplicate and leave nothing", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom("DB", "PACKS_2"),
      fc.array(step, { minLength: 4, maxLength: 14 }),
      async (binding, steps) => {
        const { project, key } = await newProject();
        await env.DB.prepare("update project set pack_database = ? where id = ?")
          .bind(binding, project)
          .run();
        const graph = new MovedGraph(project, key);
        const sweep = () => deleteUnusedObjects(env);
        const run = { append: () => graph.append(), flush: () => graph.flush(), sweep };
        const all = { ...run, load: () => graph.load(), move: () => graph.move() };
        for (const one of steps) {
          if (one.kind === "die") await graph.dieMoving(one.at);
          else if (one.kind === "delete") await graph.delete();
          else if (one.kind === "evict") await graph.evict();
          else if (one.kind === "together") await Promise.all(one.which.map((name) => all[name]()));
          else if (one.kind === "delete while moving")
            await Promise.all([graph.move(), graph.delete(), sweep()]);
          else await all[one.kind]();
          await graph.check();
        }
        await graph.delete();
        const packs = binding === "DB" ? env.DB : env.PACKS_2;
        expect(await objectRows(project, packs)).toEqual([]);
        await until(async () => {
          await sweep();
          return (await keysOf(project)).length === 0 || undefined;
        });
      },
    ),
    { numRuns: 25 },
  );
});

test("D43 a move that dies before any of its steps loses nothing, and the next move ends it", async () => {
  for (let at = 0; at <= STEPS; at++) {
    const { project, key } = await newProject();
    const graph = new MovedGraph(project, key);
    for (let pack = 0; pack < 3; pack++) {
      await graph.append();
      await graph.flush();
    }
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
