/** A person's own account, with the real service and the passkeys of Chromium. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { freePort, type LocalService, startService } from "../../src/local/service.ts";
import { codeOf } from "../tenancy/support/authenticator.ts";
import { launchChromium, openContext } from "./support/chromium.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const FIRST_PORT = 8870;
const PERSON = { name: "Mel", email: "mel@example.com", password: "correct horse battery" };

describe("with the real service", () => {
  let state: string;
  let service: LocalService;
  let browser: Browser;
  let page: Page;
  let account = "";
  let codes: string[] = [];

  beforeAll(async () => {
    state = await mkdtemp(join(tmpdir(), "memtrace-e2e-"));
    service = await startService({ state, port: await freePort(FIRST_PORT), watch: false });
    browser = await launchChromium();
    // A passkey needs a host name, not an address.
    const url = service.url.replace("127.0.0.1", "localhost");
    page = await (await openContext(browser, url, "light")).newPage();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        ...{ protocol: "ctap2", transport: "internal", hasResidentKey: true },
        ...{ hasUserVerification: true, isUserVerified: true },
        automaticPresenceSimulation: true,
      },
    });
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
    await rm(state, { recursive: true, force: true });
  });

  const dialog = () => page.getByRole("dialog");
  const giveUpSignIn = async () => {
    await page.context().clearCookies({ name: /session_token/ });
    await page.goto("/sign-in");
  };
  const typePassword = async () => {
    await page.getByLabel("E-mail").fill(PERSON.email);
    await page.getByLabel("Password").fill(PERSON.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
  };

  it("U370 the account page sets up an authenticator app with a QR code and shows recovery codes once", async () => {
    await page.goto("/sign-up");
    await page.getByLabel("Name").fill(PERSON.name);
    await page.getByLabel("E-mail").fill(PERSON.email);
    await page.getByLabel("Password").fill(PERSON.password);
    await page.getByRole("button", { name: "Create the account" }).click();
    await page.getByLabel("Organization").fill("Acme");
    await page.getByLabel("Project").fill("Support agent");
    await page.getByRole("button", { name: "Create the project" }).click();
    await page.getByRole("heading", { name: "Send the first event." }).waitFor();
    account = `${new URL(page.url()).pathname}/account`;
    await page.goto(account);
    await page.getByRole("button", { name: "Set up an authenticator app" }).click();
    await dialog().getByLabel("Your password").fill(PERSON.password);
    await dialog().getByRole("button", { name: "Show the key" }).click();
    await dialog().getByRole("img", { name: "The key as a QR code" }).waitFor();
    const key = ((await dialog().locator(".secret code").textContent()) ?? "").replaceAll(" ", "");
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    await dialog().getByLabel("Code that the app shows").fill("000000");
    await dialog().getByRole("button", { name: "Switch on" }).click();
    await dialog().getByText("is wrong").waitFor();
    await dialog().getByLabel("Code that the app shows").fill(codeOf(key));
    await dialog().getByRole("button", { name: "Switch on" }).click();
    await dialog().locator(".recovery-codes li").first().waitFor();
    codes = await dialog().locator(".recovery-codes li").allTextContents();
    expect(codes).toHaveLength(10);
    const done = dialog().getByRole("button", { name: "Done" });
    expect(await done.isDisabled()).toBe(true);
    await dialog()
      .getByLabel(/I have stored/)
      .check();
    await done.click();
    await page.getByText("10 of 10 recovery codes are unused").waitFor();
  });

  it("U371 the sign-in page asks for a code after the password and accepts a recovery code", async () => {
    await giveUpSignIn();
    await typePassword();
    await page.getByLabel("Code of your authenticator app").fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("The code is wrong").waitFor();
    await page.getByRole("button", { name: "Use a recovery code instead" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByLabel("Trust this browser for 30 days").check();
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.waitForURL(/\/p\//);
    await page.goto(account);
    await page.getByText("9 of 10 recovery codes are unused; 1 trusted browser").waitFor();
    await giveUpSignIn();
    await typePassword();
    await page.waitForURL(/\/p\//);
  });

  it("U372 the account page adds, names and removes a passkey, which alone is enough to sign in", async () => {
    await page.goto(account);
    await page.getByText("You have no passkey.").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await dialog().getByLabel("Name").fill("Work laptop");
    await dialog().getByLabel("Your password").fill(PERSON.password);
    await dialog().getByRole("button", { name: "Add" }).click();
    await page.getByText("Work laptop").waitFor();
    await page.getByRole("button", { name: "Rename Work laptop" }).click();
    await dialog().getByLabel("Name").fill("Home laptop");
    await dialog().getByRole("button", { name: "Rename" }).click();
    await page.getByText("Home laptop").waitFor();
    await giveUpSignIn();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/p\//);
    await page.goto(account);
    await page
      .getByText(/last used/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Remove Home laptop" }).click();
    await dialog().getByLabel("Your password").fill(PERSON.password);
    await dialog().getByRole("button", { name: "Remove" }).click();
    await page.getByText("You have no passkey.").waitFor();
    await giveUpSignIn();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByText("does not know this passkey").waitFor();
  });

  it("U445 a member without the required second factor leaves the organization from the account page", async () => {
    await giveUpSignIn();
    await typePassword();
    await page.waitForURL(/\/p\//);
    await page.goto(account.replace(/account$/, "sign-in"));
    await page.getByRole("button", { name: "Require two factors" }).click();
    await dialog().getByRole("button", { name: "Require", exact: true }).click();
    await page.getByText("Members need a second factor").waitFor();
    const origin = new URL(page.url()).origin;
    const context = await openContext(browser, origin, "light");
    const other = await context.newPage();
    await other.goto("/sign-up");
    await other.getByLabel("Name").fill("Noa");
    await other.getByLabel("E-mail").fill("noa@example.com");
    await other.getByLabel("Password").fill(PERSON.password);
    await other.getByRole("button", { name: "Create the account" }).click();
    await other.getByLabel("Organization").waitFor();
    const call = async (of: Page, path: string, data?: unknown) => {
      const request = { headers: { origin } };
      const address = `${origin}/api/auth/organization/${path}`;
      const answer = await (data === undefined
        ? of.request.get(address, request)
        : of.request.post(address, { ...request, data }));
      expect(answer.status()).toBe(200);
      return answer.json();
    };
    const [{ id: organizationId }] = await call(page, "list");
    const invited = { organizationId, email: "noa@example.com", role: "member" };
    const { id } = await call(page, "invite-member", invited);
    await call(other, "accept-invitation", { invitationId: id });
    await other.goto("/");
    await other.waitForURL("**/account");
    await other.getByRole("button", { name: "Leave Acme" }).click();
    await other.getByRole("button", { name: "Leave the organization" }).click();
    await other.getByRole("link", { name: "To my projects" }).click();
    await other.getByLabel("Organization").waitFor();
    await context.close();
    await page.getByRole("button", { name: "Stop requiring" }).click();
    await page.getByText("Members may sign in with a password alone").waitFor();
  });

  it("U441 every page leads a person to the account page until they use the required second factor", async () => {
    await giveUpSignIn();
    await typePassword();
    await page.waitForURL(/\/p\//);
    await page.goto(account.replace(/account$/, "sign-in"));
    await page.getByRole("button", { name: "Require two factors" }).click();
    await dialog().getByRole("button", { name: "Require", exact: true }).click();
    await page.getByText("Members need a second factor").waitFor();
    await page.goto(account);
    await page.getByRole("button", { name: "Switch off", exact: true }).click();
    await dialog().getByLabel("Your password").fill(PERSON.password);
    await dialog().getByRole("button", { name: "Switch off" }).click();
    await page.getByText("Acme requires two-factor sign-in").waitFor();
    await page.getByRole("button", { name: "Leave Acme" }).click();
    await dialog().getByRole("button", { name: "Leave the organization" }).click();
    await dialog().getByText("You are still a member").waitFor();
    await dialog().getByRole("button", { name: "Cancel" }).click();
    await page.goto("/");
    await page.waitForURL("**/account");
    await page.getByText("Set up an authenticator app or add a passkey below").waitFor();
    await page.getByRole("button", { name: "Add a passkey" }).click();
    await dialog().getByLabel("Your password").fill(PERSON.password);
    await dialog().getByRole("button", { name: "Add" }).click();
    await page.getByRole("link", { name: "To my projects" }).click();
    await page.waitForURL(/\/p\//);
    await giveUpSignIn();
    await typePassword();
    await page.waitForURL("**/account");
    await page.getByText("sign in again with your app or your passkey").waitFor();
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.waitForURL(/\/p\//);
    await page.goto(account.replace(/account$/, "sign-in"));
    await page.getByRole("button", { name: "Stop requiring" }).click();
    await page.getByText("Members may sign in with a password alone").waitFor();
  });

  it("U373 the account page exports the data and says why the last owner cannot delete the account", async () => {
    await giveUpSignIn();
    await typePassword();
    await page.waitForURL(/\/p\//);
    await page.goto(account);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export my data" }).click(),
    ]);
    expect(download.suggestedFilename()).toBe("memtrace-account.json");
    await page.getByRole("button", { name: "Delete the account" }).click();
    const remove = dialog().getByRole("button", { name: "Delete for good" });
    await dialog().getByLabel("Your password").fill(PERSON.password);
    expect(await remove.isDisabled()).toBe(true);
    await dialog()
      .getByLabel(/to confirm/)
      .fill(PERSON.email);
    await remove.click();
    await dialog().getByText("Nobody else belongs to Acme, which has projects").waitFor();
  });
});

describe("with a scripted API", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U374 the sign-in page offers the configured providers and says why a sign-in ended", async () => {
    const { page } = ui;
    await page.goto("/sign-in");
    await page.getByRole("button", { name: "Continue with Example ID" }).waitFor();
    await page.goto("/sign-in?failed=address_unverified");
    await page.getByRole("alert").getByText("has not confirmed your e-mail address").waitFor();
  });

  it("U442 the account page links a provider after the password and says why a link failed", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/account");
    await page.getByRole("button", { name: "Link Example ID" }).click();
    const dialog = page.getByRole("dialog");
    const go = dialog.getByRole("button", { name: "Continue" });
    expect(await go.isDisabled()).toBe(true);
    await dialog.getByLabel("Your password").fill("correct horse battery");
    await go.click();
    await page.getByRole("alert").getByText("uses this provider account to sign in").waitFor();
  });

  it("U375 the account page shows linked providers, few recovery codes, and unknown browser locations", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/account");
    await page.getByRole("button", { name: "Unlink Google" }).waitFor();
    await page.getByText("Few recovery codes are left").waitFor();
    await page.getByText("but not its location").waitFor();
  });
});
