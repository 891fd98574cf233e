/**
 * Signs people in with a provider such as Google, and links accounts at providers. The browser is
 * sent to the provider. When it comes back, it brings the provider's answer.
 */
import type { Context } from "hono";
import * as z from "zod";
import { logFailure } from "../../../database/failure-log.ts";
import {
  type LinkFailure,
  PROVIDER_IDS,
  type ProviderFailure,
  type ProviderId,
} from "../../../protocol/people/sign-in.ts";
import { PEOPLE_ENDPOINTS } from "../../../protocol/people.ts";
import { AuthorizationFailure } from "../../../tenancy/sign-in/providers/authorization.ts";
import type { SignInProvider } from "../../../tenancy/sign-in/providers/provider.ts";
import { recordProviderLink } from "../../audit/record-people.ts";
import type { HttpEnv } from "../../context.ts";
import { declaredInput } from "../../declared-input.ts";
import { ApiError } from "../../errors.ts";
import { router } from "../../route.ts";
import { personOfRequest } from "../../signed-in-person.ts";
import {
  afterFirstFactor,
  beginStep,
  endedStep,
  SsoRequired,
  takeStep,
  withCookies,
} from "./enter.ts";
import { asProvenPerson } from "./prove.ts";

const Stored = z.object({
  provider: z.enum(PROVIDER_IDS),
  next: z.string(),
  secrets: z.object({ state: z.string(), nonce: z.string(), verifier: z.string() }),
});

export const providers = router();

providers.get("/sign-in-methods", async (c) => {
  await declaredInput(c, PEOPLE_ENDPOINTS["GET /sign-in-methods"]);
  const offered = c.get("services").signInProviders.list;
  return c.json({ providers: offered.map(({ id, name }) => ({ id, name })) });
});

providers.post("/sign-in/provider", async (c) => {
  const { provider, next = "/" } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /sign-in/provider"],
  );
  return sendToProvider(c, provider, next, null);
});

providers.post("/link-provider", async (c) => {
  const { provider, next, password } = await declaredInput(
    c,
    PEOPLE_ENDPOINTS["POST /link-provider"],
  );
  return asProvenPerson(c, password, ({ id }) => sendToProvider(c, provider, next, id));
});

/** @param person the person who links the provider; null for a sign-in */
async function sendToProvider(
  c: Context<HttpEnv>,
  id: ProviderId,
  next: string,
  person: string | null,
): Promise<Response> {
  const provider = providerWith(c, id);
  try {
    const { url, secrets } = await c.get("services").signInProviders.start(provider);
    const stored: z.infer<typeof Stored> = { provider: id, next, secrets };
    const cookie = await beginStep(c, "provider", person, stored);
    return withCookies(c.json({ url }), [cookie]);
  } catch (error) {
    if (!(error instanceof AuthorizationFailure)) throw error;
    logProviderFailure(c, id, error);
    throw new ApiError(
      "unavailable",
      `${provider.name} does not answer. Try again in a minute, or sign in with another method.`,
    );
  }
}

/** @throws ApiError if the installation has not configured the provider */
function providerWith(c: Context<HttpEnv>, id: ProviderId): SignInProvider {
  const provider = c.get("services").signInProviders.list.find((each) => each.id === id);
  if (provider !== undefined) return provider;
  throw new ApiError("not_found", `This installation has no sign-in with ${id}.`);
}

for (const id of PROVIDER_IDS) {
  providers.get(`/callback/${id}`, async (c) => {
    // The step works only once. So an error must not tell the client to repeat the request.
    c.set("isRepeatable", false);
    const parameters = await declaredInput(c, PEOPLE_ENDPOINTS[`GET /callback/${id}`]);
    const provider = providerWith(c, id);
    const given = Object.entries(parameters).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    );
    const { to, cookies } = await broughtBack(c, provider, new URLSearchParams(given));
    const answer = c.redirect(to);
    return withCookies(answer, [endedStep(c, "provider"), ...cookies]);
  });
}

async function broughtBack(
  c: Context<HttpEnv>,
  provider: SignInProvider,
  parameters: URLSearchParams,
): Promise<{ to: string; cookies: readonly string[] }> {
  const { signInProviders } = c.get("services");
  const step = await takeStep(c, "provider");
  const stored = step && Stored.parse(step.data);
  // Accept an answer only from the provider for which these secrets were created.
  if (step === undefined || stored?.provider !== provider.id) return ended("step_ended");
  if (step.userId !== null) return linked(c, step.userId, provider, { ...stored, parameters });
  try {
    const claimed = await signInProviders.finish(provider, parameters, stored.secrets);
    // An organization may enforce its own provider for this address. If so, refuse before an
    // account is created, as the sign-up with a password does.
    if (claimed.email !== null && (await c.get("services").requiresSso(claimed.email)))
      return ended("sso_required", stored.next);
    const found = await signInProviders.personOf(provider.id, claimed);
    if (!found.ok) return ended(found.fault, stored.next);
    const { needsCode, cookies } = await afterFirstFactor(c, {
      ...{ person: found.value, firstFactor: provider.id, isRemembered: true },
    });
    if (!needsCode) return { to: ownPath(c, stored.next), cookies };
    return { to: `/sign-in?${new URLSearchParams({ step: "code", next: stored.next })}`, cookies };
  } catch (error) {
    if (error instanceof SsoRequired) return ended("sso_required", stored.next);
    if (!(error instanceof AuthorizationFailure)) throw error;
    if (error.fault === "provider_failed") logProviderFailure(c, provider.id, error);
    return ended(error.fault, stored.next);
  }
}

interface Answered extends z.infer<typeof Stored> {
  readonly parameters: URLSearchParams;
}

/**
 * Links the provider to the person who asked for this. Refuses if the browser is no longer signed
 * in as this person.
 */
async function linked(
  c: Context<HttpEnv>,
  asked: string,
  provider: SignInProvider,
  { next, secrets, parameters }: Answered,
): Promise<{ to: string; cookies: readonly string[] }> {
  const { signInProviders, waysToSignIn, now } = c.get("services");
  const back = (failed?: LinkFailure) => {
    const to = new URL(ownPath(c, next), c.get("services").publicUrl);
    if (failed !== undefined) to.searchParams.set("failed", failed);
    return { to: to.pathname + to.search, cookies: [] };
  };
  const person = await personOfRequest(c);
  if (person?.id !== asked) return back("step_ended");
  try {
    const { subject } = await signInProviders.finish(provider, parameters, secrets);
    const outcome = await waysToSignIn(person).link(provider.id, subject, now());
    if (outcome !== "done") return back(outcome);
    await recordProviderLink(c, person, provider.id);
    return back();
  } catch (error) {
    if (!(error instanceof AuthorizationFailure)) throw error;
    if (error.fault === "provider_failed") logProviderFailure(c, provider.id, error);
    return back(error.fault);
  }
}

function ended(why: ProviderFailure, next?: string) {
  const search = new URLSearchParams({ failed: why, ...(next !== undefined && { next }) });
  return { to: `/sign-in?${search}`, cookies: [] };
}

/** Returns the path, or `/` if it belongs to another site. */
function ownPath(c: Context<HttpEnv>, next: string): string {
  const { origin } = new URL(c.get("services").publicUrl);
  const url = URL.parse(next, origin);
  return url?.origin === origin ? url.pathname + url.search + url.hash : "/";
}

function logProviderFailure(
  c: Context<HttpEnv>,
  provider: string,
  { cause }: AuthorizationFailure,
) {
  logFailure("a sign-in provider failed", cause, { provider, requestId: c.get("requestId") });
}
