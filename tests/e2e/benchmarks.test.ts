import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { become, inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("benchmarks", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U170 a person adds selected cases to an existing or a new draft", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Add to a benchmark" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a benchmark" });
    await dialog.getByLabel("Benchmark").selectOption({ label: "harbour, version 2" });
    await dialog.getByRole("button", { name: "Add the case" }).click();
    await dialog.getByText("1 added.").waitFor();
    await dialog.getByRole("link", { name: "Open the benchmark" }).click();
    await page.getByRole("heading", { name: "harbour" }).waitFor();
  });

  it("U171 a person creates a draft, removes a case, and freezes it after a note on refused cases", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/benchmarks");
    await page.getByRole("button", { name: "New benchmark" }).click();
    await page.getByLabel("Name").fill("new ones");
    await page.getByLabel("Split").fill("dev");
    await page.getByRole("button", { name: "Create" }).click();
    await page.getByText("No case yet").waitFor();

    await page.goto("/p/p_full/benchmarks/bm_2");
    await page.getByRole("button", { name: "Remove “Where is boat 5?”" }).click();
    await page.getByText("Where is boat 5?").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Freeze" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 of 23 cases have no label and will be refused.").waitFor();
    await dialog.getByRole("button", { name: "Freeze" }).click();
    await page.getByText("It has no label. Label the case, then freeze again.").waitFor();
    await page.getByRole("region", { name: "Card" }).waitFor();
  });

  it("U172 a frozen benchmark shows its card and refused cases, can be exported, and gets a new version", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/benchmarks/bm_1");
    await page.getByText("17 of 20, 85%").waitFor();
    await page.getByText("The case was deleted with its graph.").waitFor();
    const link = page.getByRole("link", { name: "Export zip" });
    expect(await link.getAttribute("href")).toBe("/v1/benchmarks/bm_1/export?project=p_full");
    expect(await page.getByRole("button", { name: /^Remove/ }).count()).toBe(0);
    await page.getByRole("button", { name: "New version" }).click();
    await page.getByText("Draft").waitFor();
    await page.getByText("version 3 · split test").waitFor();
  });

  it("U255 a draft stays chosen and is not created twice if its cases could not be added", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Add to a benchmark" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a benchmark" });
    await dialog.getByLabel("Benchmark").selectOption({ label: "A new one" });
    await dialog.getByLabel("Name").fill("harder ones");
    const adds = /\/benchmarks\/bm_\d\/cases/;
    await page.route(adds, (route) => route.abort());
    await dialog.getByRole("button", { name: "Add the case" }).click();
    await dialog.getByText("Nothing was added").waitFor();
    await page.unroute(adds);
    const shown = dialog.getByLabel("Benchmark").locator("option:checked");
    await expect.poll(() => shown.textContent()).toMatch(/^harder ones/);
    await dialog.getByRole("button", { name: "Add the case" }).click();
    await dialog.getByText("1 added.").waitFor();
    await dialog.getByRole("link", { name: "Open the benchmark" }).click();
    await page.getByRole("heading", { name: "harder ones" }).waitFor();
    await page.getByText("version 1 · split test").waitFor();
  });

  it("U258 a click beside the link opens the row, and the table does not cut a corrected answer", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/annotation-errors");
    const corrected = page.getByText("at pier 7").first();
    await corrected.waitFor();
    const cut = await corrected.evaluate((text) => {
      const cell = text.closest("td")?.getBoundingClientRect();
      return text.getBoundingClientRect().right - (cell?.right ?? 0);
    });
    expect(cut).toBeLessThanOrEqual(0);
    for (const [path, opened] of [
      ["annotation-errors", /\/cases\/case-/],
      ["benchmarks", /\/benchmarks\/bm_/],
      ["benchmarks/bm_1", /\/cases\/case-/],
      ["cases?period=all&judged=all", /\/(cases\/case-|graphs\/)/],
    ] as const) {
      await page.goto(`/p/p_full/${path}`);
      await page
        .locator(".wide-table tbody tr:has([data-row-link]) td:last-of-type")
        .first()
        .click({ position: { x: 2, y: 2 } });
      await page.waitForURL(opened);
    }
  });

  it("U260 a viewer reads benchmarks, links and views, and sees no control that the service would refuse", async () => {
    const { page, server } = ui;
    become(server, "viewer");
    for (const [path, sign] of [
      ["benchmarks", "harbour"],
      ["benchmarks/bm_2", "Where is boat 5?"],
      ["benchmarks/bm_1", "17 of 20, 85%"],
      ["settings", "shows the project’s name"],
      ["cases?period=all&errorType=RetrievalError", "Decisive operation"],
      ["cases/case-0000-5f2c9ab17e", "Is the vase"],
    ] as const) {
      await page.goto(`/p/p_full/${path}`);
      if (path.startsWith("cases/")) await page.locator(".comment-list li").first().waitFor();
      else await page.getByText(sign).first().waitFor();
      const offered = page.getByRole("button", {
        name: /^(New |Freeze|Delete$|Remove “|Revoke the link|Manage view|Share|Add to a|Agree|Label)/,
      });
      expect
        .soft({ path, offered: await offered.allTextContents() })
        .toEqual({ path, offered: [] });
    }
    await page.goto("/p/p_full/benchmarks/bm_1");
    await page.getByRole("link", { name: "Export zip" }).waitFor();
    await page.goto("/p/p_full/cases?period=all");
    const views = page.getByLabel("Saved views").locator("option");
    await expect.poll(() => views.allTextContents()).toEqual(["Views", "Lost in retrieval"]);
  });

  it("U174 the page lists suspected annotation errors with reasons and exports them as CSV and JSON", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/benchmarks");
    await page.getByRole("link", { name: "Suspected annotation errors" }).click();
    await page.getByText("The message names another pier, 0.").waitFor();
    await page.getByText("Corrected:").first().waitFor();
    for (const [label, name, text] of [
      ["Export CSV", "annotation-errors.csv", "query,expected,corrected,because"],
      ["Export JSON", "annotation-errors.json", '"because": "label"'],
    ] as const) {
      const saving = page.waitForEvent("download");
      await page.getByRole("button", { name: label }).click();
      const saved = await saving;
      expect(saved.suggestedFilename()).toBe(name);
      expect(await readFile(await saved.path(), "utf8")).toContain(text);
    }
  });
});

describe("judged answers", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U175 the address decides whether the cases page lists all, wrong or right answers", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&errorType=RetrievalError");
    await page.getByRole("button", { name: "All answers" }).click();
    await page.getByText("Wrong; a person says right").waitFor();
    expect(inAddress(page, "judged")).toBe("all");
    expect(inAddress(page, "errorType")).toBeNull();
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await page.locator(".judged-right").first().waitFor();
    await page.getByText("Wrong; a person says right").waitFor({ state: "detached" });
    expect(inAddress(page, "judged")).toBe("right");
    await page.getByRole("button", { name: "Wrong", exact: true }).click();
    await page.getByText("Decisive operation").waitFor();
    expect(inAddress(page, "judged")).toBeNull();
  });

  it("U175 a person opens a case for an answer that was judged right", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&judged=right");
    await page
      .getByRole("button", { name: /open a case$/ })
      .first()
      .click();
    await page.waitForURL(/\/cases\/case-0000/);
  });

  it("U175 a person labels an answer that was judged wrong as the judge's error", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&judged=all");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    const objections = page.getByRole("button", { name: /was answered rightly/ });
    await objections.first().waitFor();
    const before = await objections.count();
    await objections.first().click();
    expect((await sent).postDataJSON()).toMatchObject({ errorType: "JudgeError", op: null });
    await page.getByText(/^Wrong; you say right/).waitFor();
    expect(await objections.count()).toBe(before - 1);
  });

  it("U261 “Mark as right” asks for confirmation before it replaces the person's own label", async () => {
    const { page } = ui;
    const path = "/v1/cases/case-0003-5f2c9ab17e/label?project=p_full";
    const own = { errorType: "UpdateError", op: "op-update-3", reason: "The merge came too late." };
    await page.request.put(path, { data: own });
    const saved: unknown[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") saved.push(request.postDataJSON());
    });
    await page.goto("/p/p_full/cases?period=all&judged=all");
    const row = page.getByRole("row").filter({ has: page.locator('[href*="case-0003-"]') });
    await row.getByRole("button").click();
    const dialog = page.getByRole("dialog", { name: "Replace your label?" });
    await dialog.getByText("The merge came too late.").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await dialog.waitFor({ state: "detached" });
    expect(saved).toEqual([]);
    await row.getByRole("button").click();
    await dialog.getByRole("button", { name: "Replace the label" }).click();
    await row.getByText(/^Wrong; you say right/).waitFor();
    expect(saved).toMatchObject([{ errorType: "JudgeError" }]);
  });
});
