/**
 * Handles links in e-mails, under `/api/auth`. With them, people verify an address, set a new
 * password, or change the address. No answer reveals whether an address has an account.
 */
import type { Context } from "hono";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import {
  confirmAddress,
  findLink,
  requestAddressChange,
  requestPasswordReset,
  resetPassword,
  sendVerification,
} from "../../../tenancy/sign-in/address-links.ts";
import { recordLinkUse } from "../../audit/record-people.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError } from "../../errors.ts";
import { router } from "../../route.ts";
import { signedInPerson } from "../../signed-in-person.ts";
import { addressOf, asAttempt, refuseGuessable } from "./attempt.ts";

const LETTERS_RETRY_SECONDS = 60;
const ADDRESS_RETRY_SECONDS = 3_600;

export const addresses = router();

addresses.get("/mail-settings", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /mail-settings"]);
  return c.json(c.get("services").mail);
});

addresses.post("/request-password-reset", async (c) => {
  const { email } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /request-password-reset"]);
  await requireLetters(c);
  const services = c.get("services");
  await requestPasswordReset(services.links, email);
  services.wakeMail();
  return c.json({ status: true });
});

addresses.post("/reset-password", async (c) => {
  const { token, newPassword } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /reset-password"]);
  const services = c.get("services");
  const link = await findLink(services.links.database, token, services.now());
  if (link?.purpose !== "password_reset") throw linkEnded();
  refuseGuessable("newPassword", newPassword, link);
  const hashed = await services.hashPassword(newPassword);
  if (!(await resetPassword(services.links, link, hashed))) throw linkEnded();
  await recordLinkUse(c, "account.reset_password", link.id);
  services.wakeMail();
  return c.json({ status: true });
});

addresses.post("/send-verification-email", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["POST /send-verification-email"]);
  const person = await signedInPerson(c);
  if (person.isVerified) throw new ApiError("conflict", "Your e-mail address is confirmed.");
  await requireLetters(c);
  const services = c.get("services");
  if (!(await sendVerification(services.links, person))) throw tooManyLetters();
  services.wakeMail();
  return c.json({ status: true });
});

addresses.post("/verify-email", async (c) => {
  const { token } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /verify-email"]);
  const services = c.get("services");
  const link = await findLink(services.links.database, token, services.now());
  if (link === undefined || link.purpose === "password_reset") throw linkEnded();
  if (!(await confirmAddress(services.links, link))) throw linkEnded();
  await recordLinkUse(c, "account.confirm_address", link.id);
  services.wakeMail();
  return c.json({ email: link.address });
});

addresses.post("/change-email", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /change-email"]);
  const person = await signedInPerson(c);
  if (input.newEmail.toLowerCase() === person.email) {
    throw new ApiError("invalid_request", "newEmail: is your address already.");
  }
  await requireLetters(c);
  const services = c.get("services");
  for (const address of [person.email, input.newEmail]) {
    if (!(await services.requiresSso(address))) continue;
    throw new ApiError(
      "forbidden",
      "An organization enforces its own sign-in for this domain. Only its directory can change addresses.",
    );
  }
  return asAttempt(c, person.email, async () => {
    if (!(await services.auth().isPassword(person.id, input.currentPassword))) {
      throw new ApiError("invalid_request", "currentPassword: is wrong. Nothing was changed.");
    }
    if (!(await requestAddressChange(services.links, person, input.newEmail))) {
      throw tooManyLetters();
    }
    return c.json({ status: true });
  });
});

/**
 * @throws ApiError if the installation sends no e-mail, or if the network has requested too many
 *   e-mails
 */
async function requireLetters(c: Context<HttpEnv>): Promise<void> {
  const services = c.get("services");
  if (!services.mail.sendsMail) {
    throw new ApiError(
      "conflict",
      "This installation sends no e-mail. Ask the people who run it; docs/email.md says how to set it up.",
    );
  }
  if (!(await services.mayAskForLetter(addressOf(c)))) {
    throw new ApiError("rate_limited", "This network requested too many e-mails. Wait a minute.", {
      retryAfter: LETTERS_RETRY_SECONDS,
    });
  }
}

const tooManyLetters = () =>
  new ApiError(
    "rate_limited",
    "This address got several e-mails within the hour. Use the latest one, or wait an hour.",
    { retryAfter: ADDRESS_RETRY_SECONDS },
  );

const linkEnded = () =>
  new ApiError(
    "not_found",
    "This link does not work any more: it was used, has expired or is incomplete. Ask for a new one.",
  );
