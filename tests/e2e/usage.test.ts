import { readFile } from "node:fs/promises";
import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const USAGE = "/p/p_full/usage";

describe("usage", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U310 the page shows the month's use, the forecast and the limits of the plan", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/people");
    await page.getByRole("link", { name: "Usage" }).click();
    await page
      .getByText(
        'If use goes on like this, your organization will reach the limit of events in the plan "free" this month.',
      )
      .waitFor();
    const events = page.locator(".usage-table tbody tr").first();
    for (const text of ["840,000", "1,680,000", "1,000,000", "84%"]) {
      await events.getByText(text, { exact: true }).waitFor();
    }
    await page.goto("/p/p_quiet/usage");
    await page.getByText("Your plan has no limits.").waitFor();
  });

  it("U311 the page shows each count by day or month, with a table, and the address holds the choice", async () => {
    const { page } = ui;
    await page.goto(USAGE);
    await expect.poll(() => page.locator(".bar-chart rect").count()).toBe(30);
    await page.getByLabel("Period").selectOption({ label: "Last year" });
    await page.getByLabel("By", { exact: true }).selectOption({ label: "By month" });
    await page.getByLabel("Show", { exact: true }).selectOption({ label: "Model cost" });
    await expect.poll(() => inAddress(page, "by")).toBe("month");
    await expect.poll(() => page.locator(".bar-chart rect").count()).toBeLessThan(15);
    await page.getByText("$91.50 from").waitFor();
    await page.getByText("Show as a table").click();
    expect(await page.locator(".behind tbody tr").count()).toBeGreaterThan(11);
  });

  it("U312 a person exports the days as CSV", async () => {
    const { page } = ui;
    await page.goto(USAGE);
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const lines = (await readFile(await download.path(), "utf8")).trim().split("\r\n");
    expect(lines[0]).toBe("day,events,bytes,graphs,cases,deliveries,usd");
    expect(lines).toHaveLength(31);
  });

  it("U313 the page has no accessibility violation", async () => {
    const { page } = ui;
    await page.goto(USAGE);
    await page.locator(".bar-chart").waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
