import { and, count, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../database/database.ts";
import { addLetterIf } from "../../../database/mail/add-letter.ts";
import { signInDevice } from "../../../database/schema/identity.ts";
import { recoveryCode, secondFactor } from "../../../database/schema/teams/sign-in.ts";
import { secondFactorLetter } from "../../../mail/letters/account.ts";
import type { SecondFactor } from "../../../protocol/people/sign-in.ts";
import { digestOf } from "../../link-token.ts";
import type { Sealing } from "../../sealing.ts";
import { appAddress, base32, SECRET_BYTES, stepOfCode } from "./totp.ts";

const RECOVERY_CODES = 10;
const RECOVERY_BYTES = 10;

interface SecondFactorDeps {
  readonly database: Database;
  readonly sealing: Sealing;
  readonly publicUrl: string;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: () => number;
}

interface Owner {
  readonly id: string;
  readonly email: string;
}

export class SecondFactors {
  readonly #deps: SecondFactorDeps;

  constructor(deps: SecondFactorDeps) {
    this.#deps = deps;
  }

  /**
   * Whether a sign-in in this browser needs a code. Returns `none` if the person has no
   * authenticator app, and `trusted_browser` if the browser needs no code at the moment.
   */
  async demandOf(person: string, device: string): Promise<"none" | "code" | "trusted_browser"> {
    const { database, now } = this.#deps;
    const [found] = await database
      .select({ trusted: signInDevice.device })
      .from(secondFactor)
      .leftJoin(
        signInDevice,
        and(
          eq(signInDevice.userId, secondFactor.userId),
          eq(signInDevice.device, device),
          gt(signInDevice.trustedUntil, new Date(now())),
        ),
      )
      .where(this.#isOn(person));
    if (found === undefined) return "none";
    return found.trusted === null ? "code" : "trusted_browser";
  }

  async show(person: string): Promise<SecondFactor> {
    const { database, now } = this.#deps;
    const [[app], [codes], [browsers]] = await database.batch([
      database
        .select({ since: secondFactor.confirmedAt })
        .from(secondFactor)
        .where(this.#isOn(person)),
      database.select({ left: count() }).from(recoveryCode).where(eq(recoveryCode.userId, person)),
      database
        .select({ trusted: count() })
        .from(signInDevice)
        .where(
          and(eq(signInDevice.userId, person), gt(signInDevice.trustedUntil, new Date(now()))),
        ),
    ]);
    return {
      since: app?.since ? new Date(app.since).toISOString() : null,
      recoveryCodes: codes?.left ?? 0,
      trustedBrowsers: browsers?.trusted ?? 0,
    };
  }

  /**
   * Creates a secret for an authenticator app. The app is switched on later, by `confirm`. Returns
   * undefined if an app is already on.
   *
   * @returns the secret as text, and as the URL for a QR code
   */
  async setUp({ id, email }: Owner): Promise<{ key: string; address: string } | undefined> {
    const { database, sealing, publicUrl, randomBytes, now } = this.#deps;
    const bytes = randomBytes(SECRET_BYTES);
    const secret = await sealing.seal(Buffer.from(bytes).toString("base64"));
    const stored = await database
      .insert(secondFactor)
      .values({ userId: id, secret, lastStep: 0, createdAt: now() })
      .onConflictDoUpdate({
        target: secondFactor.userId,
        set: { secret, lastStep: 0, createdAt: now() },
        setWhere: isNull(secondFactor.confirmedAt),
      })
      .returning({ id: secondFactor.userId });
    if (stored.length === 0) return undefined;
    const issuer = `MemTrace (${new URL(publicUrl).host})`;
    return { key: base32(bytes), address: appAddress(bytes, issuer, email) };
  }

  /**
   * Switches the authenticator app on if it shows this code. Returns undefined if the code is
   * wrong, or if an app is already on.
   * @returns the recovery codes, which are not shown again
   */
  async confirm({ id, email }: Owner, code: string): Promise<readonly string[] | undefined> {
    const { database, now } = this.#deps;
    const at = now();
    const [app] = await database
      .select()
      .from(secondFactor)
      .where(and(eq(secondFactor.userId, id), isNull(secondFactor.confirmedAt)));
    const step = app && stepOfCode(await this.#open(app.secret), code, at);
    if (app === undefined || step === undefined) return undefined;
    const codes = this.#newCodes();
    const attempt = crypto.randomUUID();
    const isMine = sql`exists (select 1 from second_factor
      where user_id = ${id} and secret = ${app.secret} and confirmed_at = ${at} and last_step = ${step})`;
    const [confirmed] = await database.batch([
      database
        .update(secondFactor)
        .set({ confirmedAt: at, lastStep: step })
        .where(
          and(
            eq(secondFactor.userId, id),
            eq(secondFactor.secret, app.secret),
            isNull(secondFactor.confirmedAt),
          ),
        ),
      ...this.#replaceCodes(id, codes, isMine),
      this.#letter(email, true, attempt, isMine),
    ]);
    return confirmed.meta.changes > 0 ? codes : undefined;
  }

  /** Whether this is the app's current code. Each code is accepted once. */
  async acceptsCode(person: string, code: string): Promise<boolean> {
    const { database, now } = this.#deps;
    const [app] = await database.select().from(secondFactor).where(this.#isOn(person));
    const step = app && stepOfCode(await this.#open(app.secret), code, now());
    if (app === undefined || step === undefined) return false;
    const used = await database
      .update(secondFactor)
      .set({ lastStep: step })
      .where(
        and(
          this.#isOn(person),
          eq(secondFactor.secret, app.secret),
          lt(secondFactor.lastStep, step),
        ),
      );
    return used.meta.changes > 0;
  }

  /** Each recovery code is accepted once. */
  async acceptsRecoveryCode(person: string, code: string): Promise<boolean> {
    const plain = code.toUpperCase().replace(/[\s-]/g, "");
    const used = await this.#deps.database
      .delete(recoveryCode)
      .where(and(eq(recoveryCode.userId, person), eq(recoveryCode.hash, digestOf(plain))));
    return used.meta.changes > 0;
  }

  /** Replaces the old recovery codes. Undefined if the person has no authenticator app. */
  async renewCodes(person: string): Promise<readonly string[] | undefined> {
    const codes = this.#newCodes();
    const isOn = sql`exists (select 1 from second_factor
      where user_id = ${person} and confirmed_at is not null)`;
    const { database } = this.#deps;
    const [, stored] = await database.batch(this.#replaceCodes(person, codes, isOn));
    return stored.meta.changes > 0 ? codes : undefined;
  }

  /** False if no app is on. */
  async switchOff({ id, email }: Owner): Promise<boolean> {
    const { database } = this.#deps;
    const isOn = sql`exists (select 1 from second_factor
      where user_id = ${id} and confirmed_at is not null)`;
    const [, , , removed] = await database.batch([
      this.#letter(email, false, crypto.randomUUID(), isOn),
      database.delete(recoveryCode).where(and(eq(recoveryCode.userId, id), isOn)),
      this.#endTrust(id),
      database.delete(secondFactor).where(this.#isOn(id)),
    ]);
    return removed.meta.changes > 0;
  }

  /** After this, a sign-in needs a second factor again in all of the person's browsers. */
  async endTrust(person: string): Promise<void> {
    await this.#endTrust(person);
  }

  #endTrust(person: string) {
    return this.#deps.database
      .update(signInDevice)
      .set({ trustedUntil: null })
      .where(and(eq(signInDevice.userId, person), isNotNull(signInDevice.trustedUntil)));
  }

  #isOn(person: string) {
    return and(eq(secondFactor.userId, person), isNotNull(secondFactor.confirmedAt));
  }

  #newCodes(): string[] {
    return Array.from({ length: RECOVERY_CODES }, () =>
      (base32(this.#deps.randomBytes(RECOVERY_BYTES)).match(/.{4}/g) ?? []).join("-"),
    );
  }

  #replaceCodes(person: string, codes: readonly string[], condition: SQL) {
    const { database } = this.#deps;
    const hashes = JSON.stringify(codes.map((code) => digestOf(code.replaceAll("-", ""))));
    return [
      database.delete(recoveryCode).where(and(eq(recoveryCode.userId, person), condition)),
      database
        .insert(recoveryCode)
        .select(sql`select ${person}, value from json_each(${hashes}) where ${condition}`),
    ] as const;
  }

  #letter(to: string, isOn: boolean, attempt: string, condition: SQL) {
    const { database, publicUrl, now } = this.#deps;
    const letter = {
      ...secondFactorLetter(isOn, `${publicUrl}/forgot-password`),
      ...{ to, kind: "second_factor" as const, once: `second_factor:${attempt}` },
    };
    return addLetterIf(database, letter, condition, now());
  }

  async #open(sealed: string): Promise<Uint8Array> {
    const opened = await this.#deps.sealing.open(sealed);
    if (!opened.ok) throw new Error(`The key of an authenticator app is ${opened.fault}.`);
    return Buffer.from(opened.value, "base64");
  }
}
