import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("sign-in of an organization", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U390 the page lists domains with the DNS record to set, and says why a check failed", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/people");
    await page.getByRole("link", { name: "Sign-in" }).click();
    await page.getByText("_memtrace-challenge.example.com").waitFor();
    await page.getByLabel("Domain", { exact: true }).fill("acme.com");
    await page.getByRole("button", { name: "Add the domain" }).click();
    await page.getByText("_memtrace-challenge.acme.com").waitFor();
    await page.getByRole("button", { name: "Verify", exact: true }).first().click();
    await page.getByText("DNS has no TXT record there.").waitFor();
  });

  it("U391 the page shows the provider's answer to the test as text", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/sign-in");
    await page.getByText("The provider stated mel@example.com.").waitFor();
    await page.getByText("<img src=x onerror=alert(1)>").waitFor();
    await page.getByText("https://memtrace.example/api/sso/oidc/callback").waitFor();
    await page.getByLabel("Protocol").selectOption("saml");
    await page.getByRole("link", { name: "Download our metadata" }).waitFor();
  });

  it("U392 the page asks for confirmation before enforcement and says who will be signed out", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/sign-in");
    await page.getByRole("button", { name: "Enforce", exact: true }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("signed out immediately, except you").waitFor();
    await dialog.getByRole("button", { name: "Enforce", exact: true }).click();
    await page.getByRole("button", { name: "Stop enforcing" }).waitFor();
  });

  it("U440 the page asks for confirmation before it requires a second factor and says who loses access", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/sign-in");
    await page.getByRole("button", { name: "Require two factors" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("can open only their account page").waitFor();
    await dialog.getByRole("button", { name: "Require", exact: true }).click();
    await page.getByText("Members need a second factor").waitFor();
    await page.getByRole("button", { name: "Stop requiring" }).click();
    await page.getByText("Members may sign in with a password alone").waitFor();
  });

  it("U393 the page shows a SCIM token once, and an owner gives a group a role", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/sign-in");
    await page.getByRole("button", { name: "Create a token" }).click();
    await page.getByText("mt_scim_secretsecretsecret").waitFor();
    await page.getByLabel("I have stored it.").check();
    await page.getByRole("button", { name: "Done" }).click();
    await expect.poll(() => page.getByText("mt_scim_secretsecretsecret").count()).toBe(0);
    const group = page.getByLabel("Engineers");
    await group.selectOption("admin");
    await expect.poll(() => group.inputValue()).toBe("admin");
  });

  it("U394 the sign-in page opens the provider's sign-in, and explains a refusal in one sentence", async () => {
    const { page } = ui;
    await page.goto("/sign-in?next=/p/p_full");
    await page.getByRole("link", { name: "Sign in with SSO" }).click();
    await page.goto("/sign-in/sso?problem=answer_replayed&next=/p/p_full");
    await page
      .getByText("Your provider's answer was used already for an earlier sign-in.")
      .waitFor();
    await page.getByLabel("E-mail at your organization").fill("mel@example.com");
    const asked = page.waitForRequest((request) => request.url().includes("/api/sso/start"));
    await page.getByRole("button", { name: "Continue to your provider" }).click();
    expect(new URL((await asked).url()).search).toBe("?email=mel%40example.com&next=%2Fp%2Fp_full");
  });
});
