/**
 * Data for sign-in without a password: unfinished sign-in steps, authenticator apps and passkeys.
 */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { session, user, userId } from "../identity.ts";

/**
 * - `provider`: the browser is at a provider, such as Google
 * - `second_factor`: the first factor was right, and the second factor is still missing
 * - `passkey_sign_in`, `passkey_set_up`: the browser must answer a challenge
 */
export type SignInStepKind = "provider" | "second_factor" | "passkey_sign_in" | "passkey_set_up";

/** `app`: a code of an authenticator app, or a recovery code. */
export type FactorKind = "app" | "passkey";

/**
 * Data that the service keeps between two requests of one browser. A row is deleted when it is
 * used.
 */
export const signInStep = sqliteTable(
  "sign_in_step",
  {
    /** SHA-256 of the value in the browser's cookie. */
    hash: text().primaryKey(),
    kind: text().$type<SignInStepKind>().notNull(),
    /** Null until the service knows the person. */
    userId: text().references(() => user.id, { onDelete: "cascade" }),
    data: text({ mode: "json" }).$type<Readonly<Record<string, unknown>>>().notNull(),
    expiresAt: integer().notNull(),
  },
  (table) => [
    index("sign_in_step_end").on(table.expiresAt),
    index("sign_in_step_user").on(table.userId),
  ],
);

/** The authenticator app of a person. */
export const secondFactor = sqliteTable("second_factor", {
  userId: userId().primaryKey(),
  /** The app's secret, encrypted. */
  secret: text().notNull(),
  /**
   * Time at which the person first entered a correct code of the app; null until then. Sign-ins ask
   * for a code only after this time.
   */
  confirmedAt: integer(),
  /**
   * Time step of the last accepted code. Codes of this time step or of earlier ones are not
   * accepted.
   */
  lastStep: integer().notNull(),
  createdAt: integer().notNull(),
});

/** Codes for people who lost their app. A row is deleted when its code is used. */
export const recoveryCode = sqliteTable(
  "recovery_code",
  {
    userId: userId(),
    /** SHA-256 of the code, which has 80 random bits. */
    hash: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.hash] })],
);

/** The second factors that a person gave in a signed-in browser. */
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
    /** The credential's id, in base64url. */
    id: text().primaryKey(),
    userId: userId(),
    name: text().notNull(),
    /** The public key in base64url. */
    publicKey: text().notNull(),
    /**
     * The number of signatures that the authenticator has counted; 0 if the authenticator does not
     * count.
     */
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index("passkey_user").on(table.userId)],
);
