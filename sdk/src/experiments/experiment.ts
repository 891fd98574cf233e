/**
 * `@memtrace/sdk/experiment`: asks a pipeline every question of a dataset, and stores the results.
 */
import { cut, encode, isObject } from "../core/encode.ts";
import type { Judgement } from "../core/options.ts";
import { type Ask, ServiceError, service } from "../core/service.ts";
import { MAX_TEXT_CHARS } from "../core/wire.ts";
import type {
  Experiment,
  ExperimentItem,
  ExperimentOptions,
  JudgedAnswer,
  NewItem,
} from "./experiment-options.ts";
import { type ItemResult, ResultQueue } from "./experiment-results.ts";
import { matches } from "./matches.ts";

export type {
  Experiment,
  ExperimentItem,
  ExperimentOptions,
  ExperimentProgress,
  JudgedAnswer,
  NewItem,
} from "./experiment-options.ts";
export { matches, ServiceError };

/**
 * Runs the items of the dataset and returns the figures. It stores each result at once, so `resume`
 * can continue an interrupted experiment.
 * @throws ServiceError if the service refuses a request, or cannot be reached for a minute
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
  const finished = new Set<string>();
  if (resume) {
    for await (const { item, error } of allRows<{ item: string; error: string | null }>(
      ask,
      `/experiments/${id}/results`,
    ))
      if (error === null) finished.add(item);
  }
  const results = new ResultQueue(ask, id);
  let done = finished.size;
  onProgress?.({ id, done, total });
  const waiting = allRows<ExperimentItem>(ask, `/datasets/${dataset}/items`);
  const runNext = async () => {
    for await (const item of { [Symbol.asyncIterator]: () => ({ next: () => waiting.next() }) }) {
      if (finished.has(item.id)) continue;
      if (results.failure) return;
      results.add(await runInGraph(id, item, options));
      done++;
      onProgress?.({ id, done, total });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, runNext));
  await results.stored();
  // The client has reported lost events. The figures do not depend on them.
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

/** The rows of all pages. */
async function* allRows<T>(ask: Ask, path: string): AsyncGenerator<T> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: T[]; next: string | null } = await ask("GET", `${path}?limit=200${from}`);
    yield* page.items;
    cursor = page.next;
  }
}

function runInGraph(
  id: string,
  item: ExperimentItem,
  options: ExperimentOptions,
): Promise<ItemResult> {
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
  { run, judge = judgeByWords }: ExperimentOptions,
  graph: string | null,
): Promise<ItemResult> {
  const started = performance.now();
  const base = () => ({
    ...{ item: item.id, graph },
    milliseconds: Math.round(performance.now() - started),
  });
  let answer: unknown;
  try {
    answer = await run(item);
  } catch (error) {
    return { ...base(), error: short(error) };
  }
  if (answer === undefined || answer === null)
    return { ...base(), error: "The pipeline gave no answer: return it as a text." };
  const prediction = encode(answer);
  const result = { ...base(), answer: cut(prediction, MAX_TEXT_CHARS) };
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

function judgeByWords({ prediction, expected }: JudgedAnswer): boolean | undefined {
  return expected.length > 0 ? matches(prediction, expected) : undefined;
}

const short = (error: unknown) =>
  cut(error instanceof Error ? String(error) : encode(error), 2_000);
