import { and, asc, eq, gte, sql } from "drizzle-orm";
import type { RedactionDay, RedactionSettings } from "../../protocol/api/redaction.ts";
import type { Database } from "../database.ts";
import { redaction, redactionCount } from "../schema/redaction.ts";

const DAY_MS = 86_400_000;
/** Number of days, up to today, that `counts` returns. */
const COUNTED_DAYS = 30;

export interface StoredRedaction {
  readonly settings: RedactionSettings;
  readonly sealedKey: string;
}

export class RedactionRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns undefined if the project never had settings. */
  async get(): Promise<StoredRedaction | undefined> {
    const [row] = await this.#database
      .select({ settings: redaction.settings, sealedKey: redaction.sealedKey })
      .from(redaction)
      .where(eq(redaction.project, this.#project));
    return row;
  }

  /**
   * Stores the settings. If the project already has a key, keeps that key and ignores
   * `newSealedKey`. A new key would give known texts new pseudonyms.
   */
  async put(settings: RedactionSettings, newSealedKey: string): Promise<void> {
    await this.#database
      .insert(redaction)
      .values({ project: this.#project, settings, sealedKey: newSealedKey })
      .onConflictDoUpdate({ target: redaction.project, set: { settings } });
  }

  async count(counts: ReadonlyMap<string, number>, now: number): Promise<void> {
    const day = dayOf(now);
    const rows = [...counts].map(([kind, count]) => ({ project: this.#project, day, kind, count }));
    if (rows.length === 0) return;
    await this.#database
      .insert(redactionCount)
      .values(rows)
      .onConflictDoUpdate({
        target: [redactionCount.project, redactionCount.day, redactionCount.kind],
        set: { count: sql`${redactionCount.count} + excluded.count` },
      });
  }

  /**
   * Returns the counts of the last `COUNTED_DAYS` days, oldest first. Leaves out days without
   * redactions.
   */
  async counts(now: number): Promise<RedactionDay[]> {
    const rows = await this.#database
      .select({
        day: redactionCount.day,
        kind: redactionCount.kind,
        count: redactionCount.count,
      })
      .from(redactionCount)
      .where(
        and(
          eq(redactionCount.project, this.#project),
          gte(redactionCount.day, dayOf(now - (COUNTED_DAYS - 1) * DAY_MS)),
        ),
      )
      .orderBy(asc(redactionCount.day), asc(redactionCount.kind));
    const days = Map.groupBy(rows, ({ day }) => day);
    return [...days].map(([day, items]) => ({
      day,
      counts: items.map(({ kind, count }) => ({ kind, count })),
    }));
  }
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
