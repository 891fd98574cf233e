/**
 * Sign-in, under `/api/auth`. The sign-in library answers some of the declared endpoints and no other;
 * it sees the declared fields alone, never the request as it came.
 */
import type { Context } from "hono";
import type * as z from "zod";
import { PEOPLE_ENDPOINTS, type PeopleEndpoint } from "../../protocol/people.ts";
import type { HttpEnv } from "../context.ts";
import { declaredInput } from "../declared-input.ts";
import { ApiError } from "../errors.ts";
import { router } from "../route.ts";
import { askLibrary } from "../sign-in-library.ts";
import { signedInPerson } from "../signed-in-person.ts";
import { organizations } from "./organizations.ts";

const SIGN_IN_RETRY_SECONDS = 60;

/** These try a password. */
const TRY_PASSWORD: readonly PeopleEndpoint[] = [
  "POST /sign-in/email",
  "POST /sign-up/email",
  "POST /change-password",
];

/** The sign-in library answers these. */
const OF_LIBRARY = [
  "POST /sign-up/email",
  "POST /sign-in/email",
  "POST /sign-out",
  "GET /get-session",
  "POST /change-password",
  "POST /update-user",
] as const satisfies readonly PeopleEndpoint[];

export const people = router();

people.use(async (c, next) => {
  // An encoded or doubled character must not name an endpoint that other rules hold for.
  if (new URL(c.req.url).pathname !== c.req.path) throw noSuchEndpoint(c);
  await next();
});

for (const endpoint of OF_LIBRARY) {
  const [method = "", path = ""] = endpoint.split(" ");
  people.on(method, path, async (c) => {
    const schema: z.ZodType<Record<string, unknown>> = PEOPLE_ENDPOINTS[endpoint];
    const input = await declaredInput(c, schema);
    await limitAttempts(c, endpoint, input.email);
    return askLibrary(c, method, input);
  });
}

people.route("/organization", organizations);

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

async function limitAttempts(
  c: Context<HttpEnv>,
  endpoint: PeopleEndpoint,
  email: unknown,
): Promise<void> {
  if (!TRY_PASSWORD.includes(endpoint)) return;
  const address = c.req.header("cf-connecting-ip") ?? "unknown";
  const services = c.get("services");
  const isAllowed =
    endpoint === "POST /sign-up/email"
      ? await services.signUpAllowed(address, String(email))
      : await services.signInAllowed(address, String(email ?? (await signedInPerson(c)).email));
  if (isAllowed) return;
  throw new ApiError("rate_limited", "Too many attempts to sign in. Wait a minute.", {
    retryAfter: SIGN_IN_RETRY_SECONDS,
  });
}

function noSuchEndpoint(c: Context<HttpEnv>): ApiError {
  return new ApiError("not_found", `There is no ${c.req.method} ${c.req.path}.`);
}
