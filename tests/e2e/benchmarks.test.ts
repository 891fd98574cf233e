import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("benchmarks", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U170 picked cases go into a draft of one's choice or a new one", async () => {
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

  it("U171 a draft is created, loses a case, and is frozen after a word on what will be refused", async () => {
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

  it("U172 a frozen benchmark shows its card and refused cases, is exported, and gives a new version", async () => {
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

  it("U174 suspected annotation errors are listed with their reasons, and exported as CSV and JSON", async () => {
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

  it("U175 the cases page lists all, wrong or right answers, as its address says", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&errorType=RetrievalError");
    await page.getByRole("button", { name: "All answers" }).click();
    await page.getByText("Wrong; a person says right").waitFor();
    expect(inAddress(page, "judged")).toBe("all");
    expect(inAddress(page, "errorType")).toBeNull();
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await page.getByText("Wrong; a person says right").waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Wrong", exact: true }).click();
    await page.getByText("Decisive operation").waitFor();
    expect(inAddress(page, "judged")).toBeNull();
  });

  it("U175 an answer that was judged right is opened as a case", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&judged=right");
    await page
      .getByRole("button", { name: /open a case$/ })
      .first()
      .click();
    await page.waitForURL(/\/cases\/case-0000/);
  });

  it("U175 an answer that was judged wrong is labelled as the judge's error", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&judged=all");
    const sent = page.waitForRequest((request) => request.method() === "PUT");
    await page
      .getByRole("button", { name: /was answered rightly/ })
      .first()
      .click();
    expect((await sent).postDataJSON()).toMatchObject({ errorType: "JudgeError", op: null });
  });
});
