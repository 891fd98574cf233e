/** GitHub is replaced by a script that follows GitHub's protocol. */
import { eq } from "drizzle-orm";
import { afterEach, expect, test, vi } from "vitest";
import { account, user } from "../../src/database/schema/identity.ts";
import { appOf, Browser, database, ORIGIN, signedIn, signUp } from "./support/browser.ts";
import { GITHUB_BINDINGS, type GithubAccount, ScriptedGithub } from "./support/scripted-github.ts";

afterEach(() => vi.restoreAllMocks());

const newAccount = (given: Partial<GithubAccount> = {}): GithubAccount => {
  const id = Math.floor(Math.random() * 1e9);
  const address = (name: string) => `${name}@${id}.example`;
  const hidden = { visibility: null, primary: false };
  return {
    ...{ id, login: "ada", name: "Ada Lovelace" },
    emails: [
      { email: address("old"), verified: false, ...hidden },
      { email: address("Ada"), verified: true, primary: true, visibility: "private" },
      { email: address("other"), verified: true, ...hidden },
    ],
    ...given,
  };
};
const withPrimary = (email: string, verified: boolean) =>
  newAccount({ emails: [{ email, verified, primary: true, visibility: "public" }] });

function atGithub(github = new ScriptedGithub(), url = "") {
  const browser = new Browser(
    appOf(ORIGIN, { ENVIRONMENT: "development", ...GITHUB_BINDINGS, GITHUB_URL: url }),
  );
  const start = async () => {
    const answer = await browser.post("/sign-in/provider", { provider: "github", next: "/p/one" });
    return (await answer.json<{ url: string }>()).url;
  };
  const comeBack = async (back: URL) => {
    const answer = await browser.get(`${back.pathname.slice("/api/auth".length)}${back.search}`);
    return `${answer.status} ${answer.headers.get("location")}`;
  };
  const signIn = async (as: GithubAccount) => comeBack(github.agree(await start(), as));
  return { github, browser, start, comeBack, signIn };
}

const personOf = (browser: Browser) => signedIn(browser.headers);

test("T196 GitHub signs in a new person by their confirmed primary address, and recognises them by id", async () => {
  const { github, browser, signIn } = atGithub();
  const ada = newAccount();
  expect(await signIn(ada)).toBe("302 /p/one");
  const first = await personOf(browser);
  expect(first).toMatchObject({
    ...{ name: "Ada Lovelace", email: `ada@${ada.id}.example`, isVerified: true },
  });
  expect(github.asked).toEqual([
    "https://github.com/login/oauth/access_token",
    "https://api.github.com/user",
    "https://api.github.com/user/emails",
  ]);
  // The login and the address at GitHub may change; the id stays.
  const again = atGithub(github);
  await again.signIn({
    ...withPrimary("new@elsewhere.example", false),
    id: ada.id,
    login: "lovelace",
  });
  expect((await personOf(again.browser))?.id).toBe(first?.id);
});

test("T196 a person without a name at GitHub gets their login as the name", async () => {
  const { browser, signIn } = atGithub();
  await signIn(newAccount({ name: null }));
  expect((await personOf(browser))?.name).toBe("ada");
});

test("T196 for an enterprise server, the service calls the server's own addresses", async () => {
  const url = "https://github.acme.example";
  const { github, browser, signIn } = atGithub(new ScriptedGithub(url), `${url}/`);
  expect(await signIn(newAccount())).toBe("302 /p/one");
  expect(github.asked).toEqual([
    `${url}/login/oauth/access_token`,
    `${url}/api/v3/user`,
    `${url}/api/v3/user/emails`,
  ]);
  expect(await personOf(browser)).not.toBeNull();
});

test("T196 an unconfirmed or missing primary address signs nobody in, even if others are confirmed", async () => {
  const { browser, signIn } = atGithub();
  const known = await signUp("Ada");
  await database.update(user).set({ emailVerified: true }).where(eq(user.id, known.id));
  const unconfirmed = withPrimary(known.email, false);
  expect(await signIn(unconfirmed)).toContain("failed=address_unverified");
  const confirmed = { email: `a@${crypto.randomUUID()}.example`, verified: true, primary: false };
  const emails = [...unconfirmed.emails, { ...confirmed, visibility: null }];
  expect(await signIn({ ...unconfirmed, emails })).toContain("failed=address_unverified");
  expect(await signIn(newAccount({ emails: [] }))).toContain("failed=no_address");
  expect(await personOf(browser)).toBeNull();
  expect(await waysOf(known.id)).toEqual(["credential"]);
  expect(await signIn(withPrimary(known.email, true))).toBe("302 /p/one");
  expect((await personOf(browser))?.id).toBe(known.id);
  expect(await waysOf(known.id)).toEqual(["credential", "github"]);
});

test("T196 an unknown code, a token for another scope or a failing API signs nobody in", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { github, browser, start, comeBack, signIn } = atGithub();
  const back = github.agree(await start(), newAccount());
  back.searchParams.set("code", "another");
  expect(await comeBack(back)).toContain("failed=provider_failed");
  const narrowed = new URL(await start());
  narrowed.searchParams.set("scope", "read:user");
  const agreed = github.agree(narrowed.href, newAccount());
  expect(await comeBack(agreed)).toContain("failed=provider_failed");
  github.apiStatus = 503;
  expect(await signIn(newAccount())).toContain("failed=provider_failed");
  expect(await personOf(browser)).toBeNull();
});

async function waysOf(person: string): Promise<string[]> {
  const rows = await database.select().from(account).where(eq(account.userId, person));
  return rows.map(({ providerId }) => providerId).sort();
}
