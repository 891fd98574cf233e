/** `@memtrace/sdk/experiment`: asks a pipeline every question of a dataset, and stores what came of it. */
import type { MemTrace } from "./client.ts";
import { cut, encode, isObject } from "./encode.ts";
import { matches } from "./matches.ts";
import type { Answer, Judgement } from "./options.ts";
import { type Ask, ServiceError, type ServiceOptions, service } from "./service.ts";
import { MAX_TEXT_CHARS } from "./wire.ts";

export { matches, ServiceError };

/** A question of a dataset. */
export interface ExperimentItem {
  readonly id: string;
  readonly question: string;
  /** Answers that are right; empty where none is known. */
  readonly expected: readonly string[];
  /** What the dataset says besides; of an item that a case made, `graph` is the case's. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** What a judge is asked; `judging` of `@memtrace/sdk/judge` makes wrong answers cases as well. */
export interface JudgedAnswer extends Answer {
  readonly query: string;
  readonly prediction: string;
  readonly expected: readonly string[];
  /** `evidence` of the item's metadata. */
  readonly evidence?: readonly unknown[];
  readonly item: ExperimentItem;
}

type Judged = Judgement | Judgement["score"] | undefined;

export interface ExperimentOptions extends ServiceOptions {
  /** The dataset's id or name; or its name and items, which are added to it. */
  dataset: string | { readonly name: string; readonly items: readonly NewItem[] };
  /** Of the experiment, such as what was changed. */
  name?: string | undefined;
  /** The pipeline: its answer to the question. What it throws is stored, and the next item goes on. */
  run: (item: ExperimentItem) => string | PromiseLike<string>;
  /**
   * From 0 to 1, 0.5 and more being right; `undefined` where it cannot judge. By default an answer
   * that states an expected one is right, and one of which nothing is expected is not judged.
   */
  judge?: (answer: JudgedAnswer) => Judged | PromiseLike<Judged>;
  /** The pipeline's client: each item is traced in a graph of its own. */
  memtrace?: MemTrace | undefined;
  /** The graph of an item, where several are asked of one memory. */
  graph?: (item: ExperimentItem) => string;
  /** Items that are run at once; 4 by default. */
  concurrency?: number | undefined;
  /** Id of an experiment that broke off: items without a result, or with an error, are run. */
  resume?: string | undefined;
  onProgress?: (progress: ExperimentProgress) => void;
}

export interface NewItem {
  readonly question: string;
  readonly expected?: string | readonly string[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

export interface ExperimentProgress {
  /** Of the experiment, from its beginning. */
  readonly id: string;
  readonly done: number;
  readonly total: number;
}

export interface Experiment {
  readonly id: string;
  readonly dataset: string;
  readonly name: string;
  readonly state: "running" | "done";
  readonly items: number;
  readonly figures: {
    readonly answered: number;
    readonly right: number;
    readonly wrong: number;
    readonly failed: number;
    readonly unjudged: number;
    /** Right ones among those that count; null where none does. */
    readonly share: number | null;
    readonly low: number;
    readonly high: number;
  };
}

interface Result {
  readonly item: string;
  readonly answer?: string;
  readonly score?: number | null;
  readonly reason?: string | null;
  readonly error?: string;
  readonly graph: string | null;
  readonly milliseconds: number;
}

/**
 * Runs the items of the dataset and gives back the figures. A result is stored once it is there, so
 * that an experiment that broke off goes on with `resume`.
 * @throws ServiceError where the service refuses, or cannot be reached for a minute
 */
export async function experiment(options: ExperimentOptions): Promise<Experiment> {
  const { resume, onProgress, concurrency = 4 } = options;
  const ask = service(options);
  const {
    id,
    dataset,
    items: total,
  } = resume
    ? await ask<Experiment>("GET", `/experiments/${encodeURIComponent(resume)}`)
    : await begin(ask, options);
  const known = new Set<string>();
  if (resume) {
    for await (const { item, error } of every<{ item: string; error: string | null }>(
      ask,
      `/experiments/${id}/results`,
    ))
      if (error === null) known.add(item);
  }
  const results = new Results(ask, id);
  let done = known.size;
  onProgress?.({ id, done, total });
  const waiting = every<ExperimentItem>(ask, `/datasets/${dataset}/items`);
  const runNext = async () => {
    for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => waiting.next() }) }) {
      if (known.has(item.id)) continue;
      if (results.failure) return;
      results.add(await inGraph(id, item, options));
      done++;
      onProgress?.({ id, done, total });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, runNext));
  await results.stored();
  // What is lost of the traces was reported by the client; the figures stand without.
  await options.memtrace?.flush().catch(() => undefined);
  return ask<Experiment>("POST", `/experiments/${id}/finish`);
}

async function begin(ask: Ask, { dataset, name = "" }: ExperimentOptions): Promise<Experiment> {
  if (typeof dataset === "string") return ask("POST", "/experiments", { dataset, name });
  const { id } = await ask<{ id: string }>("POST", "/datasets", { name: dataset.name });
  for (let at = 0; at < dataset.items.length; at += 1_000)
    await addItems(ask, id, dataset.items.slice(at, at + 1_000));
  return ask("POST", "/experiments", { dataset: id, name });
}

async function addItems(ask: Ask, dataset: string, items: readonly NewItem[]): Promise<void> {
  const { rejected } = await ask<{ rejected: { index: number; message: string }[] }>(
    "POST",
    `/datasets/${dataset}/items`,
    items,
  );
  for (const { index, message } of rejected)
    throw new ServiceError(400, `“${items[index]?.question}” is no item: ${message}`);
}

/** The rows of every page. */
async function* every<T>(ask: Ask, path: string): AsyncGenerator<T> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: T[]; next: string | null } = await ask("GET", `${path}?limit=200${from}`);
    yield* page.items;
    cursor = page.next;
  }
}

function inGraph(id: string, item: ExperimentItem, options: ExperimentOptions): Promise<Result> {
  const { memtrace, graph = () => `${id}:${item.id}` } = options;
  if (!memtrace?.enabled) return resultOf(item, options, null);
  const name = graph(item);
  return memtrace.graph(name, { metadata: { experiment: id } }, () =>
    memtrace.session(
      { category: "experiment", metadata: { experiment: id, item: item.id } },
      () => {
        memtrace.variable(item.question, { class: "query", category: "message & query" });
        return resultOf(item, options, name);
      },
    ),
  );
}

async function resultOf(
  item: ExperimentItem,
  { run, judge = byWords }: ExperimentOptions,
  graph: string | null,
): Promise<Result> {
  const started = performance.now();
  const told = () => ({
    ...{ item: item.id, graph },
    milliseconds: Math.round(performance.now() - started),
  });
  let answer: unknown;
  try {
    answer = await run(item);
  } catch (error) {
    return { ...told(), error: short(error) };
  }
  if (answer === undefined || answer === null)
    return { ...told(), error: "The pipeline gave no answer: return it as a text." };
  const prediction = encode(answer);
  const result = { ...told(), answer: cut(prediction, MAX_TEXT_CHARS) };
  const { question: query, expected, metadata } = item;
  const evidence = Array.isArray(metadata.evidence) ? { evidence: metadata.evidence } : {};
  try {
    const judged = await judge({ query, prediction, expected, ...evidence, item });
    if (judged === undefined) return result;
    const { score, reason = null } = isObject(judged) ? (judged as Judgement) : { score: judged };
    const from0To1 = Number(score);
    if (!(from0To1 >= 0 && from0To1 <= 1))
      return { ...result, error: `The judge gave ${score}; give a number from 0 to 1.` };
    return { ...result, score: from0To1, reason: reason && cut(reason, MAX_TEXT_CHARS) };
  } catch (error) {
    return { ...result, error: `The judge failed: ${short(error)}` };
  }
}

function byWords({ prediction, expected }: JudgedAnswer): boolean | undefined {
  return expected.length > 0 ? matches(prediction, expected) : undefined;
}

const short = (error: unknown) =>
  cut(error instanceof Error ? String(error) : encode(error), 2_000);

/** Characters of one request's results, which may be three bytes each. */
const REQUEST_CHARS = 200_000;

/** Stores results one request at a time, with what came meanwhile. */
class Results {
  failure: unknown;
  readonly #ask: Ask;
  readonly #path: string;
  #waiting: Result[] = [];
  #sending: Promise<void> | undefined;

  constructor(ask: Ask, experiment: string) {
    this.#ask = ask;
    this.#path = `/experiments/${experiment}/results`;
  }

  add(result: Result): void {
    this.#waiting.push(result);
    this.#sending ??= this.#send();
  }

  async stored(): Promise<void> {
    await this.#sending;
    if (this.failure) throw this.failure;
  }

  async #send(): Promise<void> {
    try {
      while (this.#waiting.length > 0) {
        let chars = 0;
        const fitting = this.#waiting.findIndex((result, at) => {
          chars += encode(result).length;
          return at === 100 || (at > 0 && chars > REQUEST_CHARS);
        });
        const results = this.#waiting.splice(0, fitting < 0 ? 100 : fitting);
        await this.#ask("POST", this.#path, { results });
      }
    } catch (error) {
      this.failure = error;
    }
    this.#sending = undefined;
  }
}
