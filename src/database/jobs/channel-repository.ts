/** A project's channels. `WebhookRepository` stores their deliveries. */
import { and, desc, eq, getTableColumns, ne, sql } from "drizzle-orm";
import type { Channel, CreateChannel, UpdateChannel } from "../../protocol/api/alerts/channels.ts";
import { MAX_CHANNELS } from "../../protocol/limits.ts";
import { knownAddresses } from "../alerts/channel-readers.ts";
import { insertWithin } from "../conditional-insert.ts";
import type { Database } from "../database.ts";
import { unsubscription } from "../schema/alerts.ts";
import { endpoint } from "../schema/project.ts";

/** The address to which a channel sends messages. */
export interface StoredTarget {
  /** Shortened address, which people see. */
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

  /** Returns the addresses that nobody with access to the project has confirmed. */
  async strangersAmong(addresses: readonly string[]): Promise<string[]> {
    const emails = await knownAddresses(this.#database, this.#project, addresses);
    return addresses.filter((address) => !emails.has(address.toLowerCase()));
  }

  /** Returns undefined if the project has the maximum number of channels. */
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
    return isStored ? toChannel({ ...row, unsubscribed: "[]" }) : undefined;
  }

  async list(): Promise<Channel[]> {
    const rows = await this.#database
      .select(SHOWN)
      .from(endpoint)
      .where(and(eq(endpoint.project, this.#project), ne(endpoint.kind, "webhook")))
      .orderBy(desc(endpoint.createdAt), desc(endpoint.id));
    return rows.map(toChannel);
  }

  async find(id: string): Promise<Channel | undefined> {
    const [row] = await this.#database.select(SHOWN).from(endpoint).where(this.#own(id));
    return row && toChannel(row);
  }

  async update(
    id: string,
    { name, events, state }: UpdateChannel,
    target: StoredTarget | undefined,
  ): Promise<Channel | undefined> {
    await this.#database
      .update(endpoint)
      .set({
        // SQL allows no update without columns. So without a new name, set the column to its own
        // value.
        description: name ?? sql`${endpoint.description}`,
        ...{ events, state },
        ...(target === undefined ? {} : { url: target.address, secret: target.sealed }),
        ...(state === "enabled" ? { disabledReason: null } : {}),
        ...(state === "enabled" || target !== undefined ? { failures: 0 } : {}),
      })
      .where(this.#own(id));
    return this.find(id);
  }

  /** Deletes the channel and its deliveries. */
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

const SHOWN = {
  ...getTableColumns(endpoint),
  unsubscribed: sql<string>`(select json_group_array(${unsubscription.address})
    from ${unsubscription} where ${unsubscription.endpoint} = ${endpoint.id})`,
};

function toChannel(row: typeof endpoint.$inferSelect & { readonly unsubscribed: string }): Channel {
  const { id, kind, url, description, events, state, disabledReason, createdAt } = row;
  if (kind === "webhook") throw new Error(`${id} is a webhook endpoint, not a channel`);
  return {
    ...{ id, kind, name: description, address: url, events, state, disabledReason },
    unsubscribed: JSON.parse(row.unsubscribed),
    createdAt: new Date(createdAt).toISOString(),
  };
}
