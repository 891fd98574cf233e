import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("impact", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U493 a unit's page checks all right answers and shows each with its fact and path", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/graphs/user-4711/variables/memory-unit-31@2");
    await page.getByRole("link", { name: "Dependent right answers" }).click();
    await page.waitForURL("**/impact/memory-unit-31*");
    const section = page.getByRole("region", { name: "Right answers that depend on this value" });
    await section
      .getByText("2 right answers depend on this value; 1 of them with no other path to the fact.")
      .waitFor();
    await section.getByText("40 of 40 right answers were processed; 2 of these").waitFor();
    expect(await section.getByText("another path exists").count()).toBe(1);
    const way = section.getByRole("list", { name: "The path to the answer" }).first();
    expect(await way.getByRole("link").count()).toBe(3);
  });

  it("U494 the page shows the values that a message reached, its first writer, and the wrong answers", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/graphs/user-4711/impact/message-D3:14@1");
    const section = page.getByRole("region", { name: "Derived from this value" });
    await section.getByText(/First written by/).waitFor();
    await section.getByText("melanie, caroline").waitFor();
    await section
      .getByText("The lists below are incomplete, because one search cannot follow")
      .waitFor();
    await section.getByRole("link", { name: "Wrong answer" }).click();
    await page.waitForURL("**/cases/case-0000-5f2c9ab17e");
  });

  it("U495 a prompt's version and an end user each have a page of their impact", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/impact");
    await page.getByLabel("Id of the end user").fill("melanie");
    await page.getByRole("button", { name: "Show the right answers" }).click();
    await page.waitForURL("**/impact?user=melanie");
    await page.getByText("2 right answers depend on these messages").waitFor();
    await page.goto("/p/p_full/impact?prompt=extract&promptVersion=2");
    await page.getByText("Prompt extract, version 2").waitFor();
  });
});
