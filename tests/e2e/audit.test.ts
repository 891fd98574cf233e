import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const AUDIT = "/p/p_full/audit";

describe("the audit log", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  const rows = () => ui.page.locator(".audit-table tbody tr");

  it("U300 the log shows who changed what, with values before and after, 50 entries a page", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/people");
    await page.getByRole("link", { name: "Audit log" }).click();
    await expect.poll(() => rows().count()).toBe(50);
    await rows().nth(1).getByText("retentionDays null → 30").waitFor();
    await rows().nth(1).getByText("key ci").waitFor();
    await rows().nth(2).getByText("outcome not known").waitFor();
    await page.getByRole("button", { name: "Show older entries" }).click();
    await expect.poll(() => rows().count()).toBe(100);
  });

  it("U301 the address holds the filters: person, action, project, target and period", async () => {
    const { page } = ui;
    await page.goto(AUDIT);
    await page.getByLabel("Person").selectOption({ label: "Mel (mel@example.com)" });
    await page.getByLabel("Action").selectOption({ label: "Key: create" });
    await expect.poll(() => inAddress(page, "person")).toBe("u_1");
    await expect.poll(() => inAddress(page, "action")).toBe("key.create");
    // The address changes before the filtered entries are loaded.
    await expect
      .poll(async () => {
        const texts = await rows().allInnerTexts();
        const isFiltered = (text: string) => text.includes("Key: create") && text.includes("Mel");
        return texts.length > 0 && texts.every(isFiltered);
      })
      .toBe(true);
    await rows().first().getByRole("button", { name: "key_0" }).click();
    await expect.poll(() => rows().count()).toBe(1);
    const copied = page.url();
    await page.goto("/p/p_full");
    await page.goto(copied);
    await expect.poll(() => rows().count()).toBe(1);
    await page.goto(`${AUDIT}?in=p_gone&from=2020-01-01&to=2020-12-31`);
    await page.getByText("No entry matches").waitFor();
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => rows().count()).toBe(50);
  });

  it("U302 a link exports the filtered entries as CSV or JSON", async () => {
    const { page } = ui;
    await page.goto(`${AUDIT}?action=label.set`);
    for (const format of ["CSV", "JSON"]) {
      const link = page.getByRole("link", { name: `Export ${format}` });
      const address = new URL((await link.getAttribute("href")) ?? "", "http://fixture");
      expect(address.pathname).toBe("/v1/audit/export");
      expect(Object.fromEntries(address.searchParams)).toEqual({
        ...{ project: "p_full", action: "label.set", format: format.toLowerCase() },
      });
    }
  });

  it("U303 an owner sets how long the log keeps entries", async () => {
    const { page } = ui;
    await page.goto(AUDIT);
    await page.getByText("Entries are kept for 400 days.").waitFor();
    await page.getByRole("button", { name: "Change" }).click();
    await page.getByLabel("Days").fill("90");
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Entries are kept for 90 days.").waitFor();
  });

  it("U304 the page has no accessibility violation", async () => {
    const { page } = ui;
    await page.goto(AUDIT);
    await rows().first().waitFor();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
  });
});
