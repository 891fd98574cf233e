import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("findings, shifts and explained reports", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U50 a report shows what a model says of its cases, and each claim opens the cases that show it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-2");
    await page.getByText("misses places that are named by a pronoun").waitFor();
    await page.getByText("48 of 430 cases were read.").waitFor();
    await page.getByText("$0.39").waitFor();
    await page.getByRole("button", { name: "2 cases show it" }).click();
    await page.locator(".claim-cases a").first().click();
    await page.waitForURL("**/cases/case-0000-5f2c9ab17e");
  });

  it("U51 while a report is explained, its page shows how far that is and what it has cost", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-3");
    await page.getByText("A model reads the cases, step 4 of 12…").waitFor();
    await page.getByText("$0.04").waitFor();
    expect(await page.getByRole("progressbar").getAttribute("value")).toBe("3");
    await page.getByText("What went wrong where").waitFor();
  });

  it("U52 a finding is acknowledged with a note, fixed and opened again; its history stays", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings");
    await page.getByRole("link", { name: "search_vector_store did not retrieve" }).first().click();
    await page.getByLabel("Note").fill("The index was empty.");
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("The index was empty.").waitFor();
    await page.getByRole("button", { name: "Mark as fixed" }).click();
    await page.getByText(/A wrong answer given after .* opens it again/).waitFor();
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByRole("button", { name: "Acknowledge" }).waitFor();
    await expect.poll(() => page.locator(".finding-history li").count()).toBe(3);
    await page.locator(".cases-behind li").first().waitFor();
  });

  it("U53 a shift shows what moved, how sure that is, and the wrong answers behind it", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings");
    await page.getByRole("link", { name: "Answers lost in retrieval rose" }).click();
    await page.waitForURL("**/shifts/shf_1");
    await page.getByRole("row", { name: /Retrieval 20% \(20\) 63% \(25\) 2.1e-6/ }).waitFor();
    await page.locator(".cases-behind li").first().waitFor();
  });

  it("U54 reports after so many attributions, and the words on one memory system, are settings", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    await page.getByLabel("Also after this many new attributions").fill("50");
    const saved = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect((await saved).postDataJSON()).toMatchObject({ reportAfter: 50 });
    await page.getByRole("button", { name: "Describe one memory system" }).click();
    await page.getByLabel("Memory system", { exact: true }).fill("mem0");
    await page.getByLabel("How it works", { exact: true }).fill("It extracts facts.");
    await page.getByLabel("Base URL").first().fill("https://models.example.com/v1");
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
    const put = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save the model" }).click();
    expect((await put).postDataJSON()).toMatchObject({
      systemDescriptions: { mem0: "It extracts facts." },
    });
  });
});
