import { and, desc, eq, gt, inArray, lt, lte, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import type {
  CreateEndpoint,
  Delivery,
  DeliveryAttempt,
  Endpoint,
  UpdateEndpoint,
  WebhookEventType,
} from "../../protocol/api/webhook-endpoints.ts";
import { type WebhookPayload, withoutTexts } from "../../protocol/api/webhook-payloads.ts";
import type { Cursor } from "../../protocol/cursor.ts";
import {
  MAX_EARLIER_SECRETS,
  MAX_REPLAYS_OF_DELIVERY,
  MAX_WEBHOOK_ENDPOINTS,
} from "../../protocol/limits.ts";
import { ruleDeliveries, rulesOfProject } from "../alerts/rule-deliveries.ts";
import { insertWithin } from "../conditional-insert.ts";
import { afterCursor, pageOf } from "../cursor.ts";
import type { Database } from "../database.ts";
import { delivery, endpoint } from "../schema/project.ts";
import { hasCome, isBeyondWaits } from "../stored-times.ts";
import { countDelivery } from "../usage/count-usage.ts";
import { testsWithin } from "./test-messages.ts";
import { type EndpointRow, toDelivery, toEndpoint } from "./webhook-views.ts";

export type NewDelivery = typeof delivery.$inferInsert;

/** A delivery that a worker has taken. Until its lease ends, no other worker takes it. */
export interface LeasedDelivery {
  readonly id: string;
  readonly payload: string;
  readonly round: number;
  readonly attempts: readonly DeliveryAttempt[];
  readonly endpoint: EndpointRow;
}

export interface DueDelivery {
  readonly id: string;
  readonly kind: EndpointRow["kind"];
  readonly url: string;
  /** Number of failed attempts since the endpoint's last successful attempt. */
  readonly failures: number;
}

/** Duration of a lease. Every attempt must take less time. */
const LEASE_MS = 60_000;
/**
 * Maximum number of logged attempts of a delivery. Replays could make the log grow without limit.
 */
const MAX_LOGGED_ATTEMPTS = 40;

export class WebhookRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /** Returns undefined if the project has the maximum number of endpoints. */
  async createEndpoint(id: string, input: CreateEndpoint, sealedSecret: string, now: number) {
    const row: EndpointRow = {
      id,
      project: this.#project,
      kind: "webhook",
      ...input,
      state: "enabled",
      disabledReason: null,
      secret: sealedSecret,
      earlierSecrets: [],
      failures: 0,
      createdAt: now,
    };
    const held = sql`select count(*) from endpoint where project = ${this.#project} and kind = 'webhook'`;
    const limit = MAX_WEBHOOK_ENDPOINTS;
    const isStored = await insertWithin(this.#database, endpoint, row, { held, limit });
    return isStored ? toEndpoint(row) : undefined;
  }

  async listEndpoints(): Promise<Endpoint[]> {
    const rows = await this.#database
      .select()
      .from(endpoint)
      .where(and(eq(endpoint.project, this.#project), eq(endpoint.kind, "webhook")))
      .orderBy(desc(endpoint.createdAt));
    return rows.map(toEndpoint);
  }

  async updateEndpoint(id: string, change: UpdateEndpoint): Promise<Endpoint | undefined> {
    const { url, description, events, state, includeTexts } = change;
    const [row] = await this.#database
      .update(endpoint)
      .set({
        // SQL allows no update without columns. So without a new description, set the column to its
        // own value.
        description: description ?? sql`${endpoint.description}`,
        ...{ url, events, state, includeTexts },
        ...(state === "enabled" ? { disabledReason: null } : {}),
        ...(state === "enabled" || url !== undefined ? { failures: 0 } : {}),
      })
      .where(this.#ownWebhook(id))
      .returning();
    return row && toEndpoint(row);
  }

  /**
   * Sets a new signing secret. The old secret also signs deliveries until `until`. Returns
   * undefined if the endpoint does not exist or has the maximum number of secrets.
   */
  async rotateSecret(
    id: string,
    sealedSecret: string,
    { now, until }: { now: number; until: number },
  ) {
    const stillSigning = sql`from json_each(earlier_secrets) where value ->> 'until' > ${now}`;
    const [row] = await this.#database
      .update(endpoint)
      .set({
        earlierSecrets: sql`json_insert(
          (select json_group_array(json(value)) ${stillSigning}),
          '$[#]', json_object('secret', secret, 'until', ${until}))`,
        secret: sealedSecret,
      })
      .where(
        and(this.#ownWebhook(id), sql`(select count(*) ${stillSigning}) < ${MAX_EARLIER_SECRETS}`),
      )
      .returning();
    return row && toEndpoint(row);
  }

  async deleteEndpoint(id: string): Promise<boolean> {
    const rows = await this.#database
      .delete(endpoint)
      .where(this.#ownWebhook(id))
      .returning({ id: endpoint.id });
    return rows.length > 0;
  }

  async disableEndpoint(id: string, reason: string): Promise<void> {
    await this.#database
      .update(endpoint)
      .set({ state: "disabled", disabledReason: reason })
      .where(this.#ownEndpoint(id));
  }

  /** Creates deliveries to subscribed endpoints and to channels of matching rules. Stores nothing. */
  async deliveriesFor(
    payload: WebhookPayload | readonly WebhookPayload[],
    newId: () => string,
    now: number,
  ): Promise<NewDelivery[]> {
    const rows = await this.#database
      .select({
        ...{ id: endpoint.id, events: endpoint.events, includeTexts: endpoint.includeTexts },
        rules: rulesOfProject(this.#project),
      })
      .from(endpoint)
      .where(and(eq(endpoint.project, this.#project), eq(endpoint.state, "enabled")));
    const payloads = [payload].flat();
    const direct = payloads.flatMap((one) =>
      rows
        .filter(({ events }) => events.some((event) => event === one.type))
        .map(({ id, includeTexts }) =>
          this.newDelivery(newId(), id, includeTexts ? one : withoutTexts(one), now),
        ),
    );
    const ruled = await ruleDeliveries(
      this.#database,
      this.#project,
      rows[0]?.rules ?? "[]",
      payloads,
      now,
    );
    const isNew = ({ endpoint: target, event }: NewDelivery) =>
      !direct.some((one) => one.endpoint === target && one.event === event);
    return [...direct, ...ruled.filter(isNew)];
  }

  newDelivery(
    id: string,
    endpointId: string,
    payload: WebhookPayload,
    now: number,
  ): NewDelivery & { id: string } {
    return {
      id,
      project: this.#project,
      endpoint: endpointId,
      event: payload.type satisfies WebhookEventType | "alert.fired" | "test",
      rule: null,
      payload: JSON.stringify(payload),
      state: "queued",
      attempts: [],
      nextAttemptAt: now,
      createdAt: now,
    };
  }

  async storeDeliveries(deliveries: readonly NewDelivery[]): Promise<void> {
    for (const row of deliveries) {
      await this.#database.insert(delivery).values(row).onConflictDoNothing();
    }
  }

  /** Returns the deliveries, newest first. */
  async listDeliveries(
    filter: { endpoint?: string; state?: Delivery["state"] },
    cursor: Cursor | undefined,
    limit: number,
  ) {
    const after = afterCursor(cursor, delivery.createdAt, delivery.id);
    const rows = await this.#deliveries(
      and(
        filter.endpoint ? eq(delivery.endpoint, filter.endpoint) : undefined,
        filter.state ? eq(delivery.state, filter.state) : undefined,
        after,
      ),
      limit + 1,
    );
    return pageOf(rows, limit, toDelivery, ({ delivery: row }) => ({
      time: row.createdAt,
      id: row.id,
    }));
  }

  async findDelivery(id: string): Promise<Delivery | undefined> {
    const [row] = await this.#deliveries(eq(delivery.id, id), 1);
    return row && toDelivery(row);
  }

  /**
   * Queues the delivery again, with the same id. Returns false if the delivery does not exist or
   * has the maximum number of replays.
   */
  async replay(id: string, now: number): Promise<boolean> {
    const { meta } = await this.#database
      .update(delivery)
      .set({
        ...{ state: "queued", round: 0, nextAttemptAt: now },
        replays: sql`${delivery.replays} + 1`,
      })
      .where(and(this.#ownDelivery(id), lt(delivery.replays, MAX_REPLAYS_OF_DELIVERY)));
    return meta.changes > 0;
  }

  /** Returns false if the project has reached its hourly limit of tests. */
  async storeTest(test: NewDelivery, now: number): Promise<boolean> {
    const row = { nextAttemptAt: null, round: 0, replays: 0, ...test, rule: null };
    return insertWithin(this.#database, delivery, row, testsWithin(this.#project, now));
  }

  /** Returns due deliveries, longest waiting first, at most `perEndpoint` for each endpoint. */
  async due(now: number, perEndpoint: number): Promise<DueDelivery[]> {
    const { kind, url, failures } = endpoint;
    const first = (isDue: SQL) => {
      const next = this.#database
        .select({ id: delivery.id })
        .from(delivery)
        .where(and(eq(delivery.endpoint, endpoint.id), sql`${delivery.state} = 'queued'`, isDue))
        .orderBy(delivery.nextAttemptAt)
        .limit(perEndpoint);
      const due = alias(delivery, "due");
      return this.#database
        .select({ id: due.id, kind, url, failures })
        .from(endpoint)
        .innerJoin(due, inArray(due.id, next))
        .where(eq(endpoint.project, this.#project))
        .orderBy(due.nextAttemptAt);
    };
    const [due, ahead] = await this.#database.batch([
      first(lte(delivery.nextAttemptAt, now)),
      first(isBeyondWaits(delivery.nextAttemptAt, now)),
    ]);
    return [...due, ...ahead];
  }

  /** Takes the delivery. Returns undefined if it is not due or another worker has taken it. */
  async lease(id: string, now: number): Promise<LeasedDelivery | undefined> {
    const [row] = await this.#database
      .update(delivery)
      .set({ nextAttemptAt: now + LEASE_MS })
      .where(
        and(
          this.#ownDelivery(id),
          eq(delivery.state, "queued"),
          hasCome(delivery.nextAttemptAt, now),
        ),
      )
      .returning();
    if (row === undefined) return undefined;
    const [target] = await this.#database
      .select()
      .from(endpoint)
      .where(this.#ownEndpoint(row.endpoint));
    return target && { ...row, endpoint: target };
  }

  /**
   * Stores an attempt and the delivery's new state.
   * @param also statements to run in the same transaction
   */
  async recordAttempt(
    leased: LeasedDelivery,
    attempt: DeliveryAttempt,
    state: Delivery["state"],
    nextAttemptAt: number | null,
    also: readonly BatchItem<"sqlite">[] = [],
  ): Promise<void> {
    const record = this.#database
      .update(delivery)
      .set({
        attempts: [...leased.attempts, attempt].slice(-MAX_LOGGED_ATTEMPTS),
        round: leased.round + 1,
        state,
        nextAttemptAt,
      })
      .where(this.#ownDelivery(leased.id));
    const isReceived = state === "delivered";
    const remember = this.#database
      .update(endpoint)
      .set({ failures: isReceived ? 0 : sql`${endpoint.failures} + 1` })
      .where(
        and(
          this.#ownEndpoint(leased.endpoint.id),
          isReceived ? gt(endpoint.failures, 0) : undefined,
        ),
      );
    const counting = isReceived
      ? [countDelivery(this.#database, this.#project, Date.parse(attempt.at))]
      : [];
    await this.#database.batch([record, remember, ...counting, ...also]);
  }

  /**
   * Counts the failed deliveries that are newer than the endpoint's last successful delivery.
   * `since` is the time at which the first of them was created. Failed tests do not count.
   */
  async failedRun(
    endpointId: string,
    now: number,
  ): Promise<{ deliveries: number; since: number | null }> {
    const received = this.#database
      .select({ at: sql`coalesce(max(${delivery.createdAt}), 0)` })
      .from(delivery)
      .where(
        and(
          eq(delivery.project, this.#project),
          eq(delivery.endpoint, endpointId),
          eq(delivery.state, "delivered"),
          lte(delivery.createdAt, now),
        ),
      );
    const [row] = await this.#database
      .select({
        deliveries: sql<number>`count(*)`,
        since: sql<number | null>`min(${delivery.createdAt})`,
      })
      .from(delivery)
      .where(
        and(
          eq(delivery.project, this.#project),
          eq(delivery.endpoint, endpointId),
          eq(delivery.state, "failed"),
          ne(delivery.event, "test"),
          sql`${delivery.createdAt} > (${received})`,
        ),
      );
    return row ?? { deliveries: 0, since: null };
  }

  #deliveries(where: Parameters<typeof and>[0], limit: number) {
    return this.#database
      .select({ delivery, url: endpoint.url })
      .from(delivery)
      .innerJoin(endpoint, eq(delivery.endpoint, endpoint.id))
      .where(and(eq(delivery.project, this.#project), where))
      .orderBy(desc(delivery.createdAt), desc(delivery.id))
      .limit(limit);
  }

  /** Finds an endpoint, but no channel: channels have their own API. */
  #ownWebhook(id: string) {
    return and(this.#ownEndpoint(id), eq(endpoint.kind, "webhook"));
  }

  #ownEndpoint(id: string) {
    return and(eq(endpoint.project, this.#project), eq(endpoint.id, id));
  }

  #ownDelivery(id: string) {
    return and(eq(delivery.project, this.#project), eq(delivery.id, id));
  }
}
