/**
 * Imports a graph file that is too large for one request: first its records in batches of events,
 * then its annotations. An interrupted import continues where it stopped.
 */
import { promisify } from "node:util";
import { constants, gzip } from "node:zlib";
import type { EvolutionGraph } from "../../graph/evolution-graph.ts";
import { readSmartcomment } from "../../graph/smartcomment/import.ts";
import type { ImportAnswer } from "../../protocol/api/api.ts";
import { MAX_JSON_BODY_BYTES } from "../../protocol/limits.ts";
import { isOfTheFile, type ProjectClient } from "../client/project-client.ts";
import { RefusedRequest } from "../client/requests.ts";
import type { Refused } from "../input-file.ts";
import { type EventBatch, eventBatches, RefusedEvent } from "./event-batches.ts";
import { type LargeFile, readLargeFile } from "./read-large-file.ts";

/** The progress of the import of one file. */
export interface ImportProgress {
  readonly step: "reading" | "sending";
  /** Number of bytes that were read, or of events that are stored. */
  readonly done: number;
  /** The total number; null if it is not known yet. */
  readonly total: number | null;
}

type OnProgress = (progress: ImportProgress) => void;

const NOT_FOUND = 404;

export async function importLargeFile(
  api: ProjectClient,
  path: string,
  onProgress: OnProgress,
): Promise<ImportAnswer | Refused> {
  const file = await readLargeFile(path, (done) =>
    onProgress({ step: "reading", done, total: null }),
  );
  if ("refused" in file) return file;
  const read = readSmartcomment(file.content);
  if (!read.ok)
    return { refused: `${read.fault.path}: ${read.fault.message}. Nothing was stored.` };
  const { graph, annotations = [], redated } = read.value;
  try {
    const sent = await new Sending(api, graph, file, onProgress).sendAll();
    const cases = await openCases(api, graph.header.id, annotations);
    return {
      ...{ graph: graph.header.id, ...sent, cases },
      ...(redated > 0 ? { redated } : {}),
    };
  } catch (error) {
    if (error instanceof RefusedEvent) return { refused: `${error.message} ${PARTLY_STORED}` };
    if (isOfTheFile(error)) return { refused: `${error.reason} ${PARTLY_STORED}` };
    throw error;
  }
}

const PARTLY_STORED =
  "The records before it are stored. Correct the file and import it again: nothing is stored twice.";

class Sending {
  readonly #api: ProjectClient;
  readonly #graph: EvolutionGraph;
  readonly #file: LargeFile;
  readonly #onProgress: OnProgress;
  readonly #imported = Date.now();
  #done = 0;
  #duplicates = 0;
  #cut = 0;
  #isRepeated = true;

  constructor(api: ProjectClient, graph: EvolutionGraph, file: LargeFile, onProgress: OnProgress) {
    this.#api = api;
    this.#graph = graph;
    this.#file = file;
    this.#onProgress = onProgress;
  }

  async sendAll(): Promise<Omit<ImportAnswer, "graph" | "cases" | "redated">> {
    const skipped = await this.#storedBatches();
    let packing: Promise<[EventBatch, Uint8Array<ArrayBuffer>]> | undefined;
    for (const batch of this.#batches()) {
      if (batch.index < skipped) {
        this.#count(batch, batch.events, true);
        continue;
      }
      const next = packed(batch);
      // Compress one batch while the one before it is sent.
      if (packing !== undefined) await this.#send(...(await packing));
      packing = next;
    }
    if (packing !== undefined) await this.#send(...(await packing));
    return {
      events: this.#done,
      duplicates: this.#duplicates,
      cut: this.#cut + this.#file.nulls,
      ...(this.#isRepeated ? { repeated: true } : {}),
    };
  }

  #batches(): Generator<EventBatch> {
    return eventBatches(this.#graph, this.#file.digest, this.#imported);
  }

  /**
   * How many batches an earlier import of this file stored, estimated from the graph's size and
   * checked with the last of them. Batches are sent in order, so if the service has one, it has all
   * before it.
   */
  async #storedBatches(): Promise<number> {
    const stored = await this.#storedRecords();
    // If all records are stored, then probably also the verdicts and the graph event: these come
    // last, and the graph's size does not count them.
    let left = stored < recordsOf(this.#graph) ? stored : Number.POSITIVE_INFINITY;
    let last: EventBatch | undefined;
    for (const batch of this.#batches()) {
      left -= batch.events;
      if (left < 0) break;
      last = batch;
    }
    if (last === undefined) return 0;
    const answer = await this.#post(last, (await packed(last))[1]);
    return answer.repeated ? last.index + 1 : 0;
  }

  async #storedRecords(): Promise<number> {
    try {
      const known = await this.#api.graph(this.#graph.header.id);
      return known.sessions + known.operations + known.variables + known.links;
    } catch (error) {
      if (error instanceof RefusedRequest && error.status === NOT_FOUND) return 0;
      throw error;
    }
  }

  async #send(batch: EventBatch, body: Uint8Array<ArrayBuffer>): Promise<void> {
    const { duplicates, repeated, rejected } = await this.#post(batch, body);
    const [first] = rejected;
    if (first !== undefined) throw new RefusedEvent(first.message);
    this.#count(batch, duplicates, repeated === true);
  }

  #post(batch: EventBatch, body: Uint8Array<ArrayBuffer>) {
    const headers = {
      ...{ "Content-Type": "application/x-ndjson", "Content-Encoding": "gzip" },
      "Batch-Id": `import:${this.#file.digest}:${batch.index}`,
    };
    return this.#api.call("POST /events", {}, { body, headers, isRepeatable: true });
  }

  #count({ events, cut }: EventBatch, duplicates: number, isRepeated: boolean): void {
    this.#done += events;
    this.#cut += cut;
    this.#duplicates += duplicates;
    this.#isRepeated &&= isRepeated;
    // One more event describes the graph as a whole.
    const total = recordsOf(this.#graph) + this.#graph.verdicts.length + 1;
    this.#onProgress({ step: "sending", done: this.#done, total });
  }
}

function recordsOf({ sessions, variables, operations, links }: EvolutionGraph): number {
  return sessions.size + variables.size + operations.size + links.size;
}

async function packed(batch: EventBatch): Promise<[EventBatch, Uint8Array<ArrayBuffer>]> {
  const body = await promisify(gzip)(batch.body, { level: constants.Z_BEST_SPEED });
  return [batch, new Uint8Array(body)];
}

async function openCases(
  api: ProjectClient,
  graph: string,
  annotations: readonly unknown[],
): Promise<number> {
  let cases = 0;
  for (const body of inRequests(annotations)) {
    const headers = { "Content-Type": "application/octet-stream" };
    const input = { params: { graph } };
    const sending = { body, headers, isRepeatable: true };
    cases += (await api.call("POST /graphs/{graph}/annotations", input, sending)).cases;
  }
  return cases;
}

function* inRequests(annotations: readonly unknown[]): Generator<string> {
  let items: string[] = [];
  let chars = 0;
  for (const annotation of annotations) {
    const json = JSON.stringify(annotation);
    if (items.length > 0 && chars + json.length > MAX_JSON_BODY_BYTES) {
      yield `[${items.join(",")}]`;
      items = [];
      chars = 0;
    }
    items.push(json);
    chars += json.length;
  }
  if (items.length > 0) yield `[${items.join(",")}]`;
}
