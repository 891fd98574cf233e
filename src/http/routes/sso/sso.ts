/**
 * Sign-in through an organization's provider, under `/api/sso`. Browsers open these URLs, so every
 * endpoint redirects, even after an error.
 */
import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { serialize } from "hono/utils/cookie";
import type { AuditIntent } from "../../../database/audit/audit-recorder.ts";
import type { SsoProblem } from "../../../protocol/people/sso.ts";
import type { Refused } from "../../../tenancy/sso/refused.ts";
import { ownMetadata } from "../../../tenancy/sso/saml/metadata.ts";
import type { Begun, Ended } from "../../../tenancy/sso/sso.ts";
import { REQUEST_MS } from "../../../tenancy/sso/sso-requests.ts";
import { circumstances } from "../../audit/audit-intent.ts";
import type { HttpEnv } from "../../context.ts";
import { readText } from "../../ingest/request-body.ts";
import { router } from "../../route.ts";
import { addressOf } from "../people/attempt.ts";

const MAX_FORM_BYTES = 512 * 1024;
const MAX_PATH_CHARS = 500;

export const sso = router();

/**
 * Sends the browser to the provider of the organization that has verified the domain of the e-mail
 * address.
 */
sso.get("/start", async (c) => {
  const services = c.get("services");
  const organization = await services.sso.organizationOf(c.req.query("email") ?? "");
  if (!(await services.mayTrySso(addressOf(c))) || organization === undefined) {
    return toProblem(c, "unknown_domain");
  }
  const begun = await services.sso.begin(organization, ownPath(c.req.query("next")), null);
  if (begun.ok) return toProvider(c, begun.value);
  await recordRefusal(c, organization, begun.fault);
  return toProblem(c, begun.fault.problem);
});

sso.get("/oidc/callback", async (c) => {
  const { sso: through, publicUrl } = c.get("services");
  const { search } = new URL(c.req.url);
  const url = new URL(`/api/sso/oidc/callback${search}`, publicUrl);
  return finish(c, await through.endOidc(url, browserOf(c)));
});

sso.get("/saml/:organization/metadata", (c) => {
  const addresses = c.get("services").sso.samlAddresses(c.req.param("organization"));
  return c.body(ownMetadata(addresses), 200, {
    "content-type": "application/samlmetadata+xml",
    "content-disposition": 'attachment; filename="memtrace-saml-metadata.xml"',
  });
});

/**
 * Receives the SAML response. The provider's page posts it, so the browser sends it without our
 * cookie. To get the cookie, this endpoint redirects the browser to another URL of ours.
 */
sso.post("/saml/:organization/acs", async (c) => {
  const services = c.get("services");
  const organization = c.req.param("organization");
  if (!(await services.mayTrySso(addressOf(c)))) return toProblem(c, "answer_invalid");
  const form = new URLSearchParams(await readText(c.req.raw, MAX_FORM_BYTES));
  const state = form.get("RelayState") ?? "";
  const given = { response: form.get("SAMLResponse") ?? "", state };
  const taken = await services.sso.takeResponse(organization, given);
  if (taken.ok) {
    const url = new URL("/api/sso/saml/complete", services.publicUrl);
    url.searchParams.set("state", state);
    return c.redirect(url.href, 303);
  }
  const page = await services.sso.failTest(organization, state, taken.fault);
  return page === undefined ? refuse(c, organization, taken.fault) : c.redirect(page, 303);
});

sso.get("/saml/complete", async (c) => {
  const state = c.req.query("state") ?? "";
  return finish(c, await c.get("services").sso.endSaml(state, browserOf(c)));
});

async function finish(c: Context<HttpEnv>, ended: Ended | Refused): Promise<Response> {
  if ("problem" in ended) return toProblem(c, ended.problem);
  const { request, stated } = ended;
  const services = c.get("services");
  const { organization, tester, next } = request;
  if (tester !== null) {
    await services.sso.recordTest(organization, stated);
    return forgetting(c, c.redirect(next, 303));
  }
  if (!stated.ok) return refuse(c, organization, stated.fault);
  const entered = await services.sso.enter(organization, stated.value);
  if (!entered.ok) return refuse(c, organization, entered.fault);
  const { person, isNewMember } = entered.value;
  const cookies = await services.auth().enterBySso(person, organization, c.req.raw.headers);
  // Record the sign-in before its cookie is sent: if recording fails, the sign-in must fail.
  const intent = (action: AuditIntent["action"]): AuditIntent => ({
    ...{ ...circumstances(c), action, person, key: null, signIn: null, target: person },
    ...{ owner: { organization, member: person }, changes: [] },
  });
  if (isNewMember) await services.audit.record(intent("member.join_by_sso"), services.now());
  const changes = [{ field: "by", to: '"sso"' }];
  await services.audit.record({ ...intent("sign_in.succeed"), changes }, services.now());
  const answer = forgetting(c, c.redirect(next, 303));
  for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
  return answer;
}

async function refuse(c: Context<HttpEnv>, organization: string, fault: Refused) {
  await recordRefusal(c, organization, fault);
  return toProblem(c, fault.problem);
}

async function recordRefusal(c: Context<HttpEnv>, organization: string, fault: Refused) {
  const { audit, now } = c.get("services");
  await audit.record(
    {
      ...{ ...circumstances(c), action: "sso.refuse", person: null, key: null, signIn: null },
      ...{ owner: { directoryOf: organization }, target: null },
      changes: [
        { field: "problem", to: JSON.stringify(fault.problem) },
        { field: "detail", to: JSON.stringify(fault.detail) },
      ],
    },
    now(),
  );
}

function toProblem(c: Context<HttpEnv>, problem: SsoProblem): Response {
  return c.redirect(`/sign-in/sso?problem=${problem}`, 303);
}

/**
 * Sends the browser to the provider. Also sets a cookie, so that we recognise the browser when it
 * comes back.
 */
function toProvider(c: Context<HttpEnv>, begun: Begun): Response {
  const answer = c.redirect(begun.url, 303);
  answer.headers.append("set-cookie", browserCookie(c, begun.browser));
  return answer;
}

/**
 * Returns a `Lax` cookie. The browser sends this cookie if the provider's page redirects to our
 * URL. The browser does not send it if the provider's page posts a form to our URL.
 */
export function browserCookie(c: Context<HttpEnv>, value: string): string {
  const { name, isSecure } = cookieOf(c);
  return serialize(name, value, {
    ...{ path: "/", httpOnly: true, sameSite: "Lax", secure: isSecure },
    maxAge: value === "" ? 0 : REQUEST_MS / 1_000,
  });
}

function cookieOf(c: Context<HttpEnv>) {
  const isSecure = new URL(c.get("services").publicUrl).protocol === "https:";
  return { name: isSecure ? "__Host-memtrace.sso" : "memtrace.sso", isSecure };
}

const browserOf = (c: Context<HttpEnv>) => getCookie(c, cookieOf(c).name) ?? "";

function forgetting(c: Context<HttpEnv>, answer: Response): Response {
  answer.headers.append("set-cookie", browserCookie(c, ""));
  return answer;
}

/** Returns the path, or `/` if it could lead to another site. */
export function ownPath(path: string | undefined): string {
  const isPath = path !== undefined && /^\/(?![/\\])[^\\\s]*$/.test(path);
  return isPath && path.length <= MAX_PATH_CHARS ? path : "/";
}
