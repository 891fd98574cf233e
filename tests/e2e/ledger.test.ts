import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CROWDED, CROWDED_UNITS } from "./support/fixture/ledger.ts";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/graphs/user-4711/ledger";

describe("the memory ledger", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());
  const rows = () => ui.page.locator(".ledger-table tbody tr:not(.space)");

  it("U120 the ledger lists units with use and flags, and the address holds filters and order", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByText("said by nobody").first().waitFor();
    await expect.poll(() => rows().count()).toBe(12);
    await ui.page.getByRole("button", { name: /^Loop/ }).click();
    await expect.poll(() => rows().count()).toBeLessThan(12);
    await ui.page.getByRole("button", { name: "Reads" }).click();
    await expect.poll(() => inAddress(ui.page, "sort")).toBe("reads");
    const heading = ui.page.getByRole("columnheader", { name: "Reads" });
    expect(await heading.getAttribute("aria-sort")).toBe("descending");
    await ui.page.getByRole("button", { name: "Reads" }).click();
    await expect.poll(() => heading.getAttribute("aria-sort")).toBe("ascending");
    const shown = await rows().allTextContents();
    const address = ui.page.url();
    await ui.page.goto("/p/p_full/graphs");
    await ui.page.goto(address);
    await expect.poll(() => rows().allTextContents()).toEqual(shown);
    await ui.page.getByLabel("Find in the units").fill("no such unit");
    await ui.page.keyboard.press("Enter");
    await ui.page.getByText("No unit matches").waitFor();
    await ui.page.getByRole("button", { name: "Clear the filters" }).click();
    await expect.poll(() => rows().count()).toBe(12);
    await ui.page.getByRole("button", { name: "add_memory" }).first().click();
    await expect.poll(() => inAddress(ui.page, "writer")).toBe("add_memory");
    expect(await ui.page.evaluate("window.hacked")).toBeUndefined();
  });

  it("U342 the page says that the ledger of a very large graph is being prepared, then opens it", async () => {
    const error = { code: "preparing", message: "It is being prepared.", docs: "", requestId: "r" };
    let isReady = false;
    await ui.page.route("**/v1/graphs/user-4711/ledger*", (route) =>
      isReady ? route.continue() : route.fulfill({ status: 503, json: { error } }),
    );
    await ui.page.goto(PAGE);
    await ui.page.getByText("The memory ledger is being prepared.").waitFor();
    isReady = true;
    // The page requests the ledger again after some seconds.
    await expect.poll(() => rows().count(), { timeout: 60_000 }).toBe(12);
    await ui.page.unroute("**/v1/graphs/user-4711/ledger*");
  });

  it("U121 a unit opens in place with explained flags, reads, answers and cases", async () => {
    await ui.page.goto(`${PAGE}?sort=first&order=asc`);
    await ui.page.locator(".unit-button").first().click();
    const panel = ui.page.getByRole("complementary", { name: "Open unit" });
    await panel.getByText("No step read or returned any version of the unit.").waitFor();
    await panel.getByText("rank 1").waitFor();
    expect(inAddress(ui.page, "unit")).toBe("memory-unit-31");
    await panel.getByRole("link", { name: "query-9@1" }).first().click();
    await ui.page.waitForURL(/variables\/query-9/);
    await ui.page.goBack();
    await panel.getByRole("link", { name: "Where did the sunflowers go?" }).click();
    await ui.page.waitForURL(/cases\/case-0000/);
    await ui.page.goBack();
    await panel.getByRole("link", { name: "Derived values" }).click();
    await ui.page.waitForURL(/derived\/memory-unit-31/);
  });

  it("U122 queries that found nothing link to their search", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: /^Queries that found nothing/ }).click();
    await expect.poll(() => inAddress(ui.page, "list")).toBe("searches");
    await ui.page.getByRole("link", { name: "query-9@1" }).waitFor();
    await ui.page.getByRole("link", { name: "search_vector_store" }).click();
    await ui.page.waitForURL(/operations\/op-search-9/);
  });

  it("U123 the export holds the matching units as CSV, and no cell is a formula", async () => {
    await ui.page.goto(`${PAGE}?q=pottery`);
    const downloading = ui.page.waitForEvent("download");
    await ui.page.getByRole("button", { name: "Export CSV" }).click();
    const csv = await readFile(await (await downloading).path(), "utf8");
    const lines = csv.trimEnd().split("\r\n");
    expect(lines[0]).toMatch(/^name,variable,text,/);
    expect(lines).toHaveLength(10);
    expect(lines[1]).toContain("rank");
  });

  it("U124 a ledger of 20,000 units scrolls to the end and draws only the visible rows", async () => {
    await ui.page.goto(`/p/p_full/graphs/${CROWDED}/ledger`);
    await rows().first().waitFor();
    const table = ui.page.locator(".ledger-table");
    const lastAfterScroll = async () => {
      await table.evaluate((element, top) => element.scrollBy({ top }), CROWDED_UNITS * 100);
      expect(await rows().count()).toBeLessThan(100);
      return Number(await rows().last().getAttribute("aria-rowindex")) - 1;
    };
    const toEnd = { timeout: 100_000, interval: 20 };
    await expect.poll(lastAfterScroll, toEnd).toBe(CROWDED_UNITS);
    await table.evaluate((element) => element.scrollTo({ top: 0 }));
    await expect.poll(() => rows().first().getAttribute("aria-rowindex")).toBe("2");
    expect(await rows().count()).toBeLessThan(100);
  }, 120_000);

  it("U125 the page shows units, prompts and answers derived from a message, and exports the erasure report", async () => {
    await ui.page.goto("/p/p_full/graphs/user-4711/variables/message-D3:14@1");
    await ui.page.getByRole("link", { name: "Derived values" }).click();
    await ui.page.getByText("sunflowers, vase").waitFor();
    await ui.page.getByText("The list is incomplete").waitFor();
    await ui.page.getByRole("button", { name: "Answers" }).click();
    await expect.poll(() => inAddress(ui.page, "role")).toBe("answer");
    await expect.poll(() => ui.page.locator("tbody tr").count()).toBe(1);
    const downloading = ui.page.waitForEvent("download");
    await ui.page.getByRole("button", { name: "Export erasure report" }).click();
    const csv = await readFile(await (await downloading).path(), "utf8");
    expect(csv.trimEnd().split("\r\n")).toHaveLength(4);
    expect(csv).toContain('"memory-unit-31@2","memory-unit-31","unit"');
  });

  it("U126 the pages of a graph, a variable and a case lead to the ledger", async () => {
    const lead = async (path: string) => {
      await ui.page.goto(path);
      await ui.page
        .getByRole("link", { name: /memory ledger/i })
        .first()
        .click();
      await ui.page.waitForURL(/\/ledger/);
    };
    await lead("/p/p_full/graphs/user-4711");
    await lead("/p/p_full/graphs/user-4711/variables/memory-unit-31@2");
    expect(inAddress(ui.page, "unit")).toBe("memory-unit-31");
    await lead("/p/p_full/cases/case-0000-5f2c9ab17e");
    expect(inAddress(ui.page, "sort")).toBe("wrong");
  });
});
