/**
 * Data for sign-ins that use a second factor or no password: unfinished steps, authenticator apps
 * and passkeys.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { session, user, userId } from "../identity.ts";

/**
 * - `provider`: the browser is at a provider such as Google
 * - `second_factor`: the person has given the first factor, but not the second one
 * - `passkey_sign_in`, `passkey_set_up`: the browser must answer a challenge
 */
export type SignInStepKind = "provider" | "second_factor" | "passkey_sign_in" | "passkey_set_up";

/** `app`: a code from an authenticator app, or a recovery code. */
export type FactorKind = "app" | "passkey";

/**
 * Values that the service must remember between two requests of one browser. The second request
 * deletes the row.
 */
export const signInStep = sqliteTable(
  "sign_in_step",
  {
    /** SHA-256 hash of the value in the browser's cookie. */
    hash: text().primaryKey(),
    kind: text().$type<SignInStepKind>().notNull(),
    /** Null until the service knows the person who signs in. */
    userId: text().references(() => user.id, { onDelete: "cascade" }),
    data: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    index("sign_in_step_end").on(table.expiresAt),
    index("sign_in_step_user").on(table.userId),
  ],
);

/** A person's authenticator app. */
export const secondFactor = sqliteTable("second_factor", {
  userId: userId().primaryKey(),
  /** The secret that the service shares with the app, encrypted. */
  secret: text().notNull(),
  /**
   * Time at which the person entered the first correct code; null before that. From then on, a
   * sign-in asks for a code.
   */
  confirmedAt: integer(),
  /**
   * The app computes a new code in each time step. This is the time step of the last accepted code.
   * The service refuses codes of this step and of earlier steps, so that no code is used twice.
   */
  lastStep: integer().notNull(),
  createdAt: integer().notNull(),
});

/**
 * Codes for people who have lost their authenticator app. A row is deleted when its code is used.
 */
export const recoveryCode = sqliteTable(
  "recovery_code",
  {
    userId: userId(),
    /** SHA-256 hash of the code. A code has 80 random bits. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** A second factor that a person has given in a signed-in browser. */
export const sessionFactor = sqliteTable(
  "session_factor",
  {
    sessionId: text()
      .notNull()
      .references(() => session.id, { onDelete: "cascade" }),
    kind: text().$type<FactorKind>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.sessionId, table.kind] })],
);

export const passkey = sqliteTable(
  "passkey",
  {
    /** Id of the passkey's credential, in base64url. */
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    /** In base64url. */
    publicKey: text().notNull(),
    /** How many signatures the authenticator has made, by its own count. 0 if it does not count. */
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index("passkey_user").on(table.userId)],
);
