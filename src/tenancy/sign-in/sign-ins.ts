/** A person's signed-in browsers. Session tokens are never returned. */
import { and, desc, eq, gt, ne } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { session } from "../../database/schema/identity.ts";
import type { SignedInBrowser } from "../../protocol/people.ts";
import { isStoredUseDue } from "../last-use.ts";
import type { SignedInPerson } from "../principal.ts";

export const writeSignInUse = (database: Database, id: string, now: number): Promise<unknown> =>
  database
    .update(session)
    .set({ updatedAt: new Date(now) })
    .where(and(eq(session.id, id), isStoredUseDue(session.updatedAt, now)))
    .run();

export class SignIns {
  readonly #database: Database;
  readonly #person: SignedInPerson;

  constructor(database: Database, person: SignedInPerson) {
    this.#database = database;
    this.#person = person;
  }

  /** Newest first. */
  async list(now: number): Promise<SignedInBrowser[]> {
    const rows = await this.#database
      .select()
      .from(session)
      .where(and(this.#own(), gt(session.expiresAt, new Date(now))))
      .orderBy(desc(session.createdAt), session.id);
    return rows.map(({ id, createdAt, updatedAt, expiresAt, ipAddress, userAgent }) => ({
      ...{ id, ipAddress, userAgent },
      createdAt: createdAt.toISOString(),
      lastUsedAt: updatedAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isCurrent: id === this.#person.signIn,
    }));
  }

  /** False if the person does not have this sign-in. */
  async revoke(id: string): Promise<boolean> {
    const rows = await this.#database
      .delete(session)
      .where(and(this.#own(), eq(session.id, id)))
      .returning({ id: session.id });
    return rows.length > 0;
  }

  /** Ends every sign-in except the current one. */
  async revokeOthers(): Promise<void> {
    await this.#database
      .delete(session)
      .where(and(this.#own(), ne(session.id, this.#person.signIn)));
  }

  #own() {
    return eq(session.userId, this.#person.id);
  }
}
