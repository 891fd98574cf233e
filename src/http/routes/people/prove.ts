/**
 * Before some changes, asks for the password or a recent sign-in. Otherwise, a stranger could make
 * these changes in a browser that the person left unattended.
 */
import type { Context } from "hono";
import type { SignedInPerson } from "../../../tenancy/principal.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { asAttempt } from "./attempt.ts";

/**
 * Makes the change if the password is right. A person without a password must have signed in within
 * the last ten minutes. Wrong passwords count as attempts to sign in.
 * @throws ApiError
 */
export async function asProvenPerson(
  c: Context<HttpEnv>,
  password: string | undefined,
  change: (person: SignedInPerson) => Promise<Response>,
): Promise<Response> {
  const person = await signedInPerson(c);
  const services = c.get("services");
  const ways = services.waysToSignIn(person);
  if ((await ways.list()).hasPassword) {
    if (password === undefined) {
      throw new ApiError("invalid_request", "password: is missing. Nothing was changed.");
    }
    return asAttempt(c, person.email, async () => {
      if (!(await services.auth().isPassword(person.id, password))) {
        throw new ApiError("invalid_request", "password: is wrong. Nothing was changed.");
      }
      return change(person);
    });
  }
  if (!(await ways.isFresh(services.now()))) {
    throw new ApiError(
      "conflict",
      "You signed in more than ten minutes ago, and your account has no password. Sign out, sign in again, and repeat this. Nothing was changed.",
    );
  }
  return change(person);
}
