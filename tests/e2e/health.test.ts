import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/health";

describe("memory health", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U430 says which share of the facts is still in memory, what loses most, and shows examples", async () => {
    const { page } = ui;
    await page.goto(PAGE);
    await page
      .getByText(
        "84% of 250 facts in 2 graphs are still in memory; most losses happen at summarise (25).",
      )
      .waitFor();
    const losses = page.locator(".health-table").nth(1).locator("tbody tr");
    expect(await losses.first().textContent()).toContain("62.5%");
    await page.getByRole("link", { name: "what this message states" }).click();
    await page.waitForURL(/graphs\/user-4711\?variable=message-D3/);
  });

  it("U431 compares with the period before; the address holds the period", async () => {
    const { page } = ui;
    await page.goto(PAGE);
    await page.getByRole("combobox", { name: "Period" }).selectOption("30d");
    await expect.poll(() => inAddress(page, "period")).toBe("30d");
    await page.getByRole("columnheader", { name: "Period before" }).waitFor();
  });

  it("U432 a project without counted facts says when they appear", async () => {
    await ui.page.goto("/p/p_quiet/health");
    await ui.page.getByText("No facts counted yet").waitFor();
  });
});
