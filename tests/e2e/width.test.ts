import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressWith, EVERY_PAGE, hasLoaded } from "./support/every-page.ts";
import { GRAPH } from "./support/fixture/records.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const UNBROKEN = "W".repeat(3_000);
const WIDTHS = [390, 1280];
const PAGES = EVERY_PAGE.map(([name, path]) => [name, path] as const).filter(
  ([, path]) => !path.startsWith("/sign"),
);

/** Content that scrolls inside a page must remain readable. */
const MAX_SCROLLED = 3_000;

/**
 * Returns how much wider than its frame the page or its dialog is, and the elements that cause it.
 */
const excess = (page: Page) =>
  page.evaluate((most) => {
    const frames = [document.documentElement, ...document.querySelectorAll("dialog")];
    const tables = [...document.querySelectorAll(".scroll")].flatMap(({ scrollWidth }) =>
      scrollWidth > most ? [`${scrollWidth} to scroll through`] : [],
    );
    const wider = frames.flatMap((frame) => {
      const width = Math.min(frame.clientWidth, window.innerWidth);
      if (frame.scrollWidth <= width) return [];
      const wide = [...frame.querySelectorAll("*")].filter(
        (element) =>
          element.getBoundingClientRect().right > window.innerWidth + 1 &&
          !element.closest(".scroll, .sidebar nav"),
      );
      const names = wide
        .slice(-6)
        .map(({ tagName, className }) => `${tagName}.${String(className)}`);
      return [`${frame.scrollWidth} instead of ${width}: ${names.join(" ")}`];
    });
    return [...wider, ...tables];
  }, MAX_SCROLLED);

describe("widths", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  async function tooWide(): Promise<string[]> {
    const found: string[] = [];
    for (const width of WIDTHS) {
      await ui.page.setViewportSize({ width, height: 844 });
      for (const each of await excess(ui.page)) found.push(`at ${width}: ${each}`);
    }
    return found;
  }

  it("U22 no page is wider than its screen", async () => {
    for (const [name, path] of PAGES) {
      await ui.page.goto(path);
      await hasLoaded(ui.page);
      expect.soft({ name, tooWide: await tooWide() }).toEqual({ name, tooWide: [] });
    }
  }, 180_000);

  it("U22 long texts without a space make no page wider", async () => {
    ui.server.writeEverywhere(UNBROKEN);
    for (const [name, path] of PAGES) {
      await ui.page.goto(addressWith(path, UNBROKEN));
      await hasLoaded(ui.page);
      await ui.page.evaluate(() => {
        for (const details of document.querySelectorAll("details")) details.open = true;
      });
      expect.soft({ name, tooWide: await tooWide() }).toEqual({ name, tooWide: [] });
    }
  }, 180_000);

  it("U22 long texts without a space make no list of live events wider", async () => {
    await ui.page.goto(addressWith(`/p/p_full/graphs/${GRAPH}`, UNBROKEN));
    await ui.page.locator(".live").getByText("Live", { exact: true }).waitFor();
    const base = { graph: GRAPH, at: Date.parse("2026-05-04T09:00:00Z") };
    ui.server.live.push([
      { type: "variable", id: "e1", ...base, ref: "u1", name: UNBROKEN, value: UNBROKEN },
      { type: "operation", id: "e2", ...base, op: UNBROKEN, name: UNBROKEN },
      { type: "session", id: "e3", ...base, session: UNBROKEN },
    ]);
    await ui.page.locator(".live-type").nth(2).waitFor();
    expect(await tooWide()).toEqual([]);
  });

  it.each([
    ["/p/p_full/keys", "Revoke"],
    ["/p/p_full/people", "Remove"],
    ["/p/p_full/people", "Change the role"],
    ["/p/p_full/webhooks", "Delete"],
    ["/p/p_full/settings", "Delete the project"],
    ["/p/p_full/cases/case-0000-5f2c9ab17e", "Add to a dataset"],
    ["/p/p_full/prompts/extract-facts", "Write a version"],
  ])("U22 long texts without a space make no dialog wider: %s, %s", async (path, button) => {
    ui.server.writeEverywhere(UNBROKEN);
    await ui.page.goto(path);
    await ui.page.getByRole("button", { name: button }).first().click();
    await ui.page.getByRole("dialog").waitFor();
    expect(await tooWide()).toEqual([]);
  });
});
