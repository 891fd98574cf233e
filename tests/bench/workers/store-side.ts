/**
 * `store-side.ts FILE…`, in a process of its own: stores each smartcomment export, as the import
 * does and as its events would have come live, and prints one JSON line for each.
 */
import { readFileSync } from "node:fs";
import type { EvolutionGraph } from "../../../src/graph/evolution-graph.ts";
import { eventsOf } from "../../../src/graph/graph-events.ts";
import { readSmartcomment } from "../../../src/graph/smartcomment.ts";
import { writeSmartcomment } from "../../../src/graph/smartcomment-export.ts";
import type { ProjectServices } from "../../../src/http/context.ts";
import { importGraph } from "../../../src/http/import-graph.ts";
import type { TraceEvent } from "../../../src/protocol/events.ts";
import type { LogEvent } from "../../../src/storage/incoming-events.ts";
import { median } from "../measurement.ts";
import type { StoredFile } from "../store-task.ts";
import { PackDatabase, StoredGraph, toLogEvents } from "./stored-graph.ts";

const BATCH_EVENTS = 50;
/** Packs of a graph that grows live are written that far apart. */
const PACK_INTERVAL_MS = 30_000;
/** Of processor time, at least as many rounds in at least so much: a small graph comes back in milliseconds. */
const LEAST_ROUNDS = 5;
const LEAST_MEASURED_MS = 200;
const DIGEST = "measured";

for (const path of process.argv.slice(2)) {
  const file: unknown = JSON.parse(readFileSync(path, "utf8"));
  const read = readSmartcomment(file);
  if (!read.ok) throw new Error(`${path}: ${read.damage.path} ${read.damage.message}`);
  const graphId = read.file.graph.header.id;
  const events = [...eventsOf(read.file.graph, DIGEST)];
  const imported = await store(graphId, (graph) => takeImport(graph, file));
  const live = await store(graphId, (graph) => takeLive(graph, events));
  const [objectMs] = timed(() => imported.graph.restoreObject());
  const [graphMs, graph] = timed(() => imported.graph.loadGraph());
  const stored: StoredFile = {
    exportBytes: exportBytesOf(graph),
    events: events.length,
    packBytes: imported.packs.bytes,
    objectBytes: imported.graph.objectBytes,
    liveBytes: live.packs.bytes + live.graph.objectBytes,
    objectMs,
    graphMs,
  };
  console.log(JSON.stringify(stored));
}

async function store(id: string, take: (graph: StoredGraph) => Promise<void>) {
  const packs = new PackDatabase();
  const graph = new StoredGraph(id, packs);
  await take(graph);
  await graph.flush();
  return { packs, graph };
}

async function takeImport(graph: StoredGraph, file: unknown): Promise<void> {
  const project = {
    id: "project",
    append: async (_: string, batch: string, events: readonly LogEvent[]) => {
      graph.append(batch, events);
      return { ok: true, answer: { accepted: events.length, duplicates: 0 } };
    },
    flush: () => graph.flush(),
    cases: { open: async () => 0 },
    wakeAttribution: async () => undefined,
  };
  const result = await importGraph(project as unknown as ProjectServices, file, DIGEST, 0);
  if (result.kind !== "imported") throw new Error(`the file was not imported: ${result.kind}`);
}

/** In the order of time, as one client's batches. */
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

/** Processor time of this thread, which other processes and the threads of the collector do not change. */
function timed<T>(work: () => T): [ms: number, result: T] {
  const rounds: number[] = [];
  let result = work();
  for (let total = 0; rounds.length < LEAST_ROUNDS || total < LEAST_MEASURED_MS; ) {
    const before = process.threadCpuUsage();
    result = work();
    const { user, system } = process.threadCpuUsage(before);
    const ms = (user + system) / 1_000;
    rounds.push(ms);
    total += ms;
  }
  return [median(rounds), result];
}
