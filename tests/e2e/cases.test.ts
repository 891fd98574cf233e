import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("cases", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  const openAll = async () => {
    await ui.page.goto("/p/p_full/cases?period=all");
    await ui.page.locator("tr[aria-rowindex]").first().waitFor();
  };

  it("U6 the table draws only the visible rows and loads more cases on scrolling", async () => {
    const { page } = ui;
    await openAll();
    const rows = page.locator("tr[aria-rowindex]");
    expect(await rows.count()).toBeLessThan(50);
    const lastIndex = async () => Number(await rows.last().getAttribute("aria-rowindex"));
    await expect
      .poll(
        async () => {
          await page.locator(".case-table").evaluate((table) => table.scrollTo(0, 1_000_000));
          return lastIndex();
        },
        { timeout: 10_000 },
      )
      .toBe(431);
    expect(await rows.count()).toBeLessThan(50);
  });

  it("U7 the address holds search words and filters, and the page shows them as removable chips", async () => {
    const { page } = ui;
    await openAll();
    await page.getByRole("searchbox").fill("lisbon");
    await page.waitForURL(/search=lisbon/);
    await page.getByLabel("Filter by type").selectOption("ExtractionError");
    await page.waitForURL(/errorType=ExtractionError/);
    await expect
      .poll(() => page.locator(".row-link").allTextContents())
      .toSatisfy((found: string[]) => found.every((text) => text.includes("Lisbon")));
    await page.getByRole("button", { name: /words/ }).click();
    await expect.poll(() => inAddress(page, "search")).toBe(null);
    expect(inAddress(page, "errorType")).toBe("ExtractionError");
  });

  it("U8 / searches, j and k move, enter opens, esc goes back, ? explains the keys", async () => {
    const { page } = ui;
    await openAll();
    await page.keyboard.press("/");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")))
      .toBe("search");
    await page.keyboard.press("Escape");
    for (const key of ["j", "j", "j", "k"]) await page.keyboard.press(key);
    const selected = page.locator('tr[data-selected="true"]');
    expect(await selected.getAttribute("aria-rowindex")).toBe("3");
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/cases\/case-0001/);
    await page.keyboard.press("Escape");
    await page.waitForURL(/\/cases\?period=all/);
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("U9 a person attributes the selected cases again", async () => {
    const { page } = ui;
    await openAll();
    const asked: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/attribute")) asked.push(request.method());
    });
    const boxes = page.getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(2).check();
    await page.getByRole("button", { name: "Attribute again" }).click();
    await page.locator(".bulk-bar").waitFor({ state: "detached" });
    expect(asked).toEqual(["POST", "POST"]);
  });

  it("U23 the export holds every match and no cell that a spreadsheet would run", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&opName=extract_facts");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export CSV" }).click();
    const stream = await (await download).createReadStream();
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const lines = Buffer.concat(chunks).toString().trim().split("\r\n");
    expect(lines.length - 1).toBe(66);
    expect(lines.filter((line) => /(^|,)"[=+@-]/.test(line))).toEqual([]);
  });
});
