/** Writes sign-ins into the log of each organization of the person. */
import type { Context } from "hono";
import type { AuditIntent } from "../../database/audit/audit-recorder.ts";
import type { HttpEnv } from "../context.ts";
import { ApiError } from "../errors.ts";
import { circumstances } from "./audit-intent.ts";

/**
 * Records the sign-in before its cookie is sent: a sign-in that cannot be recorded fails. A wrong
 * password is recorded in the background, so that the time of the answer does not tell whether the
 * address has an account.
 */
export async function recordSignIn(
  c: Context<HttpEnv>,
  email: string,
  check: () => Promise<Response>,
): Promise<Response> {
  const { audit, now, background } = c.get("services");
  const intent = (action: "sign_in.succeed" | "sign_in.fail"): AuditIntent => ({
    ...{ ...circumstances(c), action, owner: { email: email.toLowerCase() }, changes: [] },
    ...{ person: null, key: null, signIn: null, target: null },
  });
  let answer: Response;
  try {
    answer = await check();
  } catch (error) {
    if (error instanceof ApiError && error.code === "unauthorized") {
      background(audit.record(intent("sign_in.fail"), now()));
    }
    throw error;
  }
  await audit.record(intent("sign_in.succeed"), now());
  return answer;
}
