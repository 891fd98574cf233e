import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/memory";

describe("the memory of a project", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());
  const rows = () => ui.page.locator(".memory-table tbody tr");

  it("U230 the page lists each graph's units and flags, the address holds filters, and a unit opens in its ledger", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByText("13 units").waitFor();
    await expect.poll(() => rows().count()).toBe(2);
    await ui.page.getByRole("button", { name: /^Contradicts/ }).click();
    await expect.poll(() => rows().count()).toBe(1);
    expect(inAddress(ui.page, "flag")).toBe("contradicts");
    await ui.page.getByRole("button", { name: "mem0" }).click();
    await expect.poll(() => inAddress(ui.page, "system")).toBe("mem0");
    await ui.page.getByRole("link", { name: "Melanie painted sunflowers." }).click();
    await ui.page.waitForURL(/graphs\/user-4711\/ledger\?unit=memory-unit-31/);
  });

  it("U257 a server failure stops the count, and the page names a refused graph with the reason", async () => {
    const { page } = ui;
    const ledgers = /\/graphs\/[^/]+\/ledger\?/;
    const message = "The graph has more records than a ledger can list.";
    const error = { code: "too_costly", message, docs: "/docs", requestId: "req_1" };
    await page.goto(PAGE);
    await page.route(ledgers, (route) => route.abort());
    const button = page.getByRole("button", { name: "Count 1 graph" });
    await button.click();
    await page.getByText("Counting stopped").waitFor();
    await page.unroute(ledgers);
    await page.route(ledgers, (route) => route.fulfill({ status: 422, json: { error } }));
    await button.click();
    const refused = page.getByRole("region", { name: "Graphs that could not be counted" });
    await refused.getByText(message).waitFor();
    await button.waitFor({ state: "detached" });
    await page.unroute(ledgers);
    const address = await refused.getByRole("link").getAttribute("href");
    expect(address).toMatch(/\/graphs\/user-5002-.*\/ledger$/);
  });

  it("U231 the page counts uncounted graphs on request and shows the progress", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByText("1 graph was never counted").waitFor();
    await ui.page.getByRole("button", { name: "Count 1 graph" }).click();
    await expect.poll(() => ui.page.getByText("never counted").count()).toBe(0);
    await ui.page.getByText("in 3 graphs").waitFor();
    await expect.poll(() => rows().count()).toBe(3);
  });

  it("U232 the page of a project without a counted graph says when one appears", async () => {
    await ui.page.goto("/p/p_quiet/memory");
    await ui.page.getByText("No memory counted yet").waitFor();
  });
});
