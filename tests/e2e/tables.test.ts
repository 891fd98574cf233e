import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { GRAPH } from "./support/fixture/records.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PROJECT = "/p/p_full";

describe("lists", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  beforeEach(() => ui.page.setViewportSize({ width: 1440, height: 960 }));
  afterAll(() => ui.close());

  it.each([
    ["cases?period=all", ".case-table .cell-answered", /\/cases\/case-/],
    ["findings", ".finding-table td:last-child", /\/findings\/fnd_/],
    ["graphs", ".wide-table td:nth-child(3)", /\/graphs\/user-/],
    ["prompts", ".prompt-table td:nth-child(2)", /\/prompts\/./],
    ["experiments", ".wide-table td:nth-child(3)", /\/(experiments|datasets)\/./],
    ["reports", ".headline-list li > p", /\/reports\/report-/],
  ])("U190 a click beside the link opens a row of %s", async (list, beside, opened) => {
    await ui.page.goto(`${PROJECT}/${list}`);
    await ui.page.locator(beside).first().click();
    await ui.page.waitForURL(opened);
  });

  it("U190 a click on a row's own control, or a selection of text, does not open the row", async () => {
    await ui.page.goto(`${PROJECT}/cases?period=all`);
    await ui.page.locator(".case-table input[type=checkbox]").first().check();
    await ui.page.locator(".bulk-bar").waitFor();
    const text = await ui.page.locator(".case-table .cell-expected span").first().boundingBox();
    const [x, y] = [text?.x ?? 0, (text?.y ?? 0) + (text?.height ?? 0) / 2];
    await ui.page.mouse.move(x + 2, y);
    await ui.page.mouse.down();
    await ui.page.mouse.move(x + 60, y, { steps: 4 });
    await ui.page.mouse.up();
    // If dragging had opened a row, the row would have opened before this dialog.
    await ui.page.keyboard.press("?");
    await ui.page.getByRole("dialog").waitFor();
    expect(ui.page.url()).toMatch(/cases\?period=all$/);
    await ui.page.keyboard.press("Escape");
  });

  it("U190 j and k choose a row and enter opens it; in the ledger, it opens in place", async () => {
    await ui.page.goto(`${PROJECT}/graphs/${GRAPH}/ledger`);
    await ui.page.locator(".ledger-table .cell-unit").first().waitFor();
    for (const key of ["j", "j", "k", "Enter"]) await ui.page.keyboard.press(key);
    await ui.page.getByRole("complementary", { name: "Open unit" }).waitFor();
    await ui.page.goto(`${PROJECT}/graphs/${GRAPH}/ledger`);
    await ui.page.locator(".ledger-table .cell-query").first().click();
    await ui.page.getByRole("complementary", { name: "Open unit" }).waitFor();
  });

  it("U191 on a phone, every table shows cards, and a case's card has type, operation and time", async () => {
    await ui.page.setViewportSize({ width: 390, height: 844 });
    await ui.page.goto(`${PROJECT}/cases?period=all`);
    const first = ui.page.locator(".case-table tbody tr:not(.space)").first();
    for (const part of ["type", "operation", "when", "question"]) {
      const box = await first.locator(`.cell-${part}`).boundingBox();
      expect(box?.width).toBeGreaterThan(20);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
    }
    for (const list of ["findings", "graphs", "keys", "prompts", "experiments", "people"]) {
      await ui.page.goto(`${PROJECT}/${list}`);
      const table = ui.page.locator(".wide-table").first();
      await table.locator("tbody td").first().waitFor();
      expect(
        await table.evaluate(
          ({ scrollWidth, parentElement }) => scrollWidth - (parentElement?.clientWidth ?? 0),
        ),
      ).toBeLessThanOrEqual(0);
      const label = await table
        .locator("tbody tr:first-child td:not(:empty)")
        .first()
        .evaluate((cell) => getComputedStyle(cell, "::before").content);
      expect(label).toMatch(/^".+"$/);
    }
  });

  it("U192 on a phone, the menu holds the account, the theme and the help", async () => {
    await ui.page.setViewportSize({ width: 390, height: 844 });
    await ui.page.goto(`${PROJECT}/cases?period=all`);
    const account = ui.page.getByTitle("Your account");
    expect(await account.isVisible()).toBe(false);
    await ui.page.getByRole("button", { name: "Menu" }).click();
    await ui.page.getByRole("button", { name: /^Theme/ }).waitFor();
    await ui.page.getByRole("button", { name: "Sign out" }).waitFor();
    await account.click();
    await ui.page.waitForURL(/\/account$/);
    expect(await account.isVisible()).toBe(false);
  });

  it("U193 no heading, flag or figure of the ledger is cut off or touches another", async () => {
    await ui.page.goto(`${PROJECT}/graphs/${GRAPH}/ledger?sort=first&order=asc`);
    await ui.page.locator(".ledger-table td").first().waitFor();
    const faults = await ui.page.evaluate(() => {
      const found: string[] = [];
      const cells = document.querySelectorAll<HTMLElement>(
        ".ledger-table th, .ledger-table .number, .ledger-table .cell-flags",
      );
      for (const cell of cells) {
        if (cell.scrollWidth > cell.clientWidth) found.push(`wide: ${cell.textContent}`);
        if (cell.scrollHeight > cell.clientHeight) found.push(`high: ${cell.textContent}`);
      }
      const ends = [...document.querySelectorAll(".ledger-table th")].map((heading) => {
        const range = document.createRange();
        range.selectNodeContents(heading);
        return range.getBoundingClientRect();
      });
      for (const [index, box] of ends.entries()) {
        const next = ends[index + 1];
        if (next && next.left - box.right < 8) found.push(`touching: ${index}`);
      }
      const table = document.querySelector(".ledger-table");
      if (table && table.scrollWidth > table.clientWidth) found.push("the table is too wide");
      return found;
    });
    expect(faults).toEqual([]);
    await ui.page.getByText("+5", { exact: true }).waitFor();
  });
});
