import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { buildGraph } from "../../src/graph/build/build-graph.ts";
import { diffGraphs, diffStores } from "../../src/graph/history/differences.ts";
import { atOnce } from "../../src/graph/in-turns.ts";
import type { TraceEvent } from "../../src/protocol/events/events.ts";

setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");
const heldBytes = () => {
  collect();
  return process.memoryUsage().heapUsed;
};

const graphOf = (beginning: string, records: number) =>
  buildGraph(
    "g",
    Array.from(
      { length: records },
      (_, at): TraceEvent => ({
        ...{ type: "variable", graph: "g", id: `v${at}`, ref: `v${at}`, at, value: "x" },
        ...{ class: "memory", name: `${beginning}${at}` },
      }),
    ),
  );

test("J60 a graph keeps no strings of long names and ids after it read them", () => {
  // With so many long names, the table stores none of them as a string.
  const records = 40_000;
  const graph = graphOf("a long name ".repeat(40), records);
  const read = () => {
    let found = 0;
    for (const { id, fullName } of graph.variables.values()) {
      if (graph.variables.has(id) && graph.versionsOf(fullName).length === 1) found += 1;
    }
    return found;
  };
  for (const { at } of graph.variables.values()) expect(at).toBeGreaterThanOrEqual(0);
  const before = heldBytes();
  expect(read()).toBe(records);
  // Storing the ids, names and keys of a map would take 19 MB each.
  expect(heldBytes() - before).toBeLessThan(10_000_000);
});

test("J60 the differences of graphs and moments find each record by its number", () => {
  const records = 1_000;
  const [earlier, later] = [graphOf("a name ", records), graphOf("a name ", records)];
  expect(atOnce(diffGraphs(earlier, later))).toMatchObject({ added: [], removed: [], changed: [] });
  const other = atOnce(diffGraphs(graphOf("b", records), later));
  expect([other.added.length, other.removed.length]).toEqual([records, records]);
  const moments = atOnce(diffStores(earlier, 10, records / 2));
  expect([moments.added.length, moments.removed.length]).toEqual([records / 2 - 10, 0]);
});
