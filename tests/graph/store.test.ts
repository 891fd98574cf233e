import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { flowOf } from "../../src/graph/flow/flow.ts";
import { diffGraphs, diffStores } from "../../src/graph/history/differences.ts";
import { storeAt } from "../../src/graph/memory/store.ts";
import { lifeOf, lifeStep } from "../../src/graph/memory/unit-life.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";
import { ended } from "./support/ended.ts";
import { GRAPH, link, operation, variable } from "./support/recorded.ts";

const build = (...events: TraceEvent[]) => buildGraph(GRAPH, events);
const unit = (ref: string, name: string, at: number, value: string) =>
  variable(ref, name, { at, value, class: "memory" });

/** A dog is noted, renamed, forgotten and noted again; the text of the cat becomes empty. */
const events: TraceEvent[] = [
  variable("said", "m1", { at: 1, class: "message", value: "My dog is Rex.", session: "s1" }),
  operation("extract", { at: 1, session: "s1" }),
  unit("dog1", "dog", 2, "Rex"),
  link("l1", "extract", "said", "dog1", { at: 2 }),
  unit("cat1", "cat", 3, "Tom"),
  operation("update", { at: 4, session: "s2" }),
  unit("dog2", "dog", 4, "Max"),
  link("l2", "update", "dog1", "dog2", { at: 4 }),
  unit("cat2", "cat", 5, " "),
  operation("search", { at: 5, session: "s2" }),
  variable("found", "found", { at: 5, class: "retrieved", value: "Max" }),
  link("l3", "search", "dog2", "found", { at: 5 }),
  operation("forget", { at: 6, name: "tidy", category: "deletion", session: "s3" }),
  variable("gone", "gone", { at: 6, class: "marker", value: "x" }),
  link("l4", "forget", "dog2", "gone", { at: 6 }),
  operation("again", { at: 8, session: "s3" }),
  link("l5", "again", "said", "dog2", { at: 8 }),
];
const graph = build(...events);
const held = (at: number, of = graph) => storeAt(of, at).map(({ id, value }) => [id, value]);

describe("the store at a moment", () => {
  test("Q24 the store holds the last version of every unit written up to the moment", () => {
    expect(held(0)).toEqual([]);
    expect(held(2)).toEqual([["memory:dog@1", "Rex"]]);
    expect(held(3)).toEqual([
      ["memory:dog@1", "Rex"],
      ["memory:cat@1", "Tom"],
    ]);
    expect(held(4)[0]).toEqual(["memory:dog@2", "Max"]);
  });

  test("Q24 a unit that another name replaced in place is no longer in the store", () => {
    const renamed = build(
      unit("a", "a", 1, "Rex"),
      variable("b", "b", { at: 2, class: "memory", value: "Rex, a dog", mutates: "a" }),
    );
    expect(held(2, renamed)).toEqual([["memory:b@1", "Rex, a dog"]]);
    expect(held(1, renamed)).toEqual([["memory:a@1", "Rex"]]);
  });

  test("Q25 a removed or emptied unit is gone from the store until it is written again", () => {
    expect(held(5)).toEqual([["memory:dog@2", "Max"]]);
    expect(held(6)).toEqual([]);
    expect(held(7)).toEqual([]);
    expect(held(8)).toEqual([["memory:dog@2", "Max"]]);
  });

  test("Q25 a link to a delete marker removes the unit, whatever the operation's name", () => {
    const marked = build(
      unit("dog", "dog", 1, "Rex"),
      variable("gone", "m", { at: 2, class: "delete_marker", value: "DELETED" }),
      link("l", "update", "dog", "gone", { at: 2 }),
    );
    expect(held(1, marked)).toHaveLength(1);
    expect(held(2, marked)).toEqual([]);
  });

  test.each([
    [{ class: "forgotten" }, true],
    [{ category: "DeletedMemory" }, true],
    [{ category: "tombstone" }, true],
    [{ category: "removal_marker" }, true],
    [{}, true],
    [{ category: "prune_candidates" }, false],
    [{ category: "expiry_date" }, false],
    [{ class: "context" }, false],
  ])("Q64 a unit that leads to a short value labelled %j is removed: %s", (labels, isRemoved) => {
    const marked = build(
      unit("dog", "dog", 1, "Rex"),
      variable("end", "end", { at: 2, value: "x", ...labels }),
      link("l", "step", "dog", "end", { at: 2 }),
    );
    expect(held(2, marked)).toHaveLength(isRemoved ? 0 : 1);
  });

  test("Q64 an unlabelled value removes nothing if it repeats a unit's word or a step reads it", () => {
    const copied = build(
      unit("dog", "dog", 1, "Rex barks"),
      variable("copy", "copy", { at: 2, value: "Rex" }),
      link("l", "step", "dog", "copy", { at: 2 }),
    );
    expect(held(2, copied)).toHaveLength(1);
    const read = build(
      unit("dog", "dog", 1, "Rex"),
      variable("list", "list", { at: 2, value: "ok" }),
      link("l1", "step", "dog", "list", { at: 2 }),
      variable("end", "end", { at: 3, value: "42" }),
      link("l2", "next", "list", "end", { at: 3 }),
    );
    expect(held(3, read)).toHaveLength(1);
  });

  test.each(["", " ", "[]", "{ }", "null", "None"])(
    "Q25 a unit whose last version is %j is gone from the store",
    (value) => {
      const emptied = build(unit("a", "dog", 1, "Rex"), unit("b", "dog", 2, value));
      expect(held(2, emptied)).toEqual([]);
    },
  );

  test("Q25 a new version that a removing operation writes does not remove the unit", () => {
    const pruned = build(
      unit("old", "dog", 1, "Rex, a good dog"),
      unit("new", "dog", 2, "Rex"),
      link("l", "prune", "old", "new", { at: 2 }),
    );
    expect(held(2, pruned)).toEqual([["memory:dog@2", "Rex"]]);
  });

  test.each(["memory_entry", "Memory", "long-term memory", "facts", "memory units", "memoryEntry"])(
    "Q26 %s names memory units, as class and as category",
    (label) => {
      const other = variable("v", "v", { value: "x", category: "memory_update_decision" });
      for (const named of [{ class: label }, { category: label }]) {
        const labelled = build(variable("u", "u", { value: "Rex", ...named }), other);
        expect(storeAt(labelled, 0).map(({ name }) => name)).toEqual(["u"]);
      }
    },
  );

  test("Q26 without such labels, units are values that another session read or that were replaced in place", () => {
    const nameless = build(
      variable("m", "said-1", { at: 1, value: "My dog is Rex." }),
      operation("write", { at: 2, session: "s1" }),
      variable("t", "thought", { at: 2, value: "a dog" }),
      variable("u1", "note-1", { at: 2, value: "Rex" }),
      variable("u2", "note-2", { at: 2, value: "never read" }),
      link("l1", "write", "m", "u1", { at: 2 }),
      link("l2", "write", "t", "u1", { at: 2 }),
      link("l3", "write", "m", "u2", { at: 2 }),
      link("l4", "write", "m", "t", { at: 2 }),
      operation("read", { at: 3, session: "s2" }),
      variable("c", "context", { at: 3, value: "Rex" }),
      link("l5", "read", "u1", "c", { at: 3 }),
    );
    expect(storeAt(nameless, 3).map(({ name }) => name)).toEqual(["note-1", "note-2"]);
    const replaced = build(
      variable("a", "profile", { at: 1, value: "a" }),
      variable("b", "profile", { at: 2, value: "b", mutates: "a" }),
      variable("c", "other", { at: 2, value: "b" }),
    );
    expect(storeAt(replaced, 2).map(({ id }) => id)).toEqual(["profile@2"]);
  });
});

test("Q26 a name that differs from a unit's only by an id names a unit; a content hash does not", () => {
  const uuids = ["86e4247c-0aaa-4413-bbc9-31c693c3ecaa", "ad42f965-c8a0-46aa-a6b9-01456b6d6c4e"];
  const [read, unread] = uuids.map((id) => `note-${id}`);
  const hashed = "dict:a26dbec6a2f68bd26a286a3b93c47fe782bdd948";
  const nameless = build(
    operation("write", { at: 1, session: "s1" }),
    operation("read", { at: 2, session: "s2" }),
    variable("m", "said", { at: 1, value: "My dog is Rex." }),
    ...[read, unread, hashed].flatMap((name = "", index) => [
      variable(name, name, { at: 1, value: `${index}` }),
      link(`w${index}`, "write", "m", name, { at: 1 }),
    ]),
    variable("c", "context", { at: 2, value: "0" }),
    link("r0", "read", read ?? "", "c", { at: 2 }),
    link("r1", "read", hashed, "c", { at: 2 }),
  );
  expect(storeAt(nameless, 2).map(({ name }) => name)).toEqual([read, unread]);
});

/**
 * Units that are written, and overwritten by name or in place. The first version of each name is
 * labelled.
 */
const anyLife = fc
  .array(
    fc.record({
      name: fc.constantFrom("a", "b", "c"),
      value: fc.constantFrom("Oslo", "Bergen", "Rome", ""),
      replaces: fc.option(fc.nat(9), { nil: undefined }),
      isLabelled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  )
  .map((steps) => ({
    events: (keepsLabels: boolean) =>
      steps.map(({ name, value, replaces, isLabelled }, at): TraceEvent => {
        const isFirst = steps.findIndex((step) => step.name === name) === at;
        return variable(`r${at}`, name, {
          ...{ at, value },
          ...(keepsLabels || isFirst || isLabelled ? { category: "memory_entry" } : {}),
          ...(replaces !== undefined && replaces < at ? { mutates: `r${replaces}` } : {}),
        });
      }),
    last: steps.length,
  }));

test("Q55 fields that later versions of a unit lack do not change the store at any moment", () => {
  fc.assert(
    fc.property(anyLife, ({ events: of, last }) => {
      const [whole, sparing] = [build(...of(true)), build(...of(false))];
      for (let at = 0; at <= last; at++) expect(held(at, sparing)).toEqual(held(at, whole));
    }),
  );
});

test("Q55 a value that replaced a unit in place is a unit; its tombstone is none", () => {
  const moved = build(
    unit("a", "a", 1, "Oslo"),
    variable("b", "b", { at: 2, value: "Bergen", mutates: "a" }),
    variable("c", "b", { at: 3, value: "Rome" }),
    variable("d", "b", { at: 4, value: "x", category: "tombstone" }),
  );
  expect([1, 2, 3, 4].map((at) => held(at, moved))).toEqual([
    [["memory:a@1", "Oslo"]],
    [["b@1", "Bergen"]],
    [["b@2", "Rome"]],
    [],
  ]);
});

test("Q25 a unit recorded again with the old value returns after a removal or a replacement", () => {
  const again = build(
    unit("a1", "a", 1, "Oslo"),
    variable("b", "b", { at: 2, class: "memory", value: "Bergen", mutates: "a1" }),
    unit("a2", "a", 3, "Oslo"),
    operation("forget", { at: 4 }),
    variable("gone", "gone", { at: 4, class: "marker", value: "x" }),
    link("l", "forget", "a1", "gone", { at: 4 }),
    unit("a3", "a", 5, "Oslo"),
  );
  const bergen = ["memory:b@1", "Bergen"];
  const oslo = ["memory:a@1", "Oslo"];
  expect([2, 3, 4, 5].map((at) => held(at, again))).toEqual([
    ...[[bergen], [oslo, bergen], [bergen], [oslo, bergen]],
  ]);
});

test("G2 a value without a category gets the category of the next equal value", () => {
  const told = build(
    variable("r1", "a", { at: 1, value: "Oslo" }),
    variable("r2", "a", { at: 2, value: "Oslo", category: "memory_entry" }),
    variable("r3", "a", { at: 3, value: "Oslo", category: "other" }),
  );
  expect([...told.variables.values()].map(({ category }) => category)).toEqual(["memory_entry"]);
  expect(held(3, told)).toEqual([["a@1", "Oslo"]]);
});

test.each([
  ["prune_context", "retrieval", true],
  ["remove_duplicates", "memory update", true],
  ["search_without_removed", undefined, true],
  ["delete_memory", "memory", false],
  ["deleteMemory", undefined, false],
  ["tidy", "deletion", false],
])(
  "Q56 %s of category %s: the store keeps the unit that the step read: %s",
  (name, category, stays) => {
    const step = build(
      unit("a", "a", 1, "Oslo"),
      operation("o", { at: 2, name, ...(category === undefined ? {} : { category }) }),
      variable("c", "c", { at: 2, value: "Oslo", category: "context" }),
      link("l", "o", "a", "c", { at: 2 }),
    );
    expect(held(2, step)).toHaveLength(stays ? 1 : 0);
  },
);

test("Q27 the life of a unit lists the writers, readers and removers of each version, with sessions", () => {
  const steps = lifeOf(graph, "memory:dog").map((v) => lifeStep(graph, v));
  expect(steps.map(({ variable: v, ...step }) => [v.id, step])).toEqual([
    [
      "memory:dog@1",
      { writtenBy: ["extract"], readBy: ["update"], removedBy: [], sessions: ["s1", "s2"] },
    ],
    [
      "memory:dog@2",
      {
        ...{ writtenBy: ["update", "again"], readBy: ["search"], removedBy: ["forget"] },
        sessions: ["s2", "s3"],
      },
    ],
  ]);
  expect(lifeOf(graph, "nobody")).toEqual([]);
});

test.each([
  ["find_memories", "retrieval"],
  ["search_memory", undefined],
  ["vector_lookup", "memory retrieval"],
])("Q27 %s of category %s returned a unit: it is a reader, not the writer", (name, category) => {
  const searched = build(
    variable("asked", "q", { at: 3, class: "query", value: "What is the dog called?" }),
    ...events.slice(0, 4),
    operation("returns", { at: 3, name, ...(category === undefined ? {} : { category }) }),
    link("r1", "returns", "asked", "dog1", { at: 3 }),
  );
  const dog = searched.variables.get("memory:dog@1");
  if (dog === undefined) throw new Error("the unit is recorded");
  const step = lifeStep(searched, dog);
  expect([step.writtenBy, step.readBy]).toEqual([["extract"], ["returns"]]);
  const flow = ended(
    flowOf(
      searched,
      { from: undefined, to: undefined, roles: new Set(["message"]), lanes: 0, units: 0 },
      { bins: 4, lanes: 9, beads: 9, marks: 9 },
    ),
  );
  const [life] = flow?.lives ?? [];
  expect(life?.marks.map(({ kind, op }) => [kind, op])).toEqual([
    ["born", "extract"],
    ["read", "returns"],
  ]);
  expect(life?.touches).toBe(2);
});

test("Q27 the only search that links a unit counts as its writer", () => {
  const loaded = build(
    variable("asked", "q", { at: 3, class: "query", value: "What is the dog called?" }),
    unit("dog1", "dog", 2, "Rex"),
    operation("search", { at: 3, category: "retrieval" }),
    link("r1", "search", "asked", "dog1", { at: 3 }),
  );
  const [dog] = lifeOf(loaded, "memory:dog");
  expect(dog && lifeStep(loaded, dog)).toMatchObject({ writtenBy: ["search"], readBy: [] });
});

test("Q27 a life starts under the name that the first version replaced in place", () => {
  const renamed = build(
    unit("a1", "a", 1, "1"),
    unit("a2", "a", 2, "2"),
    variable("b", "b", { at: 3, class: "memory", value: "3", mutates: "a2" }),
  );
  expect(lifeOf(renamed, "memory:b").map(({ id }) => id)).toEqual([
    ...["memory:a@1", "memory:a@2", "memory:b@1"],
  ]);
});

test("Q33 the difference of two moments lists the added, removed and changed units", () => {
  const between = (from: number, to: number) => {
    const { added, removed, changed } = ended(diffStores(graph, from, to));
    return {
      added: added.map(({ id }) => id),
      removed: removed.map(({ id }) => id),
      changed: changed.map(({ before, after }) => [before.id, after.id]),
    };
  };
  expect(between(2, 4)).toEqual({
    ...{ added: ["memory:cat@1"], removed: [], changed: [["memory:dog@1", "memory:dog@2"]] },
  });
  expect(between(4, 7)).toEqual({
    ...{ added: [], removed: ["memory:dog@2", "memory:cat@1"], changed: [] },
  });
  expect(between(5, 8)).toEqual({ added: [], removed: [], changed: [] });
});

test("Q34 two graphs are compared by ids, and their variables also by value", () => {
  const other = build(
    ...events.slice(2).filter(({ id }) => id !== "l5"),
    variable("said", "m1", { at: 1, class: "message", value: "My dog is Max." }),
    variable("new", "new", { at: 9, value: "new" }),
    operation("late", { at: 9, session: "s9" }),
  );
  const found = ended(diffGraphs(graph, other));
  expect(found.added.map(({ id }) => id)).toEqual(["new@1"]);
  expect(found.removed).toEqual([]);
  expect(found.changed.map(({ before, after }) => [before.value, after.value])).toEqual([
    ["My dog is Rex.", "My dog is Max."],
  ]);
  expect(found.links).toEqual({ added: [], removed: ["l5"] });
  expect(found.operations).toEqual({ added: ["late"], removed: [] });
  expect(found.sessions).toEqual({ added: [], removed: [] });
});
