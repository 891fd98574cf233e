import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("channels", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
    await ui.page.goto("/p/p_full/channels");
  });
  afterEach(() => ui.close());

  it("U320 a channel is added with its secret address, which is not shown again", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Name").fill("Support team");
    const address = "https://hooks.slack.com/services/T000/B000/top-secret";
    await page.getByLabel("Address").fill(address);
    await page.getByRole("button", { name: "Add", exact: true }).click();
    const card = page.locator(".endpoint").filter({ hasText: "Support team" });
    await card.getByText("hooks.slack.com").waitFor();
    expect(await page.getByText("top-secret").count()).toBe(0);
  });

  it("U321 PagerDuty asks for an integration key instead of an address", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Service").selectOption("pagerduty");
    await page.getByLabel("Integration key").waitFor();
    expect(await page.getByLabel("Address").count()).toBe(0);
  });

  it("U322 a test message shows the service's answer", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Send a test message" }).first().click();
    const answer = page.locator(".test-answer");
    await answer.getByText("✓ delivered").waitFor();
    expect(await answer.textContent()).toContain("204");
  });

  it("U323 a channel is disabled, and deleted after a warning", async () => {
    const { page } = ui;
    const card = page.locator(".endpoint").first();
    await card.getByRole("button", { name: "Disable" }).click();
    await card.getByText("○ disabled").waitFor();
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the channel" }).click();
    await expect.poll(() => page.locator(".endpoint").count()).toBe(1);
  });
});
