/**
 * `store-side.ts FILE…`, in its own process: stores each smartcomment export twice, once as the
 * import does, and once as if its events had come live. Prints one JSON line for each file.
 */
import { readFileSync } from "node:fs";
import { eventsOf } from "../../../src/graph/build/graph-events.ts";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { writeSmartcomment } from "../../../src/graph/smartcomment/export.ts";
import { readSmartcomment } from "../../../src/graph/smartcomment/import.ts";
import { type ImportDeps, importGraph } from "../../../src/http/graphs/import-graph.ts";
import type { TraceEvent } from "../../../src/protocol/events/events.ts";
import { success } from "../../../src/protocol/result.ts";
import { median } from "../measurement.ts";
import type { StoredFile } from "../store-task.ts";
import { PackDatabase, StoredGraph, toLogEvents } from "./stored-graph.ts";

const BATCH_EVENTS = 50;
/** Interval between two packs of a graph that grows live. */
const PACK_INTERVAL_MS = 30_000;
const ROUNDS = 15;
const DIGEST = "measured";

interface Taken {
  readonly sizes: Omit<StoredFile, "objectMs" | "graphMs">;
  readonly imported: StoredGraph;
  readonly objectMs: number[];
  readonly graphMs: number[];
}

const taken: Taken[] = [];
for (const path of process.argv.slice(2)) taken.push(await take(path));
// Each round measures all sizes, so that a disturbance of the machine affects them all.
for (let round = 0; round <= ROUNDS; round += 1) {
  for (const { imported, objectMs, graphMs } of taken) {
    objectMs.push(processorMs(() => imported.restoreObject()));
    graphMs.push(processorMs(() => imported.loadGraph()));
  }
}
for (const { sizes, objectMs, graphMs } of taken) {
  // Ignore the first round, because it includes compilation.
  const [object, graph] = [median(objectMs.slice(1)), median(graphMs.slice(1))];
  console.log(JSON.stringify({ ...sizes, objectMs: object, graphMs: graph } satisfies StoredFile));
}

async function take(path: string): Promise<Taken> {
  const file: unknown = JSON.parse(readFileSync(path, "utf8"));
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(`${path}: ${read.fault.path} ${read.fault.message}`);
  const graphId = read.value.graph.header.id;
  const events = [...eventsOf(read.value.graph, DIGEST)];
  const imported = await store(graphId, (graph) => takeImport(graph, file));
  const live = await store(graphId, (graph) => takeLive(graph, events));
  const sizes = {
    exportBytes: exportBytesOf(imported.graph.loadGraph()),
    events: events.length,
    packBytes: imported.packs.bytes,
    objectBytes: imported.graph.objectBytes,
    liveBytes: live.packs.bytes + live.graph.objectBytes,
    livePackBytes: live.packs.bytes,
  };
  return { sizes, imported: imported.graph, objectMs: [], graphMs: [] };
}

async function store(id: string, take: (graph: StoredGraph) => Promise<void>) {
  const packs = new PackDatabase();
  const graph = new StoredGraph(id, packs);
  await take(graph);
  await graph.flush();
  return { packs, graph };
}

async function takeImport(graph: StoredGraph, file: unknown): Promise<void> {
  const project: ImportDeps = {
    id: "project",
    redaction: { active: async () => undefined, count: () => undefined },
    append: async (_, batch, events) => {
      graph.append(batch ?? DIGEST, events);
      return success({ accepted: events.length, duplicates: 0, repeated: false });
    },
    flush: () => graph.flush(),
    cases: { open: async () => 0 },
    wakeAttribution: async () => undefined,
  };
  const result = await importGraph(project, { content: file, nulls: 0 }, DIGEST, 0);
  if (!result.ok) throw new Error(`the file was not imported: ${result.fault.kind}`);
}

/** Stores events in time order, in batches like those of one client. */
async function takeLive(graph: StoredGraph, events: readonly TraceEvent[]): Promise<void> {
  const inOrder = events.toSorted((a, b) => a.at - b.at);
  let packedAt = inOrder[0]?.at ?? 0;
  for (let start = 0; start < inOrder.length; start += BATCH_EVENTS) {
    const batch = inOrder.slice(start, start + BATCH_EVENTS);
    graph.append(`client-${start}`, toLogEvents(batch));
    const now = batch.at(-1)?.at ?? packedAt;
    if (start > 0 && now - packedAt < PACK_INTERVAL_MS) continue;
    await graph.flush();
    packedAt = now;
  }
}

function exportBytesOf(graph: EvolutionGraph): number {
  let bytes = 0;
  for (const part of writeSmartcomment(graph)) bytes += Buffer.byteLength(part);
  return bytes;
}

/**
 * Returns the processor time of this thread, without other processes and garbage collection
 * threads.
 */
function processorMs(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
