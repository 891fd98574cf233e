import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { account, user } from "../../src/database/schema/identity.ts";
import { auditEntry } from "../../src/database/schema/teams/audit.ts";
import {
  appOf,
  Browser,
  database,
  newOrganization,
  ORIGIN,
  signedIn,
  signUp,
} from "./support/browser.ts";
import { enforceOwnSignIn } from "./support/enforcement.ts";
import { CLIENT, type Claims, ScriptedProvider } from "./support/scripted-provider.ts";

afterEach(() => vi.restoreAllMocks());

const configured = (issuer: string) =>
  appOf(ORIGIN, {
    ENVIRONMENT: "development",
    ...{ OIDC_ISSUER: issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
    OIDC_NAME: "Example ID",
  });

const newClaims = (given: Partial<Claims> = {}): Claims => ({
  ...{ sub: crypto.randomUUID(), email: `ada@${crypto.randomUUID()}.example` },
  ...{ email_verified: true, name: "Ada Lovelace", ...given },
});

function atProvider(provider = new ScriptedProvider()) {
  const browser = new Browser(configured(provider.issuer));
  const start = async (next = "/p/one") => {
    const answer = await browser.post("/sign-in/provider", { provider: "oidc", next });
    return (await answer.json<{ url: string }>()).url;
  };
  const comeBack = (back: URL, by = browser) =>
    by.get(`${back.pathname.slice("/api/auth".length)}${back.search}`);
  const signIn = async (claims: Claims, next?: string) =>
    comeBack(provider.agree(await start(next), claims));
  return { provider, browser, start, comeBack, signIn };
}

const whereTo = (answer: Response) => `${answer.status} ${answer.headers.get("location")}`;
const personOf = (browser: Browser) => signedIn(browser.headers);
const isStored = async (email = "") =>
  (await database.select().from(user).where(eq(user.email, email))).length;

test("T136 the page offers only the configured providers, and no other provider signs in", async () => {
  const { browser } = atProvider();
  expect(await (await browser.get("/sign-in-methods")).json()).toEqual({
    providers: [{ id: "oidc", name: "Example ID" }],
  });
  const plain = new Browser();
  expect(await (await plain.get("/sign-in-methods")).json()).toEqual({ providers: [] });
  for (const provider of ["google", "github"]) {
    expect((await browser.post("/sign-in/provider", { provider })).status).toBe(404);
    expect((await browser.get(`/callback/${provider}?code=x&state=y`)).status).toBe(404);
  }
  expect((await browser.post("/sign-in/provider", { provider: "evil" })).status).toBe(400);
  const halfConfigured = new Browser(appOf(ORIGIN, { GOOGLE_CLIENT_ID: "one" }));
  expect((await halfConfigured.get("/sign-in-methods")).status).toBe(500);
});

test("T137 a provider signs in a new person with a confirmed address, and recognises them later", async () => {
  const { browser, signIn, provider } = atProvider();
  const claims = newClaims();
  expect(whereTo(await signIn(claims))).toBe("302 /p/one");
  const first = await personOf(browser);
  expect(first).toMatchObject({ name: "Ada Lovelace", email: claims.email, isVerified: true });
  // The address at the provider changes; the subject stays.
  const again = atProvider(provider);
  await again.signIn({ ...claims, email: "other@example.com", email_verified: false });
  expect((await personOf(again.browser))?.id).toBe(first?.id);
});

test("T138 a provider is linked to an account only if both have confirmed the address", async () => {
  const known = await signUp("Ada");
  const unconfirmed = atProvider();
  const claims = newClaims({ email: known.email.toUpperCase() });
  expect(whereTo(await unconfirmed.signIn(claims))).toContain("failed=account_unconfirmed");
  expect(await personOf(unconfirmed.browser)).toBeNull();

  await database.update(user).set({ emailVerified: true }).where(eq(user.id, known.id));
  const unverified = atProvider();
  for (const email_verified of [false, undefined]) {
    const { email_verified: _, ...rest } = claims;
    const claimed = email_verified === undefined ? rest : { ...rest, email_verified };
    expect(whereTo(await unverified.signIn(claimed))).toContain("failed=address_unverified");
  }
  const { email: _, ...nameless } = claims;
  expect(whereTo(await unverified.signIn(nameless))).toContain("failed=no_address");
  expect(await personOf(unverified.browser)).toBeNull();

  const linked = atProvider();
  await linked.signIn(claims);
  expect((await personOf(linked.browser))?.id).toBe(known.id);
  const ways = await database.select().from(account).where(eq(account.userId, known.id));
  expect(ways.map(({ providerId }) => providerId).sort()).toEqual(["credential", "oidc"]);
});

test("T182 if an organization enforces its provider, another provider signs nobody in and makes no account", async () => {
  const owner = await signUp("Ada");
  const domain = `d${crypto.randomUUID().replaceAll("-", "")}.example`;
  await enforceOwnSignIn(owner, domain);
  const member = await signUp("Grace");
  const email = `grace@${domain}`;
  await database.update(user).set({ email, emailVerified: true }).where(eq(user.id, member.id));
  const [known, unknown] = [newClaims({ email }), newClaims({ email: `new@${domain}` })];
  for (const claims of [known, unknown]) {
    const { browser, signIn } = atProvider();
    expect(whereTo(await signIn(claims))).toContain("/sign-in?failed=sso_required");
    expect(await personOf(browser)).toBeNull();
  }
  expect(await isStored(unknown.email)).toBe(0);
  // Link the account before the person's address moves into the domain.
  const linked = newClaims();
  const provider = new ScriptedProvider();
  const before = atProvider(provider);
  await before.signIn(linked);
  const moved = await personOf(before.browser);
  await database
    .update(user)
    .set({ email: `moved@${domain}` })
    .where(eq(user.id, moved?.id ?? ""));
  const after = atProvider(provider);
  expect(whereTo(await after.signIn(linked))).toContain("/sign-in?failed=sso_required");
  expect(await personOf(after.browser)).toBeNull();
});

test("T139 an id token with a wrong issuer, audience, nonce or time signs nobody in", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const hour = Math.floor(Date.now() / 1_000) - 3_600;
  for (const forged of [
    { iss: "https://evil.example" },
    { aud: "another client" },
    { aud: [CLIENT.id, "another client"], azp: "another client" },
    { nonce: "of another sign-in" },
    { nonce: undefined },
    { exp: hour },
    { sub: undefined },
  ]) {
    const { provider, browser, signIn } = atProvider();
    provider.forged = forged;
    const claims = newClaims();
    expect(whereTo(await signIn(claims))).toContain("failed=provider_failed");
    expect(await personOf(browser)).toBeNull();
    expect(await isStored(claims.email)).toBe(0);
  }
});

test("T139 a new key of the provider works only if the provider lists it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { provider, browser, signIn } = atProvider();
  const claims = newClaims();
  await signIn(claims);
  await provider.changeKey();
  expect(whereTo(await signIn(claims))).toBe("302 /p/one");
  await provider.changeKey({ unlisted: true });
  await browser.post("/sign-out", {});
  expect(whereTo(await signIn(claims))).toContain("failed=provider_failed");
  expect(await personOf(browser)).toBeNull();
});

test("T140 a provider's answer works once, in the browser that asked, and at its own address", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { provider, browser, start, comeBack } = atProvider();
  const claims = newClaims();
  const back = provider.agree(await start(), claims);
  const other = new Browser(configured(provider.issuer));
  expect(whereTo(await comeBack(back, other))).toBe("302 /sign-in?failed=step_ended");
  expect(whereTo(await comeBack(back))).toBe("302 /p/one");
  expect(whereTo(await comeBack(back))).toBe("302 /sign-in?failed=step_ended");

  const forged = provider.agree(await start(), claims);
  forged.searchParams.set("state", "another");
  await browser.post("/sign-out", {});
  expect(whereTo(await comeBack(forged))).toContain("failed=provider_failed");
  // The failed attempt ended the sign-in step, so the same step cannot be used again.
  expect(whereTo(await comeBack(forged))).toContain("failed=step_ended");
  const refused = new URL(provider.agree(await start(), claims));
  refused.searchParams.delete("code");
  refused.searchParams.set("error", "access_denied");
  expect(whereTo(await comeBack(refused))).toContain("failed=refused");
  expect(await personOf(browser)).toBeNull();
});

test("T140 only one of several simultaneous answers signs in", async () => {
  const { provider, start, comeBack } = atProvider();
  const back = provider.agree(await start(), newClaims());
  const answers = await Promise.all([comeBack(back), comeBack(back), comeBack(back)]);
  const places = answers.map((answer) => answer.headers.get("location"));
  expect(places.filter((place) => place === "/p/one")).toHaveLength(1);
});

test("T141 after a sign-in, the browser stays on this installation", async () => {
  for (const next of [
    ...["https://evil.example", "//evil.example", "/\\evil.example", "/\t/evil.example"],
    ...["javascript:alert(1)", "evil", ""],
  ]) {
    const { signIn } = atProvider();
    const place = (await signIn(newClaims(), next)).headers.get("location") ?? "";
    expect(new URL(place, ORIGIN).origin).toBe(ORIGIN);
  }
});

test("T142 if a provider does not answer, nobody is signed in and the error names the provider", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { provider, browser, start, comeBack } = atProvider();
  const back = provider.agree(await start(), newClaims());
  provider.isDown = true;
  const answer = await browser.post("/sign-in/provider", { provider: "oidc" });
  expect(answer.status).toBe(503);
  expect(await answer.text()).toContain("Example ID does not answer");
  expect(whereTo(await comeBack(back))).toContain("failed=provider_failed");
});

test("T143 the audit log of the person's organizations records a sign-in at a provider", async () => {
  const { provider, browser, signIn } = atProvider();
  const claims = newClaims();
  await signIn(claims);
  const organization = await newOrganization({
    ...{ browser, id: "", email: "", signInAgain: () => Promise.reject(new Error("unused")) },
  });
  await atProvider(provider).signIn(claims);
  const entries = await database
    .select()
    .from(auditEntry)
    .where(eq(auditEntry.organization, organization));
  const [entry] = entries.filter(({ action }) => action === "sign_in.succeed");
  expect(entry?.changes).toEqual([{ field: "method", to: "oidc" }]);
});
