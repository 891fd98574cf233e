/** Usage events for the billing system. Each event belongs to one project, day and meter. */
import { and, asc, eq, sql } from "drizzle-orm";
import type { Meter } from "../../protocol/api/teams/plans.ts";
import type { Database } from "../database.ts";
import { billingEvent } from "../schema/teams/operation.ts";
import { hasCome } from "../stored-times.ts";

export type BillingRow = typeof billingEvent.$inferSelect;

/** Maximum number of events of a meter that one run adds. The next run continues. */
const MOST_ADDED = 500;

export class BillingRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Compares each project's usage on each day from `from` to `to` with the sum of that day's
   * events. If they differ, adds an event with the difference. The first event of a day has the
   * whole usage.
   */
  async addUntold(meters: readonly Meter[], from: string, to: string, now: number): Promise<void> {
    for (const meter of meters) await this.#database.run(untold(meter, from, to, now));
  }

  /** Returns the events to send now, longest waiting first. */
  async due(now: number, limit: number): Promise<BillingRow[]> {
    return this.#database
      .select()
      .from(billingEvent)
      .where(and(sql`${billingEvent.state} = 'queued'`, hasCome(billingEvent.nextAttemptAt, now)))
      .orderBy(asc(billingEvent.nextAttemptAt), asc(billingEvent.id))
      .limit(limit);
  }

  async sent({ id }: BillingRow): Promise<void> {
    await this.#change(id, { state: "sent", failure: null });
  }

  async retry({ id }: BillingRow, failure: string, nextAttemptAt: number): Promise<void> {
    await this.#change(id, { failure, nextAttemptAt });
  }

  /** Marks waiting events of days before `day` as failed. */
  async giveUpBefore(day: string, failure: string): Promise<void> {
    await this.#database
      .update(billingEvent)
      .set({ state: "failed", failure: sql`coalesce(${billingEvent.failure}, ${failure})` })
      // The `+` stops SQLite from using the index on days. With this index, it would read the
      // events of all earlier days.
      .where(sql`${billingEvent.state} = 'queued' and +${billingEvent.day} < ${day}`);
  }

  /** Changes the event only if it still waits, because a parallel run may have sent it already. */
  async #change(id: string, set: Partial<BillingRow>): Promise<void> {
    await this.#database
      .update(billingEvent)
      .set({ ...set, attempts: sql`${billingEvent.attempts} + 1` })
      .where(and(eq(billingEvent.id, id), eq(billingEvent.state, "queued")));
  }
}

function untold(meter: Meter, from: string, to: string, now: number) {
  const counted = sql.raw(meter);
  const told = sql`from billing_event
    where day = used.day and project = used.project and meter = ${meter}`;
  return sql`insert into billing_event (id, customer, project, meter, day, value, state, attempts,
      next_attempt_at, failure, created_at)
    select project || '-' || ${meter} || '-' || day || '-' || number, customer, project, ${meter}, day,
      amount - told, 'queued', 0, ${now}, null, ${now}
    from (
      select used.project, used.day, used.${counted} as amount, billing_customer.customer,
        (select coalesce(sum(value), 0) ${told}) as told, (select count(*) ${told}) as number
      from billing_customer
      join usage_day as used on used.organization = billing_customer.organization
        and used.day >= ${from} and used.day <= ${to}
    )
    where amount <> told limit ${MOST_ADDED}`;
}
