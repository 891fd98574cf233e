/**
 * `memory-side.ts FOLDER`, with --expose-gc: opens the graph whose packs are in the folder,
 * traverses it, exports it, and prints the memory in use after each step as one JSON line.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { GraphReader } from "../../../src/event-store/pack/packed-graph.ts";
import { atOnce } from "../../../src/graph/in-turns.ts";
import { walk } from "../../../src/graph/parts/walk.ts";
import { writeSmartcomment } from "../../../src/graph/smartcomment/export.ts";
import type { MemoryAnswer } from "../graph-task.ts";

/** Number of memory measurements during a step. */
const LOOKS = 8;

const [folder = ""] = process.argv.slice(2);
const { gc } = globalThis;
if (gc === undefined) throw new Error("start node with --expose-gc");

const files = readdirSync(folder)
  .filter((name) => name.startsWith("pack-"))
  .toSorted();
const before = held();
let packBytes = 0;
let peak = 0;

const [openMs, graph] = timed(() => {
  const reader = new GraphReader();
  for (const [index, name] of files.entries()) {
    const body = readFileSync(join(folder, name));
    packBytes += body.length;
    atOnce(reader.add(body));
    if (index % Math.ceil(files.length / LOOKS) === 0) look();
  }
  return atOnce(reader.graph("generated"));
});
if (graph === undefined) throw new Error("the packs hold nothing");
const opened = look();

const first = "summary:summary@1";
const [walkMs, found] = timed(() => walk(graph, first, { direction: "forward" }));
const walked = look();
const reached = found?.variables.size ?? 0;

let exportBytes = 0;
let parts = 0;
const [exportMs] = timed(() => {
  for (const part of writeSmartcomment(graph)) {
    exportBytes += Buffer.byteLength(part);
    if (parts++ % 1_000 === 0) look();
  }
});
const exported = look();

const answer: MemoryAnswer = {
  ...{ events: graph.rows.table.ids.size, variables: graph.variables.size, reached },
  ...{ packBytes, opened, walked, exported, peak, exportBytes, openMs, walkMs, exportMs },
};
console.log(JSON.stringify(answer));

/**
 * Returns the bytes in use above those at the start of the process, without the packs read so far.
 */
function look(): number {
  const now = held() - before - packBytes;
  peak = Math.max(peak, now);
  return now;
}

function held(): number {
  // The first collection frees array buffers in the background; the second one waits for that.
  gc?.();
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  // External memory includes the array buffers.
  return heapUsed + external;
}

function timed<T>(work: () => T): [ms: number, result: T] {
  const started = performance.now();
  const result = work();
  return [performance.now() - started, result];
}
