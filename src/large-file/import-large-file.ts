/**
 * Imports a graph file that is too large for one request: first the records in batches of events,
 * then the annotations. If an import is interrupted, the next import of the same file continues it.
 */
import type { EvolutionGraph } from "../graph/evolution-graph.ts";
import { readSmartcomment } from "../graph/smartcomment/import.ts";
import type { GraphSummary, ImportAnswer, IngestAnswer } from "../protocol/api/api.ts";
import { MAX_JSON_BODY_BYTES } from "../protocol/limits.ts";
import { type EventBatch, eventBatches, RefusedEvent } from "./event-batches.ts";
import type { ImportRuntime, PackedBody } from "./import-runtime.ts";
import { UnreadableText } from "./list-splitter.ts";
import { type LargeFile, readLargeFile } from "./read-large-file.ts";

/** The requests to the service. Each function retries temporary failures. */
export interface LargeFileService {
  /** Undefined if the service does not have the graph. */
  graph(id: string): Promise<GraphSummary | undefined>;
  /**
   * The answer has `repeated` if the service already stored the batch.
   * @throws RefusedContent
   */
  sendEvents(body: PackedBody, batchId: string): Promise<IngestAnswer>;
  /**
   * @returns the number of cases made from the annotations
   * @throws RefusedContent
   */
  sendAnnotations(graph: string, json: string): Promise<number>;
}

/** Why the file was not imported, or only partly. */
export interface Refused {
  readonly refused: string;
}

/** The service refuses the content of the file. The message says why. */
export class RefusedContent extends Error {}

/** While `reading`, `done` counts bytes. While `sending`, `done` counts stored events. */
export type ImportProgress =
  | { readonly step: "reading"; readonly done: number }
  | { readonly step: "sending"; readonly done: number; readonly total: number };

type OnProgress = (progress: ImportProgress) => void;

/**
 * @param text the decompressed bytes of the JSON text
 * @throws the errors of `text` and of the service. If the file is invalid or the service refuses
 * its content, the function throws nothing and returns `Refused`
 */
export async function importLargeFile(
  service: LargeFileService,
  text: AsyncIterable<Uint8Array>,
  runtime: ImportRuntime,
  onProgress: OnProgress,
): Promise<ImportAnswer | Refused> {
  const file = await readOrRefuse(text, runtime, (done) => onProgress({ step: "reading", done }));
  if ("refused" in file) return file;
  const read = readSmartcomment(file.content);
  if (!read.ok)
    return { refused: `${read.fault.path}: ${read.fault.message}. Nothing was stored.` };
  const { graph, annotations = [], redated } = read.value;
  try {
    const sent = await new Sending(service, graph, file, runtime, onProgress).sendAll();
    const cases = await openCases(service, graph.header.id, annotations);
    return {
      ...{ graph: graph.header.id, ...sent, cases },
      ...(redated > 0 ? { redated } : {}),
    };
  } catch (error) {
    if (error instanceof RefusedEvent) return { refused: `${error.message} ${PARTLY_STORED}` };
    if (error instanceof RefusedContent) return { refused: `${error.message} ${PARTLY_STORED}` };
    throw error;
  }
}

async function readOrRefuse(
  text: AsyncIterable<Uint8Array>,
  { hashing }: ImportRuntime,
  onBytes: (bytes: number) => void,
): Promise<LargeFile | Refused> {
  try {
    return await readLargeFile(text, hashing, onBytes);
  } catch (error) {
    if (error instanceof UnreadableText) return { refused: error.message };
    throw error;
  }
}

const PARTLY_STORED =
  "The records before it are stored. Correct the file and import it again: nothing is stored twice.";

class Sending {
  readonly #service: LargeFileService;
  readonly #graph: EvolutionGraph;
  readonly #file: LargeFile;
  readonly #runtime: ImportRuntime;
  readonly #onProgress: OnProgress;
  #done = 0;
  #duplicates = 0;
  #cut = 0;
  #isRepeated = true;

  constructor(
    service: LargeFileService,
    graph: EvolutionGraph,
    file: LargeFile,
    runtime: ImportRuntime,
    onProgress: OnProgress,
  ) {
    this.#service = service;
    this.#graph = graph;
    this.#file = file;
    this.#runtime = runtime;
    this.#onProgress = onProgress;
  }

  async sendAll(): Promise<Omit<ImportAnswer, "graph" | "cases" | "redated">> {
    const skipped = await this.#storedBatches();
    let sending = Promise.resolve();
    try {
      // Make and compress the next batch while the previous one is being sent.
      for await (const batch of this.#batches()) {
        if (batch.index < skipped) {
          this.#count(batch, batch.events, true);
          continue;
        }
        const body = this.#runtime.gzip(batch.body);
        await sending;
        sending = this.#send(batch, body);
        // The next `await sending` throws this error. Without an empty handler, the runtime would
        // first report it as unhandled.
        sending.catch(() => undefined);
      }
    } finally {
      await sending;
    }
    return {
      events: this.#done,
      duplicates: this.#duplicates,
      cut: this.#cut + this.#file.nulls,
      ...(this.#isRepeated ? { repeated: true } : {}),
    };
  }

  #batches(): AsyncGenerator<EventBatch> {
    return eventBatches(this.#graph, this.#file.digest, this.#runtime);
  }

  /**
   * Returns how many batches at the start of the file need not be sent, because an earlier import
   * has stored them. The size of the stored graph gives an estimate. To check the estimate, the
   * last of these batches is sent again. If the service already has it, it also has all earlier
   * batches; otherwise the result is 0.
   */
  async #storedBatches(): Promise<number> {
    const stored = await this.#storedRecords();
    // The stored graph's size counts only records. The verdicts and the `graph` event come after
    // the records. If all records are stored, assume that the other events are stored too.
    let left = stored < recordsOf(this.#graph) ? stored : Number.POSITIVE_INFINITY;
    let last: EventBatch | undefined;
    for await (const batch of this.#batches()) {
      left -= batch.events;
      if (left < 0) break;
      last = batch;
    }
    if (last === undefined) return 0;
    const answer = await this.#post(last, await this.#runtime.gzip(last.body));
    return answer.repeated ? last.index + 1 : 0;
  }

  async #storedRecords(): Promise<number> {
    const known = await this.#service.graph(this.#graph.header.id);
    if (known === undefined) return 0;
    return known.sessions + known.operations + known.variables + known.links;
  }

  async #send(batch: EventBatch, body: Promise<PackedBody>): Promise<void> {
    const { duplicates, repeated, rejected } = await this.#post(batch, await body);
    const [first] = rejected;
    if (first !== undefined) throw new RefusedEvent(first.message);
    this.#count(batch, duplicates, repeated === true);
  }

  #post({ index }: EventBatch, body: PackedBody): Promise<IngestAnswer> {
    return this.#service.sendEvents(body, `import:${this.#file.digest}:${index}`);
  }

  #count({ events, cut }: EventBatch, duplicates: number, isRepeated: boolean): void {
    this.#done += events;
    this.#cut += cut;
    this.#duplicates += duplicates;
    this.#isRepeated &&= isRepeated;
    // One more for the `graph` event, which describes the graph as a whole.
    const total = recordsOf(this.#graph) + this.#graph.verdicts.length + 1;
    this.#onProgress({ step: "sending", done: this.#done, total });
  }
}

function recordsOf({ sessions, variables, operations, links }: EvolutionGraph): number {
  return sessions.size + variables.size + operations.size + links.size;
}

async function openCases(
  service: LargeFileService,
  graph: string,
  annotations: readonly unknown[],
): Promise<number> {
  let cases = 0;
  for (const json of inRequests(annotations)) cases += await service.sendAnnotations(graph, json);
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
