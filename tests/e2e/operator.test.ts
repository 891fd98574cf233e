import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("the operators' page", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U416 the page says what is most urgent, and shows queues, slow tenants, failures and databases", async () => {
    const { page } = ui;
    await page.goto("/operator");
    await page.getByText("Attributions wait: the oldest has been due for 42 minutes.").waitFor();
    await page.getByText("These parts failed: letters.").waitFor();
    const attributions = page.getByLabel("Queues").locator("tbody tr").first();
    await attributions.getByText("at least 10,000").waitFor();
    await attributions.getByText("42 min ago").waitFor();
    await page.getByLabel("Slowest tenants").getByText("Support agent").waitFor();
    await page.getByLabel("Failures of the last 24 hours").getByText("status 500").waitFor();
    await page.getByLabel("Databases", { exact: true }).getByText("62.1%").waitFor();
    await page.getByLabel("Moves between databases").getByText("PACKS_2").waitFor();
  });

  it("U444 the account menu shows the operators' page only to operators", async () => {
    const { page, server } = ui;
    await page.goto("/p/p_full");
    await page.getByRole("link", { name: "Operation", exact: true }).click();
    await page.waitForURL("**/operator");
    server.setOperator(false);
    await page.goto("/p/p_full");
    await page.getByRole("link", { name: "Documentation" }).waitFor();
    expect(await page.getByRole("link", { name: "Operation", exact: true }).count()).toBe(0);
    server.setOperator(true);
  });

  it("U416 the page has no accessibility violation", async () => {
    const { page } = ui;
    await page.goto("/operator");
    await page.getByLabel("Databases", { exact: true }).waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
