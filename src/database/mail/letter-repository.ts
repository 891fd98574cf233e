import { and, desc, eq, inArray, isNotNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { OutgoingLetter } from "../../mail/letter.ts";
import type { LetterAttempt, LetterState } from "../../protocol/people/mail.ts";
import type { Database } from "../database.ts";
import { letter, suppressedAddress } from "../schema/teams/mail.ts";
import { hasCome, isBeyondWaits } from "../stored-times.ts";

/** An e-mail that a worker has taken. Until its claim ends, no other worker takes it. */
export interface ClaimedLetter extends OutgoingLetter {
  readonly claim: number;
  readonly firstClaimAt: number;
  readonly attempts: readonly LetterAttempt[];
  readonly until: number | null;
  /** Whether the address refused an e-mail in the last `SUPPRESSED_MS`. */
  readonly isSuppressed: boolean;
}

export interface DueLetter {
  readonly id: string;
  readonly isUrgent: boolean;
}

export type LetterResult =
  | { readonly state: "queued"; readonly nextAttemptAt: number }
  | { readonly state: Exclude<LetterState, "queued"> };

/** Duration of a claim. Every attempt must take less time. */
const CLAIM_MS = 60_000;
const DAY_MS = 24 * 3_600_000;
/**
 * An address that refused an e-mail gets no e-mails for this long. Later, the address possibly
 * works again.
 */
const SUPPRESSED_MS = 90 * DAY_MS;
const KEPT_MS = 30 * DAY_MS;
const MAX_LOCAL_LETTERS = 100;

export class LetterRepository {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Returns up to `limit` urgent and `limit` other due e-mails. In both groups, the e-mail that has
   * waited longest comes first.
   */
  async due(now: number, limit: number): Promise<DueLetter[]> {
    const first = (isUrgent: boolean, isDue: SQL) =>
      this.#database
        .select({ id: letter.id, isUrgent: letter.isUrgent })
        .from(letter)
        // This condition must be spelled exactly as in the index `letter_waiting`. Otherwise SQLite
        // would not use the index.
        .where(and(sql`${letter.state} = 'queued'`, eq(letter.isUrgent, isUrgent), isDue))
        .orderBy(letter.nextAttemptAt)
        .limit(limit);
    const waiting = lte(letter.nextAttemptAt, now);
    const ahead = isBeyondWaits(letter.nextAttemptAt, now);
    const lists = await this.#database.batch([
      first(true, waiting),
      first(true, ahead),
      first(false, waiting),
      first(false, ahead),
    ]);
    return lists.flat();
  }

  /** Returns undefined if the e-mail is not due or has ended, or another worker has taken it. */
  async claim(id: string, now: number): Promise<ClaimedLetter | undefined> {
    const [row] = await this.#database
      .update(letter)
      .set({
        nextAttemptAt: now + CLAIM_MS,
        claims: sql`${letter.claims} + 1`,
        firstClaimAt: sql`coalesce(${letter.firstClaimAt}, ${now})`,
      })
      .where(and(eq(letter.id, id), eq(letter.state, "queued"), hasCome(letter.nextAttemptAt, now)))
      .returning();
    if (row === undefined) return undefined;
    const [refused] = await this.#database
      .select({ at: suppressedAddress.suppressedAt })
      .from(suppressedAddress)
      .where(eq(suppressedAddress.address, row.address));
    return {
      ...{ id, to: row.address, subject: row.subject, attempts: row.attempts, until: row.until },
      ...{ text: row.text ?? "", html: row.html ?? "", unsubscribe: row.unsubscribe },
      claim: row.claims,
      firstClaimAt: row.firstClaimAt ?? now,
      isSuppressed: refused !== undefined && Math.abs(now - refused.at) < SUPPRESSED_MS,
    };
  }

  /**
   * Stores the result of an attempt. Stores nothing if another worker has taken the e-mail. After
   * the last attempt, deletes the text: a link in it can prove that somebody owns the address, so
   * the text must not stay in the database. If `keepText` is true, keeps the text.
   */
  async record(
    claimed: ClaimedLetter,
    attempt: LetterAttempt,
    result: LetterResult,
    { keepText = false, now }: { readonly keepText?: boolean; readonly now: number },
  ): Promise<void> {
    const store = this.#database
      .update(letter)
      .set({
        ...result,
        attempts: [...claimed.attempts, attempt],
        ...(result.state === "queued" || keepText ? {} : { text: null, html: null }),
      })
      .where(
        and(
          eq(letter.id, claimed.id),
          eq(letter.claims, claimed.claim),
          eq(letter.state, "queued"),
        ),
      );
    if (result.state !== "bounced") {
      await store;
      return;
    }
    const suppressed = { reason: attempt.error ?? "bounced", suppressedAt: now };
    await this.#database.batch([
      store,
      this.#database
        .insert(suppressedAddress)
        .values({ address: claimed.to, ...suppressed })
        .onConflictDoUpdate({ target: suppressedAddress.address, set: suppressed }),
    ]);
  }

  /** Returns the newest sent e-mails with a text. Only a local installation keeps texts. */
  async listLocal(): Promise<LocalLetter[]> {
    return this.#local(undefined, MAX_LOCAL_LETTERS);
  }

  async findLocal(id: string): Promise<LocalLetter | undefined> {
    const [found] = await this.#local(eq(letter.id, id), 1);
    return found;
  }

  /**
   * Deletes ended e-mails that were added more than `KEPT_MS` ago.
   * @returns the number of deleted e-mails, at most `limit`
   */
  async deleteEnded(now: number, limit: number): Promise<number> {
    const old = this.#database
      .select({ id: letter.id })
      .from(letter)
      .where(and(lt(letter.createdAt, now - KEPT_MS), sql`${letter.state} <> 'queued'`))
      .limit(limit);
    const deleted = await this.#database
      .delete(letter)
      .where(inArray(letter.id, old))
      .returning({ id: letter.id });
    return deleted.length;
  }

  async #local(where: SQL | undefined, limit: number): Promise<LocalLetter[]> {
    const { id, address, subject, text, html, createdAt } = letter;
    const rows = await this.#database
      .select({ id, address, subject, text, html, createdAt })
      .from(letter)
      .where(and(where, eq(letter.state, "sent"), isNotNull(letter.text)))
      .orderBy(desc(letter.createdAt), desc(letter.id))
      .limit(limit);
    return rows.map((row) => ({ ...row, text: row.text ?? "", html: row.html ?? "" }));
  }
}

export interface LocalLetter {
  readonly id: string;
  readonly address: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly createdAt: number;
}
