/**
 * Decides which sign-ins are allowed. If an organization enforces its provider, no other kind of
 * sign-in must bypass it. So the sign-in library (better-auth) calls this check before it stores a
 * session.
 */
import { APIError, createAuthEndpoint } from "better-auth/api";
import { setSessionCookie } from "better-auth/cookies";
import * as z from "zod";
import type { Database } from "../../database/database.ts";
import { ssoSession } from "../../database/schema/teams/sso.ts";
import { enforcementOf } from "../sso/enforcement.ts";

const ENTER = "/enter-by-sso";
/**
 * The library's path of the request that changes a password. This request also replaces the
 * person's session by a new one. The new session needs no check, because the old one was allowed.
 */
const CHANGE_PASSWORD = "/change-password";
export const SSO_REQUIRED =
  "Your organization requires its own sign-in provider. Choose “Sign in with SSO”, and enter your e-mail address.";

/** An owner's sign-in without the provider that the organization enforces. */
export interface SignInWithoutSso {
  readonly person: string;
  readonly organization: string;
  readonly headers: Headers;
}

interface SessionContext {
  readonly path?: string;
  readonly headers?: Headers | undefined;
  readonly body?: { readonly isByPassword?: unknown } | undefined;
}

/**
 * Returns the hook that checks each new session.
 * @param record called when an owner signs in without the enforced provider; if it fails, the
 * sign-in fails too
 */
export function sessionRules(
  database: Database,
  record: (signIn: SignInWithoutSso) => Promise<void>,
) {
  const before = async (
    { userId }: { readonly userId: string },
    context: SessionContext | null,
  ): Promise<void> => {
    const path = context?.path ?? "";
    if (path === ENTER || path === CHANGE_PASSWORD) return;
    const rule = await enforcementOf(database, userId);
    if (rule === undefined) return;
    // Owners can use a password, because the provider can fail.
    if (!rule.isOwner || context?.body?.isByPassword !== true) {
      throw new APIError("FORBIDDEN", { message: SSO_REQUIRED });
    }
    const headers = context?.headers ?? new Headers();
    await record({ person: userId, organization: rule.organization, headers });
  };
  return { session: { create: { before } } };
}

/**
 * Signs in a person whom a provider named. No route leads to this endpoint, so only our own code
 * can call it.
 */
export function enteringBySso(database: Database) {
  return {
    id: "enter-by-sso",
    endpoints: {
      enterBySso: createAuthEndpoint(
        ENTER,
        {
          method: "POST",
          body: z.object({ userId: z.string(), organization: z.string() }),
          metadata: { SERVER_ONLY: true },
        },
        async (context) => {
          const { userId, organization } = context.body;
          const { internalAdapter } = context.context;
          const user = await internalAdapter.findUserById(userId);
          const session = user && (await internalAdapter.createSession(userId));
          if (!user || !session) throw new APIError("UNAUTHORIZED");
          await database.insert(ssoSession).values({ sessionId: session.id, organization });
          await setSessionCookie(context, { session, user });
          return context.json({ signIn: session.id });
        },
      ),
    },
  } as const;
}
