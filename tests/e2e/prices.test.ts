import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { screenshot } from "./support/chromium.ts";
import { become, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const SETTINGS = "/p/p_full/settings";
const TOKENS = "/p/p_full/graphs/user-4711?view=tokens";

const sectionOf = (page: Page) =>
  page.getByRole("region", { name: "Prices of your agent's models" });

describe("prices of models", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U525 an admin adds, changes and removes prices with the keyboard alone", async () => {
    const { page } = ui;
    await page.goto(SETTINGS);
    const section = sectionOf(page);
    await section.getByLabel("Model name").waitFor();
    expect(await section.getByRole("button", { name: "Save prices" }).isDisabled()).toBe(true);
    await section.getByRole("button", { name: "Add a price" }).focus();
    await page.keyboard.press("Enter");
    for (const text of ["model-large", "3", "0.3", "15"]) {
      await page.keyboard.type(text);
      await page.keyboard.press("Tab");
    }
    await section.getByLabel("Model name").nth(1).focus();
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page.keyboard.press("Enter");
    const mini = { model: "model-mini*", usdPerMillionInput: 0.15, usdPerMillionOutput: 0.6 };
    const large = { model: "model-large", usdPerMillionInput: 3, usdPerMillionOutput: 15 };
    expect((await sent).postDataJSON()).toEqual({
      prices: [
        { ...mini, usdPerMillionCachedInput: 0.075 },
        { ...large, usdPerMillionCachedInput: 0.3 },
      ],
    });
    await section.getByText("Saved.").waitFor();
    await screenshot(page, "settings-prices");
    const { violations } = await new AxeBuilder({ page }).include(".settings").analyze();
    expect(violations).toEqual([]);

    await section.getByRole("button", { name: "Remove price 2 model-large" }).focus();
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate("document.activeElement.textContent"))
      .toBe("Add a price");
    const removed = page.waitForRequest((request) => request.method() === "PUT");
    await section.getByRole("button", { name: "Save prices" }).click();
    expect((await removed).postDataJSON().prices).toHaveLength(1);
    await section.getByText("Saved.").waitFor();
  });

  it("U525 the page shows the error of a refused price and keeps the entries", async () => {
    const { page } = ui;
    await page.goto(SETTINGS);
    const section = sectionOf(page);
    await section.getByLabel("Model name").fill("model*mini");
    await section.getByRole("button", { name: "Save prices" }).click();
    await section.getByRole("alert").getByText("The prices were not saved").waitFor();
    await section.getByText("prices.0.model: may have one *, only at its end").waitFor();
    expect(await section.getByLabel("Model name").inputValue()).toBe("model*mini");
  });

  it("U526 the page marks an incomplete cost, and a note names the models without a price", async () => {
    const { page } = ui;
    await page.goto(TOKENS);
    await page.getByRole("row", { name: "model-mini 40,000 2,000 30 $0.0072" }).waitFor();
    await page.getByRole("row", { name: "not named 210 118 1 no price" }).waitFor();
    await page
      .getByRole("row", { name: "conversation-3 40,210 2,118 31 at least $0.0072" })
      .waitFor();
    await page
      .getByText("with the prices of today. No price for operations that name no")
      .waitFor();
    await page.getByRole("link", { name: "Prices of your agent's models" }).click();
    const heading = sectionOf(page).getByRole("heading");
    await expect.poll(async () => ((await heading.boundingBox())?.y ?? 9_999) < 900).toBe(true);
    await page.goto("/p/p_full/graphs/user-4711/operations/op-search-9");
    await page.getByText("1,204 input tokens, 31 output tokens, $0.0002").waitFor();
    await page.goto("/p/p_full/prompts/extract-facts");
    await page.getByRole("cell", { name: "at least $1.30" }).first().waitFor();
    await page
      .getByText("No price for model-large, so the costs leave out these tokens.")
      .waitFor();
    await page.goto("/p/p_full/experiments/exp_2");
    await page.getByText("61,204 input tokens, 4,310 output tokens, $2.40").waitFor();
  });

  it("U525 the section says that no price is set; other people cannot change prices", async () => {
    const { page, server } = ui;
    become(server, "viewer");
    await page.goto(SETTINGS);
    await sectionOf(page)
      .getByText("Only owners and admins of the organization can change")
      .waitFor();
    expect(await sectionOf(page).getByLabel("Model name").isDisabled()).toBe(true);
    expect(await sectionOf(page).getByRole("button").count()).toBe(0);
    await page.goto("/p/p_quiet/settings");
    await sectionOf(page)
      .getByText("Without prices, MemTrace shows tokens but no costs.")
      .waitFor();
    become(server, "owner");
  });
});
