/**
 * Scrolls the largest ledger of the scripted API in Chromium, and measures the tasks of the page.
 */
import { buildOutdated } from "../../src/local/build/build.ts";
import { CROWDED, CROWDED_UNITS } from "../e2e/support/fixture/ledger.ts";
import { openUi } from "../e2e/support/ui-under-test.ts";

/** A position below the last row. Scrolling there makes the page load more rows. */
const TO_END_PX = CROWDED_UNITS * 100;
const MAX_SCROLLS = 10_000;
/** Number of steps in which the page scrolls back up. */
const STEPS_UP = 40;
const STEP_PX = 30_000;

export interface LedgerScroll {
  readonly units: number;
  /** The longest task that the browser reported; 0 if none took 50 ms. */
  readonly longestTaskMs: number;
}

export async function scrollLedger(): Promise<LedgerScroll> {
  await buildOutdated();
  const ui = await openUi();
  try {
    const { page } = ui;
    await page.goto(`/p/p_full/graphs/${CROWDED}/ledger`);
    const rows = page.locator(".ledger-table tbody tr:not(.space)");
    await rows.first().waitFor();
    await page.evaluate(`
      window.longest = 0;
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries())
          window.longest = Math.max(window.longest, duration);
      }).observe({ type: "longtask" });
    `);
    const table = page.locator(".ledger-table");
    const scroll = async (by: number) => {
      await table.evaluate((element, top) => element.scrollBy({ top }), by);
      return Number(await rows.last().getAttribute("aria-rowindex")) - 1;
    };
    for (let down = 0; (await scroll(TO_END_PX)) < CROWDED_UNITS; down += 1)
      if (down === MAX_SCROLLS) throw new Error("The end of the ledger was not reached.");
    for (let up = 0; up < STEPS_UP; up += 1) await scroll(-STEP_PX);
    return {
      units: CROWDED_UNITS,
      longestTaskMs: await page.evaluate<number>("window.longest"),
    };
  } finally {
    await ui.close();
    await ui.context.browser()?.close();
  }
}
