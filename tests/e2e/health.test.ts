import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/health";

describe("memory health", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U430 the page shows the share of facts still in memory, the operation that loses most, and examples", async () => {
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

  it("U431 the page compares with the previous period, and the address holds the period", async () => {
    const { page } = ui;
    await page.goto(PAGE);
    await page.getByRole("combobox", { name: "Period" }).selectOption("30d");
    await expect.poll(() => inAddress(page, "period")).toBe("30d");
    await page.getByRole("columnheader", { name: "Period before" }).waitFor();
  });

  it("U460 the page shows the shares of units and searches with a problem, and links to their graphs", async () => {
    const { page } = ui;
    await page.goto(PAGE);
    const shares = page.getByRole("region", { name: "Units and searches" });
    const row = shares.getByRole("row", { name: "Searches that found nothing" });
    expect(await row.textContent()).toContain("420 searches20%");
    await row.getByRole("link", { name: "user-4711" }).click();
    await page.waitForURL(/graphs\/user-4711\/ledger\?list=searches/);
    await page.goBack();
    await shares.getByRole("link", { name: "Units never read" }).click();
    await page.waitForURL(/memory\?flag=never-read/);
  });

  it("U461 the page shows the bounds and which are crossed; an admin sets and removes a bound", async () => {
    const { page } = ui;
    await page.goto(PAGE);
    const bounds = page.getByRole("region", { name: "Bounds" });
    const crossed = bounds.getByRole("row", { name: "Facts still in memory" });
    expect(await crossed.textContent()).toMatch(
      /at least 90%, messages of the last 30 days.*Crossed/,
    );
    await bounds.getByLabel("Figure", { exact: true }).selectOption("never-read");
    await bounds.getByLabel("Maximum in %").fill("25");
    await bounds.getByRole("button", { name: "Set the bound" }).click();
    const added = bounds.getByRole("row", { name: "Units never read" });
    await added.getByText("at most 25%").waitFor();
    await crossed.getByRole("button", { name: "Remove Facts still in memory" }).click();
    await expect.poll(() => crossed.count()).toBe(0);
    expect(await added.count()).toBe(1);
  });

  it("U432 the page of a project without counted facts says when figures appear", async () => {
    await ui.page.goto("/p/p_quiet/health");
    await ui.page.getByText("No facts counted yet").waitFor();
  });
});
