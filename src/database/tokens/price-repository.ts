import { eq } from "drizzle-orm";
import { PriceList } from "../../graph/token-cost.ts";
import type { ModelPrices } from "../../protocol/api/insights/model-prices.ts";
import type { Database } from "../database.ts";
import { modelPrices } from "../schema/model.ts";

export class PriceRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async prices(): Promise<ModelPrices> {
    const [row] = await pricesIn(this.#database, this.#project);
    return { prices: [...(row?.prices ?? [])] };
  }

  async put({ prices }: ModelPrices): Promise<ModelPrices> {
    await this.#database
      .insert(modelPrices)
      .values({ project: this.#project, prices })
      .onConflictDoUpdate({ target: modelPrices.project, set: { prices } });
    return { prices };
  }
}

/** Query for the project's prices, which can run in a batch. Pass its rows to `priceListOf`. */
export function pricesIn(database: Database, project: string) {
  return database
    .select({ prices: modelPrices.prices })
    .from(modelPrices)
    .where(eq(modelPrices.project, project));
}

export function priceListOf([row]: Awaited<ReturnType<typeof pricesIn>>): PriceList {
  return new PriceList(row?.prices ?? []);
}
