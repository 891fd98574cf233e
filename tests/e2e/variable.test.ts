import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/graphs/user-4711/variables/memory-unit-31@2";

describe("a variable's page", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());
  const said = (text: string) => ui.page.getByText(text).first().waitFor();

  it("U110 the page shows the value, its role, source, metadata, versions, and links with comments", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("heading", { name: "Memory unit memory-unit-31@2" }).waitFor();
    for (const text of ["memory/update.py:42", "merged by update_memory", "score 0.81, rank 2"]) {
      await said(text);
    }
    await said('"tokens": 81');
    await ui.page.getByRole("row", { name: /memory-unit-31@2 ?this one/ }).waitFor();
    await ui.page.getByRole("link", { name: "search_vector_store" }).first().click();
    await ui.page.waitForURL(/operations\/op-search-9/);
    await ui.page.goBack();
    await ui.page.waitForURL(/variables\/memory-unit-31/);
  });

  it("U111 the page shows the changes and the source of each span by letter; the address holds the choice", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Changes" }).click();
    await ui.page.locator(".diff ins").first().waitFor();
    await ui.page.getByRole("button", { name: "Blame" }).click();
    await expect.poll(() => ui.page.locator(".blame-legend tbody tr").count()).toBe(2);
    await expect.poll(() => inAddress(ui.page, "show")).toBe("blame");
    expect(await ui.page.locator(".blamed sup").allTextContents()).toEqual(["A", "B"]);
    await ui.page.reload();
    const message = ui.page.locator(".blame-legend").getByRole("link", { name: "message-D3:14@1" });
    await message.click();
    await ui.page.getByRole("heading", { name: "Message message-D3:14@1" }).waitFor();
  });

  it("U112 the page lists neighbours by direction, distance and category, and the back button restores the list", async () => {
    await ui.page.goto(PAGE);
    const rows = ui.page.locator("section", { hasText: "Links away" }).locator("tbody tr");
    await expect.poll(() => rows.count()).toBe(4);
    await ui.page.getByRole("button", { name: "Backward" }).click();
    await expect.poll(() => rows.count()).toBe(2);
    await ui.page.getByLabel("Category").fill("message");
    await ui.page.getByLabel("Category").press("Enter");
    await expect.poll(() => rows.count()).toBe(1);
    const address = ui.page.url();
    expect(inAddress(ui.page, "category")).toBe("message");
    await rows.getByRole("link", { name: "message-D3:14@1" }).click();
    await ui.page.waitForURL(/variables\/message-D3/);
    await ui.page.goBack();
    await expect.poll(() => ui.page.url()).toBe(address);
    await expect.poll(() => rows.count()).toBe(1);
  });
});
