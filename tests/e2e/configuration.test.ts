import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("keys and webhooks", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U19 the dialog shows a secret once, copies it, and closes only after the person confirms saving it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/keys");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByRole("dialog").waitFor();
    await page.keyboard.type("staging");
    await page.getByRole("button", { name: "Create", exact: true }).click();
    const secret = page.getByRole("dialog", { name: "Key “staging”" });
    await secret.getByText("mt_live_9Zx4_").waitFor();
    await secret.getByRole("button", { name: "Copy" }).click();
    await secret.getByText("Copied").waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^mt_live_9Zx4_/);
    await page.keyboard.press("Escape");
    expect(await secret.isVisible()).toBe(true);
    expect(await secret.getByRole("button", { name: "Done" }).isDisabled()).toBe(true);
    await secret.getByRole("checkbox").check();
    await secret.getByRole("button", { name: "Done" }).click();
    await page.getByRole("rowheader", { name: "staging" }).waitFor();
    expect(await page.getByText("mt_live_9Zx4_").count()).toBe(0);
  });

  it("U20 the page says what will stop before it revokes a key", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/keys");
    await page.getByRole("button", { name: "Revoke production" }).click();
    const dialog = page.getByRole("dialog");
    expect(await dialog.textContent()).toContain("events from the SDK are refused");
    await dialog.getByRole("button", { name: "Revoke the key" }).click();
    await dialog.waitFor({ state: "detached" });
    await page
      .getByRole("row", { name: /production/ })
      .getByText("revoked")
      .waitFor();
  });

  it("U522 an admin sees the connected apps of all people and removes the access of one", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/keys");
    const row = page.getByRole("row", { name: /Editor.*Ada.*read, write/ });
    await row.getByRole("button", { name: "Remove access of Editor for Ada" }).click();
    const dialog = page.getByRole("dialog", { name: "Remove the access of “Editor”?" });
    expect(await dialog.textContent()).toContain("acts for Ada (ada@example.com)");
    await dialog.getByRole("button", { name: "Remove the access" }).click();
    await row.waitFor({ state: "detached" });
  });

  it("U21 the page refuses a forbidden address with the reason, and the person corrects it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/webhooks");
    await page.getByRole("button", { name: "Add an endpoint" }).click();
    await page.getByLabel("Address").fill("http://example.com/in");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByText("The address must begin with https://").waitFor();
    await page.getByLabel("Address").fill("https://example.com/in");
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("dialog", { name: "Signing secret" }).getByText("whsec_").waitFor();
  });

  it("U24 the page shows the endpoint's answer to a test event", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/webhooks");
    await page.getByRole("button", { name: "Send a test event" }).first().click();
    const answer = page.locator(".test-answer");
    await answer.getByText("✓ delivered").waitFor();
    expect(await answer.textContent()).toContain("204");
  });

  it("U25 a person disables, enables, and after a warning deletes an endpoint", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/webhooks");
    const card = page.locator(".endpoint").first();
    await card.getByRole("button", { name: "Disable" }).click();
    await card.getByText("○ disabled").waitFor();
    await card.getByRole("button", { name: "Enable" }).click();
    await card.getByText("● enabled").waitFor();
    await card.getByRole("button", { name: "Delete" }).click();
    await page.getByRole("button", { name: "Delete the endpoint" }).click();
    await expect.poll(() => page.locator(".endpoint").count()).toBe(1);
  });

  it("U26 a delivery opens by its address and can be sent again", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/deliveries?delivery=msg_1_2Zk8JtQ0wX");
    await page.getByText("connection refused").waitFor();
    await page.getByRole("button", { name: "Send again" }).click();
    await expect
      .poll(() => page.getByRole("button", { name: "Send again" }).isDisabled())
      .toBe(true);
  });
});

describe("retention", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U41 the page says what a shorter retention deletes before the person saves it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const days = page.getByLabel("Days to keep graphs");
    await days.fill("30");
    await page.getByText("this many days after its last event.").waitFor();
    const saved = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save, and delete older graphs" }).click();
    expect((await saved).postDataJSON()).toMatchObject({ retentionDays: 30 });
    await days.fill("");
    await page.getByRole("button", { name: "Save", exact: true }).waitFor();
  });
});

describe("model", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U33 a person sets, tests and removes a model, and its key is not shown again", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    await page.getByLabel("Base URL").fill("http://models.example.com/v1");
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
    await page.getByLabel("Key", { exact: true }).fill("sk-secret-of-the-team-4711");
    await page.getByRole("button", { name: "Save the model" }).click();
    await page.getByText("The address must begin with https://").waitFor();
    await page.getByLabel("Base URL").fill("https://models.example.com/v1");
    await page.getByRole("button", { name: "Save the model" }).click();
    await page.getByPlaceholder("stored, …4711").waitFor();
    expect(await page.getByLabel("Key", { exact: true }).inputValue()).toBe("");
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("✓ answers").waitFor();
    await page.getByText("Today: 12 calls").waitFor();
    await page.getByRole("button", { name: "Stop using a model" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).waitFor({ state: "detached" });
    expect(await page.getByLabel("Base URL").inputValue()).toBe("");
  });

  it("U98 the deployment's Workers AI needs no endpoint and no key, and obeys the given limits", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const box = page.getByLabel("Ask this deployment's Workers AI, without a key");
    await box.check();
    await page.getByLabel("Base URL").waitFor({ state: "detached" });
    await page.getByLabel("Maximum steps of the agent").fill("40");
    await page.getByRole("button", { name: "Save the model" }).click();
    await page.getByRole("button", { name: "Test", exact: true }).click();
    await page.getByText("@cf/scripted/small at workers-ai").waitFor();
    expect(await page.getByLabel("Maximum steps of the agent").inputValue()).toBe("40");
    await box.uncheck();
    await page.getByLabel("Base URL").waitFor();
  });
});

describe("deletion", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it.each([
    ["graph", "/p/p_full/graphs/user-4711", "user-4711", "/p/p_full/graphs"],
    ["project", "/p/p_full/settings", "Support agent", "/p/p_new"],
  ])("U32 a %s is deleted only after its name was typed", async (kind, path, name, next) => {
    const { page } = ui;
    await page.goto(path);
    await page.getByRole("button", { name: `Delete the ${kind}` }).click();
    const dialog = page.getByRole("dialog");
    const button = dialog.getByRole("button", { name: "Delete for good" });
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.type(name.slice(0, -1));
    expect(await button.isDisabled()).toBe(true);
    await page.keyboard.type(name.slice(-1));
    await button.click();
    await dialog.waitFor({ state: "detached" });
    await page.waitForURL(`**${next}`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await page.getByText(name, { exact: true }).count()).toBe(0);
  });
});
