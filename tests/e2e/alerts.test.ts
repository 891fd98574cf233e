import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("channels", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
    await ui.page.goto("/p/p_full/channels");
  });
  afterEach(() => ui.close());

  it("U320 a person adds a channel with its secret address, which is not shown again", async () => {
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

  it("U321 the dialog asks for an integration key for PagerDuty, not for an address", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Add a channel" }).click();
    await page.getByLabel("Service").selectOption("pagerduty");
    await page.getByLabel("Integration key").waitFor();
    expect(await page.getByLabel("Address").count()).toBe(0);
  });

  it("U322 the page shows the service's answer to a test message", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Send a test message" }).first().click();
    const answer = page.locator(".test-answer");
    await answer.getByText("✓ delivered").waitFor();
    expect(await answer.textContent()).toContain("204");
  });

  it("U323 a person disables a channel and deletes it after a warning", async () => {
    const { page } = ui;
    const card = page.locator(".endpoint").first();
    await card.getByRole("button", { name: "Disable" }).click();
    await card.getByText("○ disabled").waitFor();
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the channel" }).click();
    await expect.poll(() => page.locator(".endpoint").count()).toBe(1);
  });
});

describe("rules", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
    await ui.page.goto("/p/p_full/rules");
  });
  afterEach(() => ui.close());

  it("U324 a person adds a digest for one error type", async () => {
    const { page } = ui;
    await page.getByRole("button", { name: "Add a rule" }).click();
    await page.getByLabel("Name").fill("Morning digest");
    await page.getByLabel("Send", { exact: true }).selectOption("threshold");
    await page.getByLabel("Time window in minutes").waitFor();
    await page.getByLabel("Send", { exact: true }).selectOption("digest");
    expect(await page.getByLabel("Time window in minutes").count()).toBe(0);
    const add = page.getByRole("button", { name: "Add", exact: true });
    expect(await add.isDisabled()).toBe(true);
    await page.getByRole("checkbox", { name: "UpdateError" }).check();
    await page.getByRole("checkbox", { name: "On call" }).check();
    await add.click();
    const card = page.locator(".endpoint").filter({ hasText: "Morning digest" });
    await card.getByText("A digest, daily · UpdateError → On call").waitFor();
  });

  it("U325 the page says what a rule sends and to which channels", async () => {
    const card = ui.page.locator(".endpoint").first();
    await card.getByText("On call").waitFor();
    const text = await card.textContent();
    expect(text).toContain("At 10 or more wrong answers within 60 minutes");
    expect(text).toContain("RetrievalError, at search_vector_store → On call, a deleted channel");
    expect(text).toContain("quiet from 22:00 to 07:00 (Europe/Berlin)");
  });

  it("U326 a person mutes, unmutes, tries and deletes a rule", async () => {
    const { page } = ui;
    const card = page.locator(".endpoint").first();
    await card.getByRole("button", { name: "Mute for a day" }).click();
    await card.getByText("○ muted").waitFor();
    await card.getByRole("button", { name: "Unmute" }).click();
    await card.getByText("● enabled").waitFor();
    await card.getByRole("button", { name: "Send a sample" }).click();
    await card.getByText("✓ delivered").waitFor();
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the rule" }).click();
    await page.getByText("No rules yet").waitFor();
  });
});
