/**
 * Handles sessions and passwords with better-auth. Sign-up is in `sign-up.ts`. Passwords are hashed
 * with scrypt by the `workerd` export of `@better-auth/utils`, which uses node:crypto. Its fallback
 * in JavaScript would cost twice the CPU time.
 */

import { drizzleAdapter } from "better-auth/adapters/drizzle";
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import { hashPassword, verifyPassword } from "better-auth/crypto";
import { betterAuth } from "better-auth/minimal";
import { and, eq } from "drizzle-orm";
import * as z from "zod";
import type { Database } from "../../database/database.ts";
import * as identity from "../../database/schema/identity.ts";
import type { FactorKind } from "../../database/schema/teams/sign-in.ts";
import { MAX_PASSWORD_CHARS, MIN_PASSWORD_CHARS } from "../../protocol/people.ts";
import { requireAuthSecret } from "./auth-secret.ts";
import { ownOrigins } from "./own-origin.ts";
import { cookiePrefix } from "./person-of-cookie.ts";
import { rememberFactor } from "./second-factor/required-factor.ts";
import { enteringBySso, type SignInWithoutSso, sessionRules } from "./session-rules.ts";
import { WatchedStorage } from "./watched-storage.ts";

const BASE_PATH = "/api/auth";
const SIGN_IN_SECONDS = 7 * 24 * 3_600;

interface AuthOptions {
  readonly database: Database;
  /** AUTH_SECRET, 32 characters or more. */
  readonly secret: string;
  readonly publicUrl: string;
  /**
   * True allows cookies without TLS. It also allows a sign-in from the loopback address that serves
   * the request.
   */
  readonly development: boolean;
  /**
   * Called when an owner signs in with a password although the organization enforces its provider.
   * The function records this sign-in.
   */
  readonly withoutSso: (signIn: SignInWithoutSso) => Promise<void>;
}

export interface Auth {
  /**
   * Answers a request to any endpoint of better-auth. The caller must first check that the request
   * is allowed.
   * @throws the database's error
   */
  handler(request: Request): Promise<Response>;
  /**
   * Signs in a person whom the organization's provider named.
   * @returns the `Set-Cookie` headers
   */
  enterBySso(person: string, organization: string, headers: Headers): Promise<string[]>;
  /**
   * Whether this is the person's password. The caller must count the attempt before the call, so
   * that nobody can try many passwords.
   */
  isPassword(person: string, password: string): Promise<boolean>;
  /**
   * Returns undefined if the address or the password is wrong. The duration does not show whether
   * an account has the address. The caller must count the attempt first.
   */
  personWith(email: string, password: string): Promise<PersonToSignIn | undefined>;
  /**
   * Signs the person in. The caller must have checked every factor.
   *
   * @returns the `Set-Cookie` headers; undefined if an organization of the person requires a
   * sign-in through its own identity provider instead
   */
  signIn(person: string, headers: Headers, way: SignInWay): Promise<readonly string[] | undefined>;
}

export interface SignInWay {
  /** Whether the sign-in survives closing the browser. */
  readonly isRemembered: boolean;
  /**
   * Whether the person used a password. If an organization enforces its provider, only its owners
   * can sign in with a password.
   */
  readonly isByPassword: boolean;
  /** The second factor. Null if the person gave none. */
  readonly factor: FactorKind | null;
}

export interface PersonToSignIn {
  readonly id: string;
  readonly name: string;
  readonly email: string;
}

const BeginSession = z.object({
  userId: z.string(),
  isRemembered: z.boolean(),
  /** `sessionRules` reads this field. */
  isByPassword: z.boolean(),
  factor: z.enum(["app", "passkey"]).nullable(),
});

/** An endpoint without a path, so that no HTTP request can reach it. */
const beginSession = (database: Database) =>
  createAuthEndpoint({ method: "POST", body: BeginSession }, async (ctx) => {
    const { userId, isRemembered, factor } = ctx.body;
    const user = await ctx.context.internalAdapter.findUserById(userId);
    if (user === null) throw new Error("The person's account was deleted.");
    const session = await ctx.context.internalAdapter.createSession(userId, !isRemembered);
    if (factor !== null) await rememberFactor(database, session.id, factor);
    await setSessionCookie(ctx, { session, user }, !isRemembered);
  });

/**
 * Call this once for each request. The library's object keeps a promise, and workerd allows only
 * the request that created a promise to wait for it.
 *
 * @throws if the secret is missing or too short
 */
export const createAuth = (options: AuthOptions): Auth => {
  const { database, secret, publicUrl, development, withoutSso } = options;
  const storage = new WatchedStorage();
  const adapter = drizzleAdapter(database, { provider: "sqlite", schema: identity });
  const auth = betterAuth({
    appName: "MemTrace",
    baseURL: publicUrl,
    basePath: BASE_PATH,
    secret: requireAuthSecret(secret),
    telemetry: { enabled: false },
    database: (library: Parameters<typeof adapter>[0]) => storage.watch(adapter(library)),
    // The library would log a failed query with its parameters, such as a session's token.
    logger: { disabled: true },
    emailAndPassword: {
      enabled: true,
      // better-auth's sign-up would reveal whether an address has an account, because it does
      // different work in the two cases. `signUp` in sign-up.ts replaces it.
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_CHARS,
      maxPasswordLength: MAX_PASSWORD_CHARS,
    },
    session: { expiresIn: SIGN_IN_SECONDS },
    databaseHooks: sessionRules(database, withoutSso),
    plugins: [
      enteringBySso(database),
      { id: "begin-session", endpoints: { beginSession: beginSession(database) } },
    ],
    // The binding SIGN_IN_RATE limits attempts across all isolates. The library counts only in one
    // isolate.
    rateLimit: { enabled: false },
    trustedOrigins: (request) => ownOrigins({ publicUrl, development }, request?.url ?? publicUrl),
    advanced: {
      ipAddress: { ipAddressHeaders: ["cf-connecting-ip"] },
      // Set explicitly: better-auth omits both checks if NODE_ENV is `test`.
      disableCSRFCheck: false,
      disableOriginCheck: false,
      useSecureCookies: false,
      cookiePrefix: cookiePrefix(development),
      defaultCookieAttributes: { httpOnly: true, sameSite: "lax", path: "/", secure: !development },
    },
  });

  return {
    handler: (request) => storage.orFailure(() => auth.handler(request)),

    isPassword: async (person, password) => {
      const [known] = await database
        .select({ hash: identity.account.password })
        .from(identity.account)
        .where(
          and(eq(identity.account.userId, person), eq(identity.account.providerId, "credential")),
        );
      return known?.hash ? verifyPassword({ hash: known.hash, password }) : false;
    },

    enterBySso: async (userId, organization, headers) => {
      const answer = await storage.orFailure(() =>
        auth.api.enterBySso({ body: { userId, organization }, headers, asResponse: true }),
      );
      if (!answer.ok) throw new Error(`The sign-in library answered ${answer.status}.`);
      return answer.headers.getSetCookie();
    },

    personWith: async (email, password) => {
      const { id, name, email: address } = identity.user;
      const [known] = await database
        .select({ id, name, email: address, hash: identity.account.password })
        .from(identity.user)
        .leftJoin(
          identity.account,
          and(eq(identity.account.userId, id), eq(identity.account.providerId, "credential")),
        )
        .where(eq(address, email.toLowerCase()));
      if (!known?.hash) {
        // Hash anyway: the duration must not reveal whether the account exists.
        await hashPassword(password);
        return undefined;
      }
      return (await verifyPassword({ hash: known.hash, password })) ? known : undefined;
    },

    signIn: async (userId, headers, way) => {
      try {
        const { headers: answered } = await storage.orFailure(() =>
          auth.api.beginSession({ body: { userId, ...way }, headers, returnHeaders: true }),
        );
        return answered.getSetCookie();
      } catch (error) {
        if (error instanceof APIError && error.status === "FORBIDDEN") return undefined;
        throw error;
      }
    },
  };
};
