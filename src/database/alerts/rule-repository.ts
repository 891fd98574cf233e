import { and, desc, eq, sql } from "drizzle-orm";
import type { AlertRule, AlertRuleSettings } from "../../protocol/api/alerts/rules.ts";
import type { WebhookPayload } from "../../protocol/api/webhook-payloads.ts";
import { MAX_ALERT_RULES } from "../../protocol/limits.ts";
import { insertWithin } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { testsWithin } from "../jobs/test-messages.ts";
import { alertRule } from "../schema/alerts.ts";
import { delivery } from "../schema/project.ts";
import { deliveriesOfRule, type RuleDelivery } from "./rule-deliveries.ts";

type Row = typeof alertRule.$inferSelect;

export class RuleRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns undefined if the project already has the maximum number of rules. */
  async create(id: string, settings: AlertRuleSettings, now: number) {
    const row: Row = {
      ...{ id, project: this.#project, settings, isTimed: isTimed(settings) },
      ...{ createdAt: now, checkedAt: now, firedAt: null },
    };
    const held = sql`select count(*) from alert_rule where project = ${this.#project}`;
    const limit = MAX_ALERT_RULES;
    const isStored = await insertWithin(this.#database, alertRule, row, { held, limit });
    return isStored ? toRule(row) : undefined;
  }

  async list(): Promise<AlertRule[]> {
    const rows = await this.#database
      .select()
      .from(alertRule)
      .where(eq(alertRule.project, this.#project))
      .orderBy(desc(alertRule.createdAt), desc(alertRule.id));
    return rows.map(toRule);
  }

  async find(id: string): Promise<AlertRule | undefined> {
    const [row] = await this.#database.select().from(alertRule).where(this.#own(id));
    return row && toRule(row);
  }

  /** Returns undefined if the rule does not exist. */
  async update(id: string, settings: AlertRuleSettings): Promise<AlertRule | undefined> {
    const [row] = await this.#database
      .update(alertRule)
      .set({ settings, isTimed: isTimed(settings) })
      .where(this.#own(id))
      .returning();
    return row && toRule(row);
  }

  async delete(id: string): Promise<boolean> {
    const rows = await this.#database
      .delete(alertRule)
      .where(this.#own(id))
      .returning({ id: alertRule.id });
    return rows.length > 0;
  }

  /**
   * Stores one test delivery for each enabled channel of the rule, until the project reaches the
   * hourly limit of test deliveries.
   * @returns `ids`: the ids of the stored deliveries. `wanted`: the number of enabled channels,
   * which is higher than the number of ids if the limit was reached
   */
  async sendSample(
    rule: AlertRule,
    payload: WebhookPayload,
    now: number,
  ): Promise<{ readonly ids: readonly string[]; readonly wanted: number }> {
    const sample = { id: rule.id, settings: { ...rule, quiet: null } };
    const made = await deliveriesOfRule(
      ...([this.#database, this.#project, sample, payload, crypto.randomUUID(), now] as const),
    );
    const ids: string[] = [];
    for (const each of made) {
      const own = { nextAttemptAt: now, rule: rule.id, round: 0, replays: 0 };
      const row = { ...each, ...own, event: "test" as const };
      const within = testsWithin(this.#project, now);
      if (await insertWithin(this.#database, delivery, row, within)) ids.push(row.id);
    }
    return { ids, wanted: made.length };
  }

  /** Returns the rules with a threshold or digest that were last checked before `before`. */
  async timed(before: number): Promise<Row[]> {
    return this.#database
      .select()
      .from(alertRule)
      .where(
        and(
          eq(alertRule.project, this.#project),
          sql`is_timed`,
          sql`${alertRule.checkedAt} < ${before}`,
        ),
      );
  }

  /**
   * Stores the time of the check. If the check led to a message, also stores the message's
   * deliveries. If another check of this rule runs at the same time and leads to the same headline,
   * its deliveries have the same ids, so each delivery is stored only once.
   * @returns the ids of the deliveries, which the caller must wake
   */
  async recordCheck(rule: Row, payload: WebhookPayload | null, now: number): Promise<string[]> {
    const made = payload === null ? [] : await this.#deliveries(rule, payload, now);
    await this.#database.batch([
      this.#database
        .update(alertRule)
        .set({ checkedAt: now, ...(payload === null ? {} : { firedAt: now }) })
        .where(and(this.#own(rule.id), eq(alertRule.checkedAt, rule.checkedAt))),
      ...made.map((row) => this.#database.insert(delivery).values(row).onConflictDoNothing()),
    ]);
    return made.map(({ id }) => id);
  }

  #deliveries(
    rule: Pick<Row, "id" | "settings" | "checkedAt">,
    payload: WebhookPayload,
    now: number,
  ): Promise<RuleDelivery[]> {
    const cause = payload.type === "alert.fired" ? payload.data.headline : payload.type;
    const { checkedAt } = rule;
    return deliveriesOfRule(this.#database, this.#project, rule, payload, cause, now, checkedAt);
  }

  #own(id: string) {
    return and(eq(alertRule.project, this.#project), eq(alertRule.id, id));
  }
}

const isTimed = ({ threshold, digest }: AlertRuleSettings) =>
  threshold !== null || digest !== "none";

function toRule({ id, settings, createdAt, firedAt }: Row): AlertRule {
  return {
    ...settings,
    id,
    createdAt: new Date(createdAt).toISOString(),
    firedAt: firedAt === null ? null : new Date(firedAt).toISOString(),
  };
}
