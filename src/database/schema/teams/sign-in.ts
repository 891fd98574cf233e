/** How people sign in beside a password: steps that are under way, authenticator apps, passkeys. */
import { index, integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { session, user, userId } from "../identity.ts";

/**
 * - `provider`: the browser is at a provider, such as Google
 * - `second_factor`: the first factor was right, the code is missing
 * - `passkey_sign_in`, `passkey_set_up`: the browser answers a challenge
 */
export type SignInStepKind = "provider" | "second_factor" | "passkey_sign_in" | "passkey_set_up";

/** A code of an authenticator app or a recovery code, or a passkey. */
export type FactorKind = "app" | "passkey";

/** What the service remembers between two requests of one browser. Deleted when it is used. */
export const signInStep = sqliteTable(
  "sign_in_step",
  {
    /** SHA-256 of the value in the browser's cookie. */
    hash: text().primaryKey(),
    kind: text().$type<SignInStepKind>().notNull(),
    /** Null until the person is known. */
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
  /** Encrypted. */
  secret: text().notNull(),
  /** Null until a code of the app was entered. Sign-ins ask for a code only after that. */
  confirmedAt: integer(),
  /** The time step of the last accepted code. It and earlier ones are not accepted again. */
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

/** The second factors that a signed-in browser gave. */
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
    /** In base64url. */
    publicKey: text().notNull(),
    /** Signatures that the authenticator counted; 0 if it does not count. */
    counter: integer().notNull(),
    transports: text({ mode: "json" }).$type<readonly string[]>().notNull(),
    createdAt: integer().notNull(),
    lastUsedAt: integer(),
  },
  (table) => [index("passkey_user").on(table.userId)],
);
