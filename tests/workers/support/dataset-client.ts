/** A client for datasets and experiments, as a program with a key would use it. */
import type { Dataset, DatasetItem, ItemsAdded } from "../../../src/protocol/api/experiments.ts";
import { send } from "./tenants.ts";
import { failingVerdict, forgottenDog, sendPacked } from "./traces.ts";
import { until } from "./until.ts";

export interface Page<T> {
  readonly items: T[];
  readonly next: string | null;
}

export class DatasetClient {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  async ask<T>(method: string, path: string, body?: unknown, type = "application/json") {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const answer = await send(`/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.#key}`,
        ...(body === undefined ? {} : { "content-type": type }),
      },
      ...(body === undefined ? {} : { body: text }),
    });
    const read = await answer.text();
    return { status: answer.status, body: (read === "" ? undefined : JSON.parse(read)) as T };
  }

  /** Returns the id of the dataset with this name. Creates the dataset if necessary. */
  async newDataset(name = "questions"): Promise<string> {
    return (await this.ask<Dataset>("POST", "/datasets", { name })).body.id;
  }

  async addItems(dataset: string, body: unknown, type?: string): Promise<ItemsAdded> {
    return (await this.ask<ItemsAdded>("POST", `/datasets/${dataset}/items`, body, type)).body;
  }

  async itemsOf(dataset: string): Promise<DatasetItem[]> {
    return (await this.ask<Page<DatasetItem>>("GET", `/datasets/${dataset}/items`)).body.items;
  }

  /** Makes a dataset with one item, from a case of this graph. */
  async madeOfCase(graph: string): Promise<string> {
    await sendPacked(this.#key, [...forgottenDog(graph), failingVerdict(graph)]);
    await until(async () => {
      const found = await this.ask<Page<unknown>>("GET", `/cases?graph=${graph}`);
      return found.body.items[0];
    });
    const dataset = await this.newDataset();
    await this.ask("POST", `/datasets/${dataset}/cases`, { graph });
    return dataset;
  }
}
