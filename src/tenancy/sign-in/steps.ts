/**
 * A sign-in can take several requests. A step is what the service remembers between two of these
 * requests. The browser has a random value in a cookie, and the database has the SHA-256 hash of
 * this value. So a step works only in one browser. It ends when it is used.
 */
import { and, eq, gt, inArray, lte } from "drizzle-orm";
import type { Database } from "../../database/database.ts";
import { user } from "../../database/schema/identity.ts";
import { type SignInStepKind, signInStep } from "../../database/schema/teams/sign-in.ts";
import { digestOf } from "../link-token.ts";
import type { PersonToSignIn } from "./auth.ts";

const VALUE_BYTES = 24;
const VALUE = /^[\w-]{32}$/;
export const STEP_MS = 10 * 60_000;
const MAX_FORGOTTEN = 5_000;

export interface SignInStep {
  readonly hash: string;
  /** Null until the service knows the person. */
  readonly userId: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

interface StepDeps {
  readonly database: Database;
  readonly randomBytes: (length: number) => Uint8Array;
  readonly now: () => number;
}

export class SignInSteps {
  readonly #deps: StepDeps;

  constructor(deps: StepDeps) {
    this.#deps = deps;
  }

  /** @returns the value for the browser's cookie */
  async begin(
    kind: SignInStepKind,
    userId: string | null,
    data: Readonly<Record<string, unknown>>,
  ): Promise<string> {
    const { database, randomBytes, now } = this.#deps;
    const value = Buffer.from(randomBytes(VALUE_BYTES)).toString("base64url");
    const row = { hash: digestOf(value), kind, userId, data, expiresAt: now() + STEP_MS };
    await database.insert(signInStep).values(row);
    return value;
  }

  /**
   * Undefined if the value belongs to no step of this kind, or if the step was used or has expired.
   */
  async find(kind: SignInStepKind, value: string | undefined): Promise<SignInStep | undefined> {
    if (value === undefined || !VALUE.test(value)) return undefined;
    const [found] = await this.#deps.database
      .select()
      .from(signInStep)
      .where(this.#working(kind, digestOf(value)));
    return found;
  }

  /**
   * Like `find`, but also ends the step. If several requests take the step at the same time, only
   * one of them gets it.
   */
  async take(kind: SignInStepKind, value: string | undefined): Promise<SignInStep | undefined> {
    if (value === undefined || !VALUE.test(value)) return undefined;
    const [taken] = await this.#deps.database
      .delete(signInStep)
      .where(this.#working(kind, digestOf(value)))
      .returning();
    return taken;
  }

  /** Undefined until the service knows the person. */
  async personOf({ userId }: SignInStep): Promise<PersonToSignIn | undefined> {
    if (userId === null) return undefined;
    const [found] = await this.#deps.database
      .select({ id: user.id, name: user.name, email: user.email })
      .from(user)
      .where(eq(user.id, userId));
    return found;
  }

  #working(kind: SignInStepKind, hash: string) {
    return and(
      eq(signInStep.hash, hash),
      eq(signInStep.kind, kind),
      gt(signInStep.expiresAt, this.#deps.now()),
    );
  }
}

export async function forgetSteps(database: Database, now: number): Promise<void> {
  const old = database
    .select({ hash: signInStep.hash })
    .from(signInStep)
    .where(lte(signInStep.expiresAt, now))
    .limit(MAX_FORGOTTEN);
  await database.delete(signInStep).where(inArray(signInStep.hash, old));
}
