import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

let ui: UiUnderTest;
beforeEach(async () => {
  ui = await openUi();
});
afterEach(() => ui.close());

describe("privacy", () => {
  it("U400 the page says what is stored where, for how long, and how to delete it", async () => {
    await ui.page.goto("/p/p_full/privacy");
    const table = ui.page.locator(".wide-table");
    await table.getByText("Audit log").waitFor();
    expect(await table.textContent()).toContain("90 days");
  });

  it("U401 a person sets the retention of each kind of data", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/privacy");
    await page.getByLabel("Days to keep wrong answers").fill("30");
    const saved = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save, and delete older data" }).click();
    expect((await saved).postDataJSON()).toEqual({
      ...{ cases: 30, reports: null, deliveries: 90, usage: 800 },
    });
    await page.locator(".wide-table").getByText("30 days").first().waitFor();
  });

  it("U402 a person deletes an end user by typing the id twice, and the page lists receipts", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/privacy");
    const remove = page.getByRole("button", { name: "Delete for good" });
    await page.getByLabel("Id of the end user").fill("ada");
    await page.getByLabel("Type the id again to confirm").fill("bob");
    expect(await remove.isDisabled()).toBe(true);
    await page.getByLabel("Type the id again to confirm").fill("ada");
    await remove.click();
    await page.getByText("3 graphs deleted.").waitFor();
    await page.getByText("rcp_").first().waitFor();
  });

  it("U403 a person starts an export, and links lead to its files", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/privacy");
    await page.getByRole("button", { name: "Export everything" }).click();
    const link = page.getByRole("link", { name: "p_full-0001.zip" });
    expect(await link.getAttribute("href")).toBe(
      "/v1/exports/exp_1a2b3c4d5e/files/p_full-0001.zip?project=p_full",
    );
  });
});

describe("e-mails of a channel", () => {
  it("U404 a click on the page of the unsubscribe link ends the e-mails, and another click resumes them", async () => {
    const { page } = ui;
    await page.goto("/unsubscribe#token");
    await page.getByRole("button", { name: "Stop the e-mails" }).click();
    await page.getByText("ada@example.com gets no more e-mails").waitFor();
    await page.getByRole("button", { name: "Get the e-mails again" }).click();
    await page.getByText("gets e-mails again").waitFor();
  });

  it("U405 a GitHub channel asks for repository and token, and offers only changes of findings", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/channels");
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Service").selectOption("github");
    await page.getByLabel("Name").fill("Issues");
    await page.getByLabel("Repository").fill("acme/agent");
    await page.getByLabel("Token").fill("github_pat_1");
    expect(await page.getByRole("checkbox").count()).toBe(3);
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ kind: "github", repository: "acme/agent", token: "github_pat_1" },
    });
  });
});
