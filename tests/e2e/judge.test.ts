import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("judge", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U482 the page shows the wrong share with its interval, the agreement with people, and judgements", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/judge");
    const figures = page.getByRole("region", { name: "Figures" });
    await figures
      .getByText("18% of 100 judged answers are wrong (95% interval: 11.7% to 26.7%).")
      .waitFor();
    await figures
      .getByText("People agree with the judge on 90% of the 20 judged answers")
      .waitFor();
    expect(await page.locator(".judgements tbody tr").count()).toBe(3);
    await page.getByLabel("Shown judgements").selectOption("wrong");
    await expect.poll(() => inAddress(page, "judgement")).toBe("wrong");
    await expect.poll(() => page.locator(".judgements tbody tr").count()).toBe(1);
    await page.getByRole("link", { name: "Wrong", exact: true }).click();
    await page.waitForURL(/cases\/case-0000/);
  });

  it("U483 an admin switches the judge on and sets its share and limits", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const section = page.getByRole("region", { name: "Judge" });
    await section.getByLabel("Share of unjudged answers to judge, in percent").fill("25");
    const sent = page.waitForRequest((request) => request.url().includes("/judge/settings"));
    await section.getByRole("button", { name: "Save judge" }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ enabled: true, share: 0.25, answersPerDay: 100, usdPerDay: 1 },
    });
  });

  it("U484 a switch in the settings decides whether a correction opens a case", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    const box = page.getByLabel("Open cases for answers that the user corrects");
    expect(await box.isChecked()).toBe(true);
    await box.uncheck();
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect((await sent).postDataJSON()).toMatchObject({ openCorrections: false });
  });
});
