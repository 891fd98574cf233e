/** The root of all routes, and the check for pages that need a sign-in. */
import type { QueryClient } from "@tanstack/react-query";
import { createRootRouteWithContext, Outlet, redirect } from "@tanstack/react-router";
import { mailSettingsQuery } from "./api/mail.ts";
import { signedInQuery } from "./api/people.ts";
import { StrayAddress } from "./shell/page-failure.tsx";

interface Context {
  readonly client: QueryClient;
}

export const root = createRootRouteWithContext<Context>()({
  component: Outlet,
  notFoundComponent: StrayAddress,
});

interface Guarded {
  readonly context: Context;
  readonly location: { readonly href: string };
}

/**
 * Redirects a person without a session to the sign-in page. Redirects a person with an unconfirmed
 * address to the confirmation page.
 */
export async function requireSignIn({ context, location }: Guarded): Promise<void> {
  const session = await context.client.ensureQueryData(signedInQuery);
  if (session === null) throw redirect({ to: "/sign-in", search: { next: location.href } });
  if (session.user.emailVerified) return;
  const mail = await context.client.ensureQueryData(mailSettingsQuery);
  if (mail.requiresVerification) throw redirect({ to: "/verify-email" });
}
