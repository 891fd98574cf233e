/** Pages that links in letters open. The API is scripted. */
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("e-mails", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  const button = (name: string) => ui.page.getByRole("button", { name });

  it("U270 the page for a forgotten password gives the same answer for every address", async () => {
    const { page, server } = ui;
    await page.goto("/sign-in");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    // The previous page has a field with the same name, so wait for this page first.
    await button("Send the link").waitFor();
    await page.getByLabel("E-mail").fill("nobody@example.com");
    await button("Send the link").click();
    await page.getByText("If nobody@example.com has an account").waitFor();
    expect(server.mail.asked).toEqual(["request-password-reset"]);
    await button("Try another address").click();
    await button("Send the link").waitFor();
  });

  it("U270 an installation without e-mail says so instead of asking for an address", async () => {
    const { page, server } = ui;
    server.mail.sendsMail = false;
    await page.goto("/forgot-password");
    await page.getByText("This installation sends no e-mail").waitFor();
    expect(await page.getByLabel("E-mail").count()).toBe(0);
  });

  it("U271 a reset link sets the password, and an expired link leads to a new one", async () => {
    const { page } = ui;
    await page.goto("/reset-password#mta_used");
    await page.getByLabel("New password").fill("four quiet words walk");
    await button("Change the password").click();
    await page.getByText("This link does not work any more").waitFor();
    await page.getByRole("link", { name: "Ask for a new link" }).waitFor();
    await page.goto("/sign-in");
    await page.goto("/reset-password#mta_good");
    await page.getByLabel("New password").fill("four quiet words walk");
    await button("Change the password").click();
    await page.getByText("Your password was changed").waitFor();
  });

  it("U272 a banner asks for confirmation of the address until a click confirms it", async () => {
    const { page, server } = ui;
    server.mail.isVerified = false;
    await page.goto("/p/p_full/keys");
    const banner = page.getByRole("complementary", { name: "Unconfirmed account" });
    await banner.getByText("Confirm your address").waitFor();
    await banner.getByRole("button", { name: "Send the e-mail again" }).click();
    await banner.getByText("The e-mail is on its way").waitFor();
    expect(server.mail.asked).toEqual(["send-verification-email"]);
    await page.goto("/verify-email#mta_good");
    await button("Confirm the address").waitFor();
    expect(server.mail.isVerified).toBe(false);
    await button("Confirm the address").click();
    await page.getByText("mel@example.com is confirmed").waitFor();
    await page.goto("/p/p_full/keys");
    await page.getByRole("heading", { name: "Keys" }).waitFor();
    expect(await banner.count()).toBe(0);
  });

  it("U272 every page leads to the confirmation if the installation requires it", async () => {
    const { page, server } = ui;
    Object.assign(server.mail, { isVerified: false, requiresVerification: true });
    await page.goto("/p/p_full/keys");
    await page.getByText("Open the link in the e-mail to").waitFor();
    expect(new URL(page.url()).pathname).toBe("/verify-email");
    await button("Send the e-mail again").click();
    await page.getByText("The e-mail is on its way").waitFor();
  });

  it("U273 the account page changes the address after the password and says where the e-mail went", async () => {
    const { page, server } = ui;
    await page.goto("/p/p_full/account");
    const form = page.locator("form", { hasText: "E-mail address" });
    await form.getByText("confirmed").waitFor();
    await form.getByLabel("New address").fill("new@example.com");
    await form.getByLabel("Your password").fill("wrong");
    await button("Change the address").click();
    await form.getByText("currentPassword: is wrong").waitFor();
    await form.getByLabel("Your password").fill("right");
    await button("Change the address").click();
    await form.getByText("on its way to new@example.com").waitFor();
    expect(server.mail.asked).toEqual(["change-email"]);
  });

  it("U274 the list of invitations shows the state of each e-mail", async () => {
    const { page, server } = ui;
    await page.goto("/p/p_full/people");
    const row = page.getByRole("row", { name: /new@example.com/ });
    await row.getByText("sent", { exact: true }).waitFor();
    const [invitation] = server.people.invitations ?? [];
    if (invitation === undefined) throw new Error("There is no invitation.");
    server.people.invitations = [{ ...invitation, letter: "bounced" }];
    await page.reload();
    await row.getByText("refused by the address").waitFor();
  });
});
