/**
 * Our side of `npm run bench -- graph`, in its own process: `graph-side.ts TASK.json` prints one
 * JSON line. peer.py runs the same task with smartcomment.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { EvolutionGraph } from "../../src/graph/evolution-graph.ts";
import { walk } from "../../src/graph/parts/walk.ts";
import { type SearchPlace, search } from "../../src/graph/search/search.ts";
import type { SearchField, SearchQuery } from "../../src/graph/search/search-query.ts";
import { writeSmartcomment } from "../../src/graph/smartcomment/export.ts";
import { readSmartcomment } from "../../src/graph/smartcomment/import.ts";
import type { Found, GraphTask, SearchTask, SideAnswer } from "./graph-task.ts";

const LARGEST_PART_BYTES = 8 * 1024 * 1024;

const task = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8")) as GraphTask;
const { repeats } = task;

let graph: EvolutionGraph | undefined;
let text = "";
const imported = task.files.map((path) => {
  text = readFileSync(path, "utf8");
  const [parsing] = timed(1, () => JSON.parse(text) as unknown);
  const [importing, built] = timed(1, () => importText(text));
  graph = built;
  return { bytes: Buffer.byteLength(text), ms: sum(importing), parseMs: sum(parsing) };
});

const answer: SideAnswer = {
  imported,
  walks: task.walks.map(({ start, direction }) => {
    const [ms, found] = timed(repeats, () => walk(needed(graph), start, { direction }));
    return {
      ...{ ms, operations: found?.operations.size ?? 0 },
      ...foundIds([...(found?.variables ?? [])]),
    };
  }),
  searches: task.searches.map((wanted) => {
    const [ms, ids] = timed(repeats, () => searchAll(needed(graph), wanted));
    return { ms, ...foundIds(ids) };
  }),
  exported: task.export ? exportBoth() : null,
};
console.log(JSON.stringify(answer));

function importText(json: string): EvolutionGraph {
  const read = readSmartcomment(JSON.parse(json));
  if (!read.ok) throw new Error(`${read.fault.path}: ${read.fault.message}`);
  return read.value.graph;
}

function searchAll(within: EvolutionGraph, task: SearchTask) {
  const ids: string[] = [];
  let after: SearchPlace | undefined;
  do {
    const found = search(
      within,
      { kinds: ["variable"], ...queryOf(task) },
      { limit: Number.MAX_SAFE_INTEGER, ...(after && { after }) },
    );
    if (!found.ok) throw new Error(found.fault.message);
    for (const { id } of found.value.hits) ids.push(id);
    after = found.value.next;
  } while (after !== undefined);
  return ids;
}

function queryOf(task: SearchTask): Omit<SearchQuery, "kinds"> {
  if (task.of === "values") {
    const { text: wanted, syntax } = task;
    return { pattern: { text: wanted, syntax, ignoreCase: false, fields: ["value"] } };
  }
  const { pattern, category } = task;
  const fields: SearchField[] = ["name"];
  return {
    ...(pattern === undefined
      ? {}
      : { pattern: { text: pattern, syntax: "regex", ignoreCase: false, fields } }),
    ...(category === undefined ? {} : { categories: [category] }),
  };
}

/**
 * Times the writing of our export as a client receives it (in parts, as bytes), and JSON.stringify.
 */
function exportBoth(): NonNullable<SideAnswer["exported"]> {
  const encoder = new TextEncoder();
  const room = new Uint8Array(LARGEST_PART_BYTES);
  const [ms, bytes] = timed(repeats, () => {
    let written = 0;
    for (const part of writeSmartcomment(needed(graph))) {
      written += encoder.encodeInto(part, room).written;
    }
    return written;
  });
  const file: unknown = JSON.parse(text);
  const [stringifyMs] = timed(repeats, () => JSON.stringify(file));
  return { ms, bytes, stringifyMs };
}

function timed<T>(times: number, work: () => T): [ms: number[], result: T] {
  const ms: number[] = [];
  let result: T | undefined;
  for (let round = 0; round < times; round += 1) {
    const started = performance.now();
    result = work();
    ms.push(performance.now() - started);
  }
  return [ms, result as T];
}

function foundIds(ids: string[]): Pick<Found, "count" | "digest"> {
  const text = ids.toSorted(byCodePoint).join("\n");
  return { count: ids.length, digest: createHash("sha256").update(text).digest("hex") };
}

/** The order in which the peer sorts; the ids of generated graphs are ASCII. */
function byCodePoint(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("the task has no file");
  return value;
}

function sum(values: readonly number[]): number {
  return values.reduce((a, b) => a + b, 0);
}
