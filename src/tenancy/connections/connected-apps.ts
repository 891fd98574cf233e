import { and, desc, eq, isNotNull } from "drizzle-orm";
import { afterCursor, pageOf } from "../../database/cursor.ts";
import type { Database } from "../../database/database.ts";
import { user } from "../../database/schema/identity.ts";
import { oauthClient, oauthConnection } from "../../database/schema/teams/connections.ts";
import type { ConnectedApp } from "../../protocol/api/teams/connected-apps.ts";
import type { Cursor } from "../../protocol/cursor.ts";

export class ConnectedApps {
  readonly #database: Database;
  readonly #project: string;

  constructor(database: Database, project: string) {
    this.#database = database;
    this.#project = project;
  }

  /**
   * Returns the connections, newest first. An app that has not exchanged its code yet is left out.
   */
  async list(cursor: Cursor | undefined, limit: number) {
    const { id, createdAt, scopes, lastUsedAt } = oauthConnection;
    const rows = await this.#database
      .select({
        connection: { id, createdAt, scopes, lastUsedAt },
        app: oauthClient.name,
        person: { id: user.id, name: user.name, email: user.email },
      })
      .from(oauthConnection)
      .innerJoin(oauthClient, eq(oauthClient.id, oauthConnection.client))
      .innerJoin(user, eq(user.id, oauthConnection.userId))
      .where(
        and(
          eq(oauthConnection.project, this.#project),
          isNotNull(oauthConnection.redeemedAt),
          afterCursor(cursor, createdAt, id),
        ),
      )
      .orderBy(desc(createdAt), desc(id))
      .limit(limit + 1);
    return pageOf(
      rows,
      limit,
      ({ connection, app, person }): ConnectedApp => ({
        ...{ id: connection.id, app, person, scopes: [...connection.scopes] },
        createdAt: toTime(connection.createdAt),
        lastUsedAt: connection.lastUsedAt === null ? null : toTime(connection.lastUsedAt),
      }),
      ({ connection }) => ({ time: connection.createdAt, id: connection.id }),
    );
  }

  /** False if the project has no such connection. */
  async remove(id: string): Promise<boolean> {
    const removed = await this.#database
      .delete(oauthConnection)
      .where(and(eq(oauthConnection.project, this.#project), eq(oauthConnection.id, id)))
      .returning({ id: oauthConnection.id });
    return removed.length > 0;
  }
}

const toTime = (milliseconds: number): string => new Date(milliseconds).toISOString();
