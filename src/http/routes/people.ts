/**
 * Sign-in, under `/api/auth`. Some of the declared endpoints are handled by the sign-in library.
 * The library receives only the declared fields, never the original request.
 */
import type { Context } from "hono";
import * as z from "zod";
import { PEOPLE_ENDPOINTS } from "../../protocol/people.ts";
import { tellPasswordChanged } from "../../tenancy/sign-in/address-links.ts";
import { recordConnectionEnd } from "../audit/record-connection.ts";
import { recordPeople } from "../audit/record-people.ts";
import { recordFailedSignIn } from "../audit/record-sign-in.ts";
import type { HttpEnv } from "../context.ts";
import { declaredInput } from "../declared-input.ts";
import { ApiError } from "../errors.ts";
import { router } from "../route.ts";
import { askLibrary } from "../sign-in-library.ts";
import { signedInPerson } from "../signed-in-person.ts";
import { organizations } from "./organizations.ts";
import { account } from "./people/account.ts";
import { addresses } from "./people/addresses.ts";
import { addressOf, asAttempt, claimAttempt, refuseGuessable } from "./people/attempt.ts";
import { connections } from "./people/connections.ts";
import { afterFirstFactor, SsoRequired, withCookies } from "./people/enter.ts";
import { passkeys } from "./people/passkeys.ts";
import { providers } from "./people/providers.ts";
import { endTrust, secondFactor } from "./people/second-factor.ts";
import { signInSettings } from "./people/sign-in-settings.ts";

const SIGN_UP_RETRY_SECONDS = 60;

/** The sign-in library's answer to a request for the session. */
const FoundSession = z
  .looseObject({ user: z.looseObject({ email: z.string(), emailVerified: z.boolean() }) })
  .nullable();

export const people = router();

people.use(async (c, next) => {
  // A path with encoded or doubled characters could bypass the rules of an endpoint, so refuse it.
  if (new URL(c.req.url).pathname !== c.req.path) throw noSuchEndpoint(c);
  await next();
});

people.use(recordPeople);

// A page of another site must not sign the browser in to somebody else's account.
// `refuseForeignPages` checks only requests with a cookie, but a sign-in needs no cookie. So check
// here which page sent the request.
people.on("POST", ["/sign-in/*"], async (c, next) => {
  if (c.req.header("origin") !== undefined && !c.get("services").isOwnPage(c.req.raw)) {
    throw new ApiError("forbidden", "Sign in on this installation's own pages.");
  }
  await next();
});

people.post("/sign-out", async (c) =>
  askLibrary(c, "POST", await declaredInput(c, PEOPLE_ENDPOINTS["POST /sign-out"])),
);

people.get("/get-session", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["GET /get-session"]);
  const answer = await askLibrary(c, "GET", input);
  const found = FoundSession.parse(await answer.json());
  if (found === null) return Response.json(null, answer);
  const { email, emailVerified: isVerified } = found.user;
  const isOperator = c.get("services").operators.includes({ email, isVerified });
  return Response.json({ ...found, isOperator }, answer);
});

people.post("/update-user", async (c) =>
  askLibrary(c, "POST", await declaredInput(c, PEOPLE_ENDPOINTS["POST /update-user"])),
);

people.post("/sign-up/email", async (c) => {
  const person = await declaredInput(c, PEOPLE_ENDPOINTS["POST /sign-up/email"]);
  refuseGuessable("password", person.password, person);
  const services = c.get("services");
  if (await services.requiresSso(person.email)) throw new SsoRequired();
  if (!(await services.signUpAllowed({ address: addressOf(c), email: person.email }))) {
    throw new ApiError(
      "rate_limited",
      "Too many attempts to sign up from this network or with this e-mail domain. Wait a minute.",
      { retryAfter: SIGN_UP_RETRY_SECONDS },
    );
  }
  await services.signUp(person);
  services.wakeMail();
  return c.json({ status: true });
});

people.post("/sign-in/email", async (c) => {
  const input = await declaredInput(c, PEOPLE_ENDPOINTS["POST /sign-in/email"]);
  await claimAttempt(c, input.email);
  const person = await c.get("services").auth().personWith(input.email, input.password);
  if (person === undefined) {
    recordFailedSignIn(c, input.email, "password");
    throw new ApiError("unauthorized", "The e-mail address or the password is wrong.");
  }
  const isRemembered = input.rememberMe ?? true;
  const entered = await afterFirstFactor(c, { person, firstFactor: "password", isRemembered });
  return withCookies(c.json({ needsCode: entered.needsCode }), entered.cookies);
});

people.post("/change-password", async (c) => {
  const { removeConnectedApps, ...input } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /change-password"],
  );
  const person = await signedInPerson(c);
  refuseGuessable("newPassword", input.newPassword, person);
  const services = c.get("services");
  const given = await services.factorsGiven(person.signIn);
  const answer = await asAttempt(c, person.email, () => askLibrary(c, "POST", input));
  // If the person chose to end all other sign-ins, the library has also replaced the current one.
  // The new sign-in must get the second factors of the old one.
  const replaced = await services.personOf(cookieHeader(answer));
  if (replaced !== null) {
    for (const kind of given) await services.rememberFactor(replaced.signIn, kind);
  }
  await endTrust(c, person.id);
  if (removeConnectedApps) {
    const ended = await services.connections(person).removeAll();
    for (const each of ended)
      await recordConnectionEnd(c, each, "The person changed the password.");
  }
  await tellPasswordChanged(services.links, person);
  services.wakeMail();
  return answer;
});

people.route("/", addresses);

people.route("/", providers);

people.route("/", secondFactor);

people.route("/", passkeys);

people.route("/", account);

people.route("/", connections);

people.route("/organization", organizations);

people.route("/organization", signInSettings);

people.get("/list-sessions", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /list-sessions"]);
  const { signIns, now } = c.get("services");
  return c.json(await signIns(await signedInPerson(c)).list(now()));
});

people.post("/revoke-session", async (c) => {
  const { id } = await declaredInput(c, PEOPLE_ENDPOINTS["POST /revoke-session"]);
  const isRevoked = await c
    .get("services")
    .signIns(await signedInPerson(c))
    .revoke(id);
  if (!isRevoked) throw new ApiError("not_found", "You have no such sign-in.");
  return c.json({ status: true });
});

people.post("/revoke-other-sessions", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["POST /revoke-other-sessions"]);
  await c
    .get("services")
    .signIns(await signedInPerson(c))
    .revokeOthers();
  return c.json({ status: true });
});

const cookieHeader = (answer: Response): Headers =>
  new Headers({
    cookie: answer.headers
      .getSetCookie()
      .map((set) => set.split(";")[0])
      .join("; "),
  });

function noSuchEndpoint(c: Context<HttpEnv>): ApiError {
  return new ApiError("not_found", `There is no ${c.req.method} ${c.req.path}.`);
}
