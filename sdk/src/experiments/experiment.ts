/**
 * `@memtrace/sdk/experiment`: gives a dataset's questions to your app's pipeline and stores the
 * results.
 */
import { ServiceError, service } from "../core/service.ts";
import type { Experiment, ExperimentItem, ExperimentOptions } from "./experiment-options.ts";
import { allRows, begin, finishedItems } from "./experiment-requests.ts";
import { type ItemResult, ResultQueue } from "./experiment-results.ts";
import { resultOf } from "./item-result.ts";
import { matches } from "./matches.ts";

export type {
  Experiment,
  ExperimentItem,
  ExperimentOptions,
  ExperimentProgress,
  JudgedAnswer,
  NewItem,
  Undecided,
} from "./experiment-options.ts";
export { matches, ServiceError };

/**
 * Runs the dataset's items and returns the figures. Stores each result immediately, so `resume` can
 * continue an interrupted experiment.
 * @throws ServiceError if the service refuses a request, or if a request fails six times
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
  const finished = resume ? await finishedItems(ask, id) : new Set<string>();
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
  // If the flush fails, continue: the client has already reported the failure, and the service
  // computes the experiment's figures from the results, not from the events.
  await options.memtrace?.flush().catch(() => undefined);
  return ask<Experiment>("POST", `/experiments/${id}/finish`);
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
