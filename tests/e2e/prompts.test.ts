import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HOSTILE } from "./support/fixture/records.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("prompts", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U55 a prompt's page starts with the effect of its last change, and the address holds the compared versions", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/prompts");
    await page.getByRole("link", { name: "extract-facts" }).click();
    await page
      .getByText(
        "Fewer wrong answers than before: version 2 5% (3 of 60), version 1 30% (24 of 80).",
      )
      .waitFor();
    await page.getByRole("button", { name: "Version 3" }).click();
    await page.getByLabel("Compare with").selectOption("version 2");
    await expect
      .poll(() => page.locator(".diff ins").allTextContents())
      .toEqual([expect.stringContaining("with its year")]);
    expect(page.url()).toContain("version=3&against=2");
    await page.reload();
    await page.locator(".diff ins").waitFor();
  });

  it("U56 a person serves a version to all graphs or a share, and withdraws it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/prompts/extract-facts");
    const serve = page.getByRole("button", { name: "Serve", exact: true });
    expect(await serve.isDisabled()).toBe(true);
    await page.getByLabel("Canary version").selectOption("version 3");
    await page.getByLabel("For").selectOption("20% of the graphs");
    await serve.click();
    await page.getByText("Served: version 2; version 3 to 20%").waitFor();
    await page.getByLabel("Active version").selectOption("the app’s own text");
    await page.getByLabel("Canary version").selectOption("nothing");
    const sent = page.waitForRequest(/serving/);
    await serve.click();
    expect((await sent).postDataJSON()).toEqual({ active: null, candidate: null });
    await page.getByText("Served: the app’s own text").waitFor();
  });

  it("U57 a new version starts from the shown version, and writing it serves nothing", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/prompts/extract-facts");
    await page.getByRole("button", { name: "Write a version" }).click();
    const dialog = page.getByRole("dialog");
    const text = dialog.getByLabel("Text");
    await text.fill(`${await text.inputValue()}\nBe brief.`);
    await dialog.getByRole("button", { name: "Store the version" }).click();
    await page.getByRole("heading", { name: "Version 4" }).waitFor();
    await expect.poll(() => page.locator(".diff ins").last().textContent()).toContain("Be brief.");
    await page.getByText("Served: version 2", { exact: false }).waitFor();
  });

  it("U58 the page marks a prompt with several readers, and a prompt that changes at every call", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/prompts");
    await page.getByText("changes at every call").waitFor();
    await page.goto("/p/p_full/prompts/prm_2");
    await page.getByText("A change of the prompt affects all these operations").waitFor();
    await page.getByText("Record the template, not the filled-in text").waitFor();
    expect(await page.locator(".prompt-text").textContent()).toContain(HOSTILE);
  });

  it("U59 the overview shows wrong answers by prompt version and leads to the cases of one", async () => {
    const { page } = ui;
    await page.goto("/p/p_full?period=90d");
    await page.getByRole("button", { name: /extract-facts version 2/ }).click();
    await page.waitForURL(/prompt=extract-facts&promptVersion=2/);
    await page.getByTitle("Remove filter").getByText("version 2").waitFor();
    await page.goto("/p/p_full/prompts");
    await page
      .getByRole("row", { name: /extract-facts/ })
      .getByRole("link", { name: "7" })
      .click();
    await page.waitForURL(/cases\?.*prompt=extract-facts/);
    await page.goto("/p/p_full/cases/case-0000-5f2c9ab17e");
    await page.getByRole("link", { name: "extract-facts, version 2" }).click();
    await page.waitForURL(/prompts\/extract-facts\?version=2/);
  });
});
