/** Writes each sign-in to the audit logs of all organizations of the person. */
import type { Context } from "hono";
import type { AuditIntent } from "../../database/audit/audit-recorder.ts";
import type { HttpEnv } from "../context.ts";
import { circumstances } from "./audit-intent.ts";

/** Examples: `password`, `google`, `passkey`. */
export type SignInMethod = string;

/** Call this before the sign-in cookie is sent. If recording fails, the sign-in must fail too. */
export async function recordSignIn(
  c: Context<HttpEnv>,
  email: string,
  method: SignInMethod,
): Promise<void> {
  const { audit, now } = c.get("services");
  await audit.record(intentOf(c, "sign_in.succeed", email, method), now());
}

/**
 * Records the failure, but does not make the answer wait for this. Otherwise, the time until the
 * answer could reveal whether the address has an account.
 */
export function recordFailedSignIn(c: Context<HttpEnv>, email: string, method: SignInMethod): void {
  const { audit, now, background } = c.get("services");
  background(audit.record(intentOf(c, "sign_in.fail", email, method), now()));
}

const intentOf = (
  c: Context<HttpEnv>,
  action: "sign_in.succeed" | "sign_in.fail",
  email: string,
  method: SignInMethod,
): AuditIntent => ({
  ...{ ...circumstances(c), action, owner: { email: email.toLowerCase() } },
  changes: [{ field: "method", to: method }],
  ...{ person: null, key: null, signIn: null, target: null },
});
