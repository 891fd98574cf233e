/** Signs a person in after the first factor, or asks for a code from an authenticator app first. */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import type { FactorKind, SignInStepKind } from "../../../database/schema/teams/sign-in.ts";
import type { PersonToSignIn } from "../../../tenancy/sign-in/auth.ts";
import { SSO_REQUIRED } from "../../../tenancy/sign-in/session-rules.ts";
import { type SignInStep, STEP_MS } from "../../../tenancy/sign-in/steps.ts";
import { recordSignIn, type SignInMethod } from "../../audit/record-sign-in.ts";
import type { HttpEnv } from "../../context.ts";
import { ApiError } from "../../errors.ts";
import { addressOf, deviceOf, rememberBrowser } from "./attempt.ts";
import { cookieName, ownCookie } from "./own-cookie.ts";

const STEP_RETRY_SECONDS = 60;

export interface Entry {
  readonly person: PersonToSignIn;
  readonly firstFactor: SignInMethod;
  readonly secondFactor?: SignInMethod;
  /** Whether the person gave a code in this browser earlier, so that no new code is needed. */
  readonly isTrusted?: boolean;
  /** Whether the sign-in survives closing the browser. */
  readonly isRemembered: boolean;
}

interface Entered {
  /** Whether the person must still give a code. Until then, the person is not signed in. */
  readonly needsCode: boolean;
  /** `Set-Cookie` headers. */
  readonly cookies: readonly string[];
}

export async function afterFirstFactor(c: Context<HttpEnv>, entry: Entry): Promise<Entered> {
  const { person, firstFactor, isRemembered } = entry;
  const demand = await c.get("services").secondFactors.demandOf(person.id, deviceOf(c).hash);
  if (demand !== "code") {
    const isTrusted = demand === "trusted_browser";
    return { needsCode: false, cookies: await complete(c, { ...entry, isTrusted }) };
  }
  const cookie = await beginStep(c, "second_factor", person.id, { firstFactor, isRemembered });
  return { needsCode: true, cookies: [cookie] };
}

/**
 * The sign-in is refused, because an organization of the person requires its own sign-in provider.
 */
export class SsoRequired extends ApiError {
  constructor() {
    super("forbidden", SSO_REQUIRED);
  }
}

/**
 * Signs the person in and returns the cookies to set. Call this after every factor was right.
 *
 * @throws SsoRequired
 */
export async function complete(
  c: Context<HttpEnv>,
  entry: Entry,
  trustsBrowser = false,
): Promise<readonly string[]> {
  const { person, firstFactor, secondFactor, isRemembered } = entry;
  const way = { isRemembered, isByPassword: firstFactor === "password", factor: factorOf(entry) };
  const cookies = await c.get("services").auth().signIn(person.id, c.req.raw.headers, way);
  if (cookies === undefined) throw new SsoRequired();
  const method = secondFactor === undefined ? firstFactor : `${firstFactor} and ${secondFactor}`;
  await recordSignIn(c, person.email, method);
  return [...cookies, await rememberBrowser(c, person.email, trustsBrowser)];
}

/** A passkey asks for a fingerprint, a face or a PIN, so it counts as two factors. */
function factorOf({ firstFactor, secondFactor, isTrusted }: Entry): FactorKind | null {
  if (firstFactor === "passkey") return "passkey";
  return secondFactor !== undefined || isTrusted ? "app" : null;
}

/** @throws ApiError if the network has begun too many steps */
export async function beginStep(
  c: Context<HttpEnv>,
  kind: SignInStepKind,
  person: string | null,
  data: Readonly<Record<string, unknown>>,
): Promise<string> {
  const services = c.get("services");
  if (!(await services.mayBeginStep(addressOf(c)))) {
    throw new ApiError("rate_limited", "Too many sign-ins from this network. Wait a minute.", {
      retryAfter: STEP_RETRY_SECONDS,
    });
  }
  return ownCookie(c, kind, await services.steps.begin(kind, person, data), STEP_MS / 1_000);
}

/** Returns the unfinished sign-in step of the requesting browser. */
export const findStep = (
  c: Context<HttpEnv>,
  kind: SignInStepKind,
): Promise<SignInStep | undefined> =>
  c.get("services").steps.find(kind, getCookie(c, cookieName(c, kind)));

/** Like `findStep`, but also ends the step. */
export const takeStep = (
  c: Context<HttpEnv>,
  kind: SignInStepKind,
): Promise<SignInStep | undefined> =>
  c.get("services").steps.take(kind, getCookie(c, cookieName(c, kind)));

/** The `Set-Cookie` header that deletes a step's cookie. */
export const endedStep = (c: Context<HttpEnv>, kind: SignInStepKind): string =>
  ownCookie(c, kind, "", 0);

export function withCookies(answer: Response, cookies: readonly string[]): Response {
  const answered = new Response(answer.body, answer);
  for (const cookie of cookies) answered.headers.append("set-cookie", cookie);
  return answered;
}
