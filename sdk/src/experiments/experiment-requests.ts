import { type Ask, ServiceError } from "../core/service.ts";
import type { Experiment, ExperimentOptions, NewItem } from "./experiment-options.ts";

/** Stores the given items in the dataset, then creates an experiment on it. */
export async function begin(
  ask: Ask,
  { dataset, name = "" }: Pick<ExperimentOptions, "dataset" | "name">,
): Promise<Experiment> {
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
    throw new ServiceError(400, `“${items[index]?.question}” is not a valid item: ${message}`);
}

/** Requests page after page, and yields the rows of each page. */
export async function* allRows<T>(ask: Ask, path: string): AsyncGenerator<T> {
  for (let cursor: string | null = ""; cursor !== null; ) {
    const from: string = cursor && `&cursor=${encodeURIComponent(cursor)}`;
    const page: { items: T[]; next: string | null } = await ask("GET", `${path}?limit=200${from}`);
    yield* page.items;
    cursor = page.next;
  }
}

/** Returns items whose stored result has no error. A resumed experiment skips them. */
export async function finishedItems(ask: Ask, experiment: string): Promise<Set<string>> {
  const finished = new Set<string>();
  const path = `/experiments/${experiment}/results`;
  for await (const { item, error } of allRows<{ item: string; error: string | null }>(ask, path))
    if (error === null) finished.add(item);
  return finished;
}
