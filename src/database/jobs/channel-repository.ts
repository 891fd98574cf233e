/** Channels of one project. Their deliveries are those of `WebhookRepository`. */
import { and, desc, eq, ne, sql } from "drizzle-orm";
import type { Channel, CreateChannel, UpdateChannel } from "../../protocol/api/alerts/channels.ts";
import { MAX_CHANNELS } from "../../protocol/limits.ts";
import { insertWithin } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { member, user } from "../schema/identity.ts";
import { endpoint, project } from "../schema/project.ts";

/** Where a channel sends to. */
export interface StoredTarget {
  /** The shortened address. */
  readonly address: string;
  readonly sealed: string;
}

export class ChannelRepository {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * The addresses that belong to no member of the project's organization, or to one who has not
   * proved it.
   */
  async strangersAmong(addresses: readonly string[]): Promise<string[]> {
    const known = await this.#database
      .select({ email: user.email })
      .from(user)
      .innerJoin(member, eq(member.userId, user.id))
      .innerJoin(project, eq(project.organization, member.organizationId))
      .where(
        and(
          eq(project.id, this.#project),
          eq(user.emailVerified, true),
          sql`${user.email} in (select lower(value) from json_each(${JSON.stringify(addresses)}))`,
        ),
      );
    const emails = new Set(known.map(({ email }) => email));
    return addresses.filter((address) => !emails.has(address.toLowerCase()));
  }

  /** Undefined if the project is at its limit. */
  async create(
    id: string,
    { kind, name, events }: Pick<CreateChannel, "kind" | "name"> & Pick<Channel, "events">,
    { address, sealed }: StoredTarget,
    now: number,
  ): Promise<Channel | undefined> {
    const row: typeof endpoint.$inferSelect = {
      ...{ id, project: this.#project, kind, url: address, description: name, events },
      ...{ state: "enabled", disabledReason: null, includeTexts: true, secret: sealed },
      ...{ earlierSecrets: [], failures: 0, createdAt: now },
    };
    const held = sql`select count(*) from endpoint where project = ${this.#project} and kind <> 'webhook'`;
    const isStored = await insertWithin(this.#database, endpoint, row, {
      ...{ held, limit: MAX_CHANNELS },
    });
    return isStored ? toChannel(row) : undefined;
  }

  async list(): Promise<Channel[]> {
    const rows = await this.#database
      .select()
      .from(endpoint)
      .where(and(eq(endpoint.project, this.#project), ne(endpoint.kind, "webhook")))
      .orderBy(desc(endpoint.createdAt), desc(endpoint.id));
    return rows.map(toChannel);
  }

  async find(id: string): Promise<Channel | undefined> {
    const [row] = await this.#database.select().from(endpoint).where(this.#own(id));
    return row && toChannel(row);
  }

  async update(
    id: string,
    { name, events, state }: UpdateChannel,
    target: StoredTarget | undefined,
  ): Promise<Channel | undefined> {
    const [row] = await this.#database
      .update(endpoint)
      .set({
        // An update without columns is no valid statement, so a missing name is set to itself.
        description: name ?? sql`${endpoint.description}`,
        ...{ events, state },
        ...(target === undefined ? {} : { url: target.address, secret: target.sealed }),
        ...(state === "enabled" ? { disabledReason: null } : {}),
        ...(state === "enabled" || target !== undefined ? { failures: 0 } : {}),
      })
      .where(this.#own(id))
      .returning();
    return row && toChannel(row);
  }

  /** Deletes the channel with its deliveries. */
  async delete(id: string): Promise<boolean> {
    const rows = await this.#database
      .delete(endpoint)
      .where(this.#own(id))
      .returning({ id: endpoint.id });
    return rows.length > 0;
  }

  #own(id: string) {
    return and(
      eq(endpoint.project, this.#project),
      eq(endpoint.id, id),
      ne(endpoint.kind, "webhook"),
    );
  }
}

function toChannel(row: typeof endpoint.$inferSelect): Channel {
  const { id, kind, url, description, events, state, disabledReason, createdAt } = row;
  if (kind === "webhook") throw new Error(`${id} is a webhook endpoint, not a channel`);
  return {
    ...{ id, kind, name: description, address: url, events, state, disabledReason },
    createdAt: new Date(createdAt).toISOString(),
  };
}
