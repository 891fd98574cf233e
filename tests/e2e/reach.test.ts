import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { LONG_ID } from "./support/fixture/cases.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PROJECT = "/p/p_full";
const SIZES = [
  { width: 1440, height: 960 },
  { width: 390, height: 844 },
] as const;

describe("quick access", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  beforeEach(() => ui.page.setViewportSize(SIZES[0]));
  afterAll(() => ui.close());

  it.each(SIZES)(
    "U194 the buttons to decide are visible without scrolling at $width px",
    async (size) => {
      await ui.page.setViewportSize(size);
      await ui.page.goto(`${PROJECT}/cases/case-0000-5f2c9ab17e`);
      await ui.page.locator(".variable-node").first().waitFor();
      for (const name of ["Agree", "Label differently"]) {
        const box = await ui.page.getByRole("button", { name, exact: true }).boundingBox();
        expect(box?.y).toBeGreaterThan(0);
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(size.height);
      }
    },
  );

  it("U195 j and k lead through the list from which the person came", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}/cases/case-0000-5f2c9ab17e`);
    await page.locator(".variable-node").first().waitFor();
    expect(await page.getByRole("navigation", { name: "Cases of the list" }).count()).toBe(0);
    await page.goto(`${PROJECT}/cases?period=all&errorType=UpdateError`);
    const questions = page.locator(".case-table .row-link");
    await questions.first().waitFor();
    const hrefs = await questions.evaluateAll((links) =>
      links.slice(0, 3).map((link) => link.getAttribute("href") ?? ""),
    );
    const [first = "", second = ""] = hrefs;
    await questions.first().click();
    await page.waitForURL(`**${first}`);
    await page.getByText(/^1 of \d+$/).waitFor();
    await page.keyboard.press("j");
    await page.waitForURL(`**${second}`);
    await page.getByText(/^2 of \d+$/).waitFor();
    await page.keyboard.press("k");
    await page.waitForURL(`**${first}`);
    await page.getByRole("link", { name: "Next" }).click();
    await page.waitForURL(`**${second}`);
  });

  it("U196 the page shows a judge's JSON by field, resolves a relative time, and shortens a long id", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}/cases/case-0005-5f2c9ab17e`);
    await page.getByText("It names another place.").waitFor();
    expect(await page.getByText("```").count()).toBe(0);
    await page.getByText("5 October 2022 (said as “yesterday”)").waitFor();
    const chip = page.getByRole("button", { name: `Copy ${LONG_ID}` });
    expect((await chip.textContent())?.length).toBeLessThan(30);
  });

  it("U197 the second visit says what changed since the first", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}?period=90d`);
    await page.getByText("By memory system").waitFor();
    const notice = page.getByRole("region", { name: "Since your last visit" });
    expect(await notice.count()).toBe(0);
    await page.evaluate(() => {
      const seenAt = Date.now() - 3 * 24 * 3_600_000;
      localStorage.setItem("memtrace.visits.p_full", JSON.stringify({ seenAt, before: null }));
    });
    await page.reload();
    await notice.getByRole("link", { name: /wrong answers$/ }).waitFor();
    await page.reload();
    await notice.getByText("3 d ago").waitFor();
    await notice.getByRole("link", { name: /wrong answers$/ }).click();
    await page.waitForURL(/cases\?from=/);
    await page.goBack();
    await notice.getByRole("button", { name: "Hide" }).click();
    await expect.poll(() => notice.count()).toBe(0);
  });

  it("U198 the cards fill their row, and the headline repeats no figure of the line below", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}?period=90d`);
    const cards = page.locator(".share-grid > :not(.prompt-shares)");
    await cards.first().waitFor();
    const [last, grid] = await Promise.all([
      cards.last().boundingBox(),
      page.locator(".share-grid").boundingBox(),
    ]);
    const endOf = (box: typeof last) => Math.round((box?.x ?? 0) + (box?.width ?? 0));
    expect(endOf(last)).toBe(endOf(grid));
    expect(await page.getByRole("heading", { level: 1 }).textContent()).not.toContain("undecided");
  });

  it("U203 a project without events shows programs with the key and the address filled in", async () => {
    const { page } = ui;
    await page.goto("/p/p_new");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByText("Created.").waitFor();
    for (const [language, sign] of [
      ["TypeScript", "await memtrace.flush();"],
      ["Python (OpenTelemetry)", "provider.shutdown()"],
      ["mem0", "observeMem0"],
      ["curl", "curl -sS"],
    ] as const) {
      await page.getByRole("button", { name: language, exact: true }).click();
      const shown = await page.locator(".getting-started pre").allTextContents();
      expect(shown.join("\n")).toContain(sign);
      expect(shown.join("\n")).toContain("mt_live_9Zx4_");
      expect(shown.join("\n")).toContain(ui.server.address);
    }
  });

  it("U204 a click loads sample data, the page marks it as sample data, and a click removes it", async () => {
    const { page } = ui;
    await page.goto("/p/p_new");
    await page.getByRole("button", { name: "Load sample data" }).click();
    const notice = page.getByRole("region", { name: "Sample data" });
    await notice.getByText("does not come from your agents").waitFor();
    await notice.getByRole("button", { name: "Remove the sample data" }).click();
    await expect.poll(() => notice.count()).toBe(0);
  });

  it("R102 the overview says for a week that counts were corrected", async () => {
    const { page } = ui;
    let correctedAt = "";
    const correctedDaysAgo = (days: number) => {
      correctedAt = new Date(Date.now() - days * 86_400_000).toISOString();
    };
    await page.route("**/v1/distribution?**", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, json: { ...(await response.json()), correctedAt } });
    });
    const notice = page.getByRole("region", { name: "Corrected counts" });
    correctedDaysAgo(6);
    await page.goto(PROJECT);
    await notice.getByText("Figures that you saw before may differ").waitFor();
    correctedDaysAgo(8);
    await page.reload();
    await page.locator(".figures").waitFor();
    expect(await notice.count()).toBe(0);
    // A request whose answer is being changed must end before its route does.
    await page.unrouteAll({ behavior: "wait" });
  });

  it("U206 a person searches, filters and sorts findings; each shows its trend, and the address holds the choice", async () => {
    const { page } = ui;
    await page.goto(`${PROJECT}/findings`);
    const rows = page.locator(".finding-table tbody tr");
    await expect.poll(() => rows.count()).toBe(3);
    await rows
      .first()
      .getByRole("img", { name: /^Cases per week/ })
      .waitFor();
    await page.getByLabel("Find a finding").fill("add_memory");
    await expect.poll(() => rows.count()).toBe(1);
    await page.reload();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel("Find a finding").fill("");
    await page.getByLabel("State").selectOption("fixed");
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel("Kind").selectOption("UpdateError");
    await page.getByRole("button", { name: "Clear the filters" }).click();
    await page.getByLabel("Order").selectOption("name");
    await expect.poll(() => rows.first().textContent()).toContain("add_memory");
    expect(new URL(page.url()).searchParams.get("sort")).toBe("name");
  });
});
