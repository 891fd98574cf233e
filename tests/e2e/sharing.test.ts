import { AxeBuilder } from "@axe-core/playwright";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PROJECT = "/p/p_full";

describe("sharing", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U200 a person chooses, saves, renames and deletes a view of the project", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}/cases?period=all`);
    const views = page.getByLabel("Saved views");
    await views.selectOption({ label: "Lost in retrieval" });
    await expect.poll(() => inAddress(page, "errorType")).toBe("RetrievalError");
    await page.goto(`${PROJECT}/cases?period=all&errorType=UpdateError`);
    await views.selectOption({ label: "Save this view…" });
    await page.getByRole("textbox", { name: "Name" }).fill("Lost in retrieval");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("The view was not saved").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Lost in updates");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("button", { name: "Manage view" }).click();
    await page.getByText("Saved by Mel").waitFor();
    await page.getByRole("textbox", { name: "Name" }).fill("Updates");
    await page.getByRole("button", { name: "Rename" }).click();
    await views.locator("option", { hasText: /^Updates$/ }).waitFor({ state: "attached" });
    await page.getByRole("button", { name: "Manage view" }).click();
    await page.getByRole("button", { name: "Delete for everyone" }).click();
    await page.getByText("Its public links stop working immediately.").waitFor();
    await page.getByRole("button", { name: "Delete the view" }).click();
    await expect.poll(() => views.locator("option", { hasText: "Updates" }).count()).toBe(0);
  });

  it.each([
    ["case", "cases/case-0000-5f2c9ab17e", "this case: question, answers and verdict"],
    ["report", "reports/report-2", "this report: its figures"],
    ["view", "cases?period=all&errorType=RetrievalError", "the cases that match this view"],
  ])(
    "U201 a %s gets a public link that is shown once and can be revoked",
    async (kind, path, said) => {
      const { page } = ui;
      await page.goto(`${PROJECT}/${path}`);
      await page.getByRole("button", { name: "Share" }).click();
      const dialog = page.getByRole("dialog", { name: `Share this ${kind}` });
      await dialog.getByText(said).waitFor();
      await dialog.getByLabel("Expires").selectOption({ label: "In 30 days" });
      await dialog.getByRole("button", { name: "Create a link" }).click();
      await dialog.getByText(`http://fixture/shared/${kind}`).waitFor();
      const working = dialog.getByRole("listitem").filter({ hasText: "by Mel" });
      await working.getByText("never opened").waitFor();
      await working.getByRole("button", { name: `Revoke the link to ${kind}` }).click();
      await page.getByRole("button", { name: "Revoke the link", exact: true }).click();
      await expect.poll(() => working.count()).toBe(0);
      await dialog.getByRole("button", { name: "Done" }).click();
      await page.getByRole("button", { name: "Share" }).click();
      await dialog.getByRole("button", { name: "Create a link" }).waitFor();
      expect(await page.getByText(`http://fixture/shared/${kind}`).count()).toBe(0);
      await page.keyboard.press("Escape");
    },
  );

  it("U201 the settings list every public link of the project", async () => {
    await ui.page.goto(`${PROJECT}/settings`);
    const section = ui.page.getByRole("region", { name: "Public links" });
    await section.getByText("shows the project’s name").waitFor();
  });

  it("U262 the list of links names and opens each target, and asks before it revokes a link", async () => {
    const { page } = ui;
    const made = { kind: "view", target: "vw_1", days: 7, showsProject: false };
    await page.request.post("/v1/links?project=p_full", { data: made });
    await page.goto(`${PROJECT}/settings`);
    const section = page.getByRole("region", { name: "Public links" });
    await section
      .getByRole("button", { name: "Revoke the link to report “2026-11-10 – 2026-11-17”" })
      .waitFor();
    await section
      .getByRole("button", { name: "Revoke the link to view “Lost in retrieval”" })
      .click();
    const question = page.getByRole("dialog", { name: "Revoke this link?" });
    await question.getByRole("button", { name: "Cancel" }).click();
    await section.getByRole("link", { name: "View “Lost in retrieval”" }).click();
    await expect.poll(() => inAddress(page, "errorType")).toBe("RetrievalError");
    await page.goto(`${PROJECT}/settings`);
    await section.getByRole("link", { name: "Report “2026-11-10 – 2026-11-17”" }).click();
    await page.waitForURL("**/reports/report-2");
  });

  it("U254 a list with right answers cannot be saved as a view", async () => {
    const { page } = ui;
    const options = page.getByLabel("Saved views").locator("option");
    await page.goto(`${PROJECT}/cases?period=all&system=mem0`);
    await expect.poll(() => options.allTextContents()).toContain("Save this view…");
    await page.getByRole("button", { name: "Right", exact: true }).click();
    await expect.poll(() => options.allTextContents()).not.toContain("Save this view…");
    expect(await options.allTextContents()).toContain("Lost in retrieval");
  });

  describe("the page of a public link", () => {
    for (const [kind, sign] of [
      ["case", "in the blue vase"],
      ["report", "By memory system"],
      ["view", "The latest 100 cases"],
    ] as const) {
      it(`U202 the page shows a ${kind} to a person without an account, loads nothing else and has no other link`, async () => {
        const context = await ui.context.browser()?.newContext({ baseURL: ui.server.address });
        if (context === undefined) throw new Error("no browser");
        const page = await context.newPage();
        const asked: string[] = [];
        page.on("request", (request) => asked.push(new URL(request.url()).pathname));
        await page.goto(`/shared/${kind}`);
        await page.getByText(sign).first().waitFor();
        expect(asked.filter((path) => /^\/(v1|api)\//.test(path))).toEqual([`/v1/shared/${kind}`]);
        expect(await page.locator("a[href]").count()).toBe(0);
        const robots = page.locator('meta[name="robots"]');
        expect(await robots.getAttribute("content")).toBe("noindex, nofollow");
        expect(await page.content()).not.toContain("case-0000");
        expect(await page.evaluate("window.hacked")).toBeUndefined();
        for (const [width, colorScheme] of [
          [1440, "light"],
          [390, "dark"],
        ] as const) {
          await page.setViewportSize({ width, height: 844 });
          await page.emulateMedia({ colorScheme });
          const wider = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          );
          expect(wider).toBeLessThanOrEqual(0);
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
        }
        await context.close();
      });
    }

    it("U202 the page of an ended link says so and what to do", async () => {
      await ui.page.goto("/shared/mts_gone");
      await ui.page.getByText("This link could not be opened").waitFor();
      expect(await ui.page.getByRole("button", { name: "Try again" }).count()).toBe(0);
    });
  });
});
