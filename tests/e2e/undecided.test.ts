import type { Locator } from "playwright-core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const CASE = "/p/p_full/cases/case-0009-5f2c9ab17e";
const WITHOUT_EXPECTED = "/p/p_full/cases/case-0022-5f2c9ab17e";

describe("undecided cases", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U91 an undecided verdict shows its reason, remedy and suspects, and no decisive operation", async () => {
    const { page } = ui;
    await page.goto(CASE);
    const verdict = page.locator(".verdict");
    await verdict.getByRole("heading", { name: "Undecided" }).waitFor();
    await verdict.getByText("The signs contradict each other").waitFor();
    await verdict.getByText(/^What would help: Give the messages/).waitFor();
    await page.getByText("so a replay has no operation to correct").waitFor();
    expect(await page.locator(".chain, #operation, .replay-command").count()).toBe(0);
    const all = (await page.locator("main").textContent()) ?? "";
    expect(all).not.toMatch(/decisive operation|at fault|Is the verdict right/);
    await page.getByRole("heading", { name: "Suspects, none of them certain" }).waitFor();

    await page.locator(".runners-up").getByRole("button", { name: "update_memory" }).click();
    await page.getByRole("heading", { name: "A suspected operation" }).waitFor();
    await page.locator("#operation .variable-card").first().waitFor();
    expect(await page.locator('#operation mark[data-tone="lost"]').count()).toBe(0);
    await page.getByRole("button", { name: "Close" }).click();
    await expect.poll(() => page.locator("#operation").count()).toBe(0);
  });

  it("U87 the list marks undecided cases and filters by outcome", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all");
    await page.getByLabel("Filter by outcome").selectOption("undecided");
    await page.waitForURL(/outcome=undecided/);
    const chips = page.locator(".case-table .type-chip");
    await expect
      .poll(() => chips.allTextContents())
      .toSatisfy((all: string[]) => all.length > 3 && all.every((text) => text === "?Undecided"));
    await page.getByRole("button", { name: /outcome/ }).click();
    await expect.poll(() => inAddress(page, "outcome")).toBe(null);
    await expect.poll(() => chips.allTextContents()).toContain("RRetrieval");
  });

  it("U87 the overview counts undecided cases in figures, legend, chart and table", async () => {
    const { page } = ui;
    await page.goto("/p/p_full?period=90d");
    const figure = page.getByRole("link", { name: /undecided$/ });
    const legend = page.locator(".type-legend").getByRole("button", { name: /Undecided/ });
    const undecided = Number.parseInt((await figure.textContent()) ?? "", 10);
    expect(undecided).toBeGreaterThan(3);
    expect(await legend.locator("b").textContent()).toBe(`${undecided}`);
    await page.getByText("Show as a table").click();
    const table = page.locator(".time-chart table");
    const heads = await table.locator("th[scope=col]").allTextContents();
    const column = table.locator(`tbody tr > :nth-child(${heads.indexOf("Undecided") + 1})`);
    const sum = (all: string[]) => all.map(Number).reduce((total, value) => total + value, 0);
    expect(sum(await column.allTextContents())).toBe(undecided);
    const attributed = Number.parseInt(
      (await page.getByRole("link", { name: /\d attributed$/ }).textContent()) ?? "",
      10,
    );
    const totals = await table.locator("tbody td:last-child").allTextContents();
    expect(sum(totals)).toBe(attributed + undecided);
    await page.locator('.column [data-part="Undecided"]').first().waitFor();

    await legend.click();
    await page.waitForURL(/outcome=undecided/);
    const parts = page.locator(".column .stack > span");
    await expect
      .poll(() => parts.evaluateAll((all) => all.map((part) => part.getAttribute("data-part"))))
      .toSatisfy((all: string[]) => all.length > 3 && all.every((part) => part === "Undecided"));
    await figure.click();
    await page.waitForURL(/\/cases\?.*outcome=undecided/);
  });

  it.each(["light", "dark"])(
    "U87 the colour of undecided cases has enough contrast to a %s page",
    async (theme) => {
      const { page } = ui;
      await page.goto("/p/p_full?period=90d");
      await page.evaluate((chosen) => {
        document.documentElement.dataset.theme = chosen;
      }, theme);
      const panel = await colourOf(page.locator(".time-panel"), "background-color");
      const part = page.locator('.column [data-part="Undecided"]').first();
      const letter = page.locator(".type-legend .type-letter").last();
      for (const drawn of [
        await colourOf(part, "border-top-color"),
        await colourOf(letter, "color"),
        await colourOf(letter, "border-top-color"),
      ]) {
        expect(contrast(drawn, panel)).toBeGreaterThanOrEqual(3);
        expect(Math.max(...drawn) - Math.min(...drawn)).toBeLessThan(40);
      }
    },
  );

  it("U88 a report shows the undecided cases next to the error types", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-2");
    const told = page.locator(".report header").getByText(/ attributed, \d+ undecided/);
    const [, undecided] = /(\d+) undecided/.exec((await told.textContent()) ?? "") ?? [];
    expect(Number(undecided)).toBeGreaterThan(0);
    const figuresOf = (head: string, row: RegExp) =>
      page
        .locator("table", { has: page.getByRole("columnheader", { name: head }) })
        .locator("tr", { has: page.getByRole("rowheader", { name: row }) })
        .locator("td.number")
        .allTextContents();
    expect(await figuresOf("Error type", /Undecided$/)).toEqual([undecided, "–"]);
    expect((await figuresOf("By type", /^Undecided$/))[1]).toBe(undecided);
    const systems = await page
      .locator("table", { has: page.getByRole("columnheader", { name: "Memory system" }) })
      .locator("td.number .muted")
      .allTextContents();
    const bySystem = systems.map((text) => Number(/\+ (\d+) undecided/.exec(text)?.[1]));
    expect(bySystem.reduce((sum, one) => sum + one, 0)).toBe(Number(undecided));
  });

  it("U89 a label on an undecided case neither agrees nor differs", async () => {
    const { page } = ui;
    await page.goto(CASE);
    await page.getByText("Do you know what went wrong?").waitFor();
    expect(await page.getByRole("button", { name: "Agree" }).count()).toBe(0);
    await page.getByRole("button", { name: "Label", exact: true }).click();
    await page.getByLabel("Error type").selectOption("UpdateError");
    await page.getByLabel("Decisive operation").selectOption("op-update-3");
    await page.getByRole("button", { name: "Save the label" }).click();
    const label = page.getByRole("region", { name: "Labels", exact: true });
    await label.getByText("Labelled; the verdict was undecided").waitFor();
    const said = await label.textContent();
    expect(said).toContain("UpdateError");
    expect(said).not.toMatch(/agree|otherwise/);
    await page.getByRole("button", { name: "Remove your label" }).click();
    await page.getByText("Do you know what went wrong?").waitFor();
  });

  it("U90 the page quotes no expected answer if none is known", async () => {
    const { page } = ui;
    await page.goto(WITHOUT_EXPECTED);
    await page.getByText("What would help: Give the expected answer with the case.").waitFor();
    const answers = page.locator(".answers");
    expect(await answers.textContent()).toContain("Expectednot given");
    expect(await page.locator("main").textContent()).not.toContain("“”");
    await page.goto("/p/p_full/reports/report-2");
    const cases = page.locator(".finding-cases p:first-of-type");
    await cases
      .filter({ hasText: /^Answered/ })
      .first()
      .waitFor();
    expect(await page.locator("main").textContent()).not.toContain("“”");
  });
});

type Colour = readonly number[];

async function colourOf(element: Locator, property: string): Promise<Colour> {
  const said = await element.evaluate(
    (node, name) => getComputedStyle(node).getPropertyValue(name),
    property,
  );
  return (said.match(/\d+/g) ?? []).slice(0, 3).map(Number);
}

/** Contrast ratio of WCAG 2. */
function contrast(a: Colour, b: Colour): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
