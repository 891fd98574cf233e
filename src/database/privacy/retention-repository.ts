/** Stores for how many days a project keeps each kind of row. */
import { eq } from "drizzle-orm";
import { DEFAULT_RETENTION, type RetentionSettings } from "../../protocol/api/privacy/retention.ts";
import type { Database } from "../database.ts";
import { projectRetention } from "../schema/privacy.ts";

export class RetentionRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  async settings(): Promise<RetentionSettings> {
    const { cases, reports, deliveries, usage } = projectRetention;
    const [row] = await this.#database
      .select({ cases, reports, deliveries, usage })
      .from(projectRetention)
      .where(eq(projectRetention.project, this.#project));
    return row ?? DEFAULT_RETENTION;
  }

  async put(settings: RetentionSettings): Promise<RetentionSettings> {
    await this.#database
      .insert(projectRetention)
      .values({ project: this.#project, ...settings })
      .onConflictDoUpdate({ target: projectRetention.project, set: settings });
    return settings;
  }
}
