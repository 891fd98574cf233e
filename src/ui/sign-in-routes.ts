/** Routes of pages that need no sign-in. */
import { createRoute, lazyRouteComponent } from "@tanstack/react-router";
import { root } from "./root-route.ts";

const text = (value: unknown) => (typeof value === "string" ? value : undefined);
const parseNext = (raw: Record<string, unknown>): { next?: string } => ({ next: text(raw.next) });

const parseSignIn = (
  raw: Record<string, unknown>,
): { next?: string; failed?: string; step?: string } => ({
  ...{ next: text(raw.next), failed: text(raw.failed), step: text(raw.step) },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: parseSignIn,
  component: lazyRouteComponent(() => import("./people/sign-in-page.tsx"), "SignInPage"),
});
const sso = createRoute({
  getParentRoute: () => root,
  path: "/sign-in/sso",
  validateSearch: (raw: Record<string, unknown>): { next?: string; problem?: string } => ({
    ...parseNext(raw),
    problem: text(raw.problem),
  }),
  component: lazyRouteComponent(() => import("./sso/sso-sign-in-page.tsx"), "SsoSignInPage"),
});
const signUp = createRoute({
  getParentRoute: () => root,
  path: "/sign-up",
  validateSearch: parseNext,
  component: lazyRouteComponent(() => import("./people/sign-up-page.tsx"), "SignUpPage"),
});
const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(
    () => import("./mail/forgot-password-page.tsx"),
    "ForgotPasswordPage",
  ),
});
const resetPassword = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(
    () => import("./mail/reset-password-page.tsx"),
    "ResetPasswordPage",
  ),
});
const verifyEmail = createRoute({
  getParentRoute: () => root,
  path: "/verify-email",
  component: lazyRouteComponent(() => import("./mail/verify-email-page.tsx"), "VerifyEmailPage"),
});
const unsubscribe = createRoute({
  getParentRoute: () => root,
  path: "/unsubscribe",
  component: lazyRouteComponent(() => import("./mail/unsubscribe-page.tsx"), "UnsubscribePage"),
});

export const signInRoutes = [
  signIn,
  sso,
  signUp,
  forgotPassword,
  resetPassword,
  verifyEmail,
  unsubscribe,
] as const;
