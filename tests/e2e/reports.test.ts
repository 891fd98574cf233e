import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("reports on some cases", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U490 a dialog makes a report with the filters of the case list, graphs and end users", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports");
    await page.getByRole("button", { name: "Report on some cases" }).click();
    const dialog = page.getByRole("dialog", { name: "New report" });
    await dialog.getByLabel("Filter by type").selectOption({ label: "Retrieval" });
    await dialog.getByRole("button", { name: "30 days" }).click();
    await dialog.getByLabel("End users").fill("melanie, caroline");
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().includes("/v1/reports"),
    );
    await dialog.getByRole("button", { name: "Create report" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ errorType: "RetrievalError", users: ["melanie", "caroline"] },
      from: expect.any(String),
    });
    await page.waitForURL("**/reports/report-2");
  });

  it("U497 the page shows the schedule with its filters, and an admin changes them", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports");
    const schedule = page.getByRole("region", { name: "Schedule" });
    await schedule
      .getByText("A report is made every week, on the cases of these filters.")
      .waitFor();
    const shown = schedule.getByRole("list", { name: "Filters of scheduled reports" });
    expect(await shown.textContent()).toContain("melanie");
    await schedule.getByRole("button", { name: "Change filters" }).click();
    const dialog = page.getByRole("dialog", { name: "Filters of scheduled reports" });
    expect(await dialog.getByRole("button", { name: "30 days" }).count()).toBe(0);
    await dialog.getByLabel("Filter by type").selectOption({ label: "Retrieval" });
    await dialog.getByLabel("End users").fill("caroline");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await dialog.getByRole("button", { name: "Save filters" }).click();
    expect((await sent).postDataJSON()).toEqual({
      reportFilter: { system: "mem0", errorType: "RetrievalError", users: ["caroline"] },
    });
    await dialog.waitFor({ state: "detached" });
  });

  it("U497 the page shows reports after new attributions with their own filters, and an admin changes them", async () => {
    const { page } = ui;
    ui.server.setReportAfter(1_500, { system: "zep" });
    await page.goto("/p/p_full/reports");
    const schedule = page.getByRole("region", { name: "Schedule" });
    await schedule
      .getByText(
        "A report is made after every 1,500 new attributions, on the cases of these filters.",
      )
      .waitFor();
    const title = "Filters of reports after new attributions";
    expect(await schedule.getByRole("list", { name: title }).textContent()).toContain("zep");
    await schedule.getByRole("button", { name: "Change filters of these attributions" }).click();
    const dialog = page.getByRole("dialog", { name: title });
    await dialog.getByLabel("End users").fill("caroline");
    const sent = page.waitForRequest((request) => request.method() === "PATCH");
    await dialog.getByRole("button", { name: "Save filters" }).click();
    expect((await sent).postDataJSON()).toEqual({
      reportAfterFilter: { system: "zep", users: ["caroline"] },
    });
    await dialog.waitFor({ state: "detached" });
  });

  it("U491 the case list makes a report on the listed cases", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?system=mem0&period=all");
    await page.getByRole("button", { name: "Report on these cases" }).click();
    const dialog = page.getByRole("dialog", { name: "New report" });
    await dialog.getByTitle("Remove filter").filter({ hasText: "mem0" }).waitFor();
    await dialog.getByText(/wrong answers match\./).waitFor();
  });

  it("U492 a report shows its filters, begins with the memory, and ends with conclusions and their cases", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-2");
    const filters = page.getByRole("list", { name: "Filters of this report" });
    expect(await filters.textContent()).toMatch(/system mem0.*end users melanie.*type Retrieval/);
    const headings = await page.getByRole("heading", { level: 2 }).allInnerTexts();
    expect(headings[0]).toBe("The system and its memory");
    expect(headings.at(-1)).toBe("What the figures mean, and what to do");
    await page.getByText("84% of the 412 facts that messages of the period state").waitFor();
    const advice = page
      .locator("section")
      .filter({ hasText: "What the figures mean, and what to do" });
    await advice
      .getByRole("button", { name: /cases show this/ })
      .first()
      .click();
    await advice.locator(".claim-cases a").first().click();
    await page.waitForURL("**/cases/case-*");
  });
});
