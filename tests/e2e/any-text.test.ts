/** Pages with unusual texts: every page shows whatever an agent recorded, and no page fails. */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addressWith, EVERY_PAGE, hasLoaded } from "./support/every-page.ts";
import { GRAPH } from "./support/fixture/records.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const ASCII = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join("");
const TEXTS = {
  "with hyphens": "Jean-Luc wrote an e-mail on 2023-05-07 – twenty-one of them",
  "of every sign and of markup": `${ASCII}</script><img src=x onerror="hacked=1">{{7*7}}<!--]]>`,
  "of half characters and control characters":
    "\ud800 blue \udc00-vase\u0000\u001b[31m\r\n\u2028\u202e\u200b\u0301\uffff \ud83d",
  "that name what every object has": "__proto__",
  "that look like addresses and numbers": "../..//?#&%E0%A4%A=%-9999999999999999999999e999",
  "without anything": "",
};

const PAGES = [...new Set(EVERY_PAGE.map(([, path]) => path))].filter((path) =>
  path.startsWith("/p/p_full"),
);

describe("any text", () => {
  let ui: UiUnderTest;
  const said: string[] = [];
  beforeAll(async () => {
    ui = await openUi();
    ui.page.on("pageerror", (error) => said.push(`${ui.page.url()}: ${error.message}`));
  });
  afterAll(() => ui.close());

  async function open(path: string, text: string): Promise<void> {
    await ui.page.goto(addressWith(path, text));
    await hasLoaded(ui.page).catch(() => said.push(`${path}: did not load`));
    const broken = ui.page.getByText("could not be shown");
    if ((await broken.count()) > 0) said.push(`${path}: could not be shown`);
  }

  it.each(Object.entries(TEXTS))(
    "U80 every page shows texts %s",
    async (_, text) => {
      ui.server.writeEverywhere(text);
      for (const path of PAGES) await open(path, text);
      expect(said.splice(0)).toEqual([]);
      expect(await ui.page.evaluate("window.hacked")).toBeUndefined();
    },
    180_000,
  );

  it("U80 the pages with the most texts show arbitrary texts", async () => {
    const units = fc.constantFrom(
      "grapheme" as const,
      "binary" as const,
      "grapheme-ascii" as const,
    );
    const anyText = units.chain((unit) => fc.string({ unit, maxLength: 60 }));
    for (const text of fc.sample(anyText, { numRuns: 6, seed: 20261122 })) {
      ui.server.writeEverywhere(text);
      for (const path of [
        "/p/p_full/cases/case-0000-5f2c9ab17e?step=2",
        `/p/p_full/graphs/${GRAPH}/operations/op-search-9`,
        "/p/p_full/reports/report-2",
        "/p/p_full/prompts/extract-facts?version=2&against=1",
        `/p/p_full/cases?period=all&search=${encodeURIComponent(text.toWellFormed())}`,
      ]) {
        await open(path, text);
      }
      expect({ text, said: said.splice(0) }).toEqual({ text, said: [] });
    }
  }, 180_000);

  it.each([
    `/graphs/%E0%A4%A`,
    `/cases?search=%E0%A4%A`,
    `/cases/case-0000-5f2c9ab17e?variable=%22%5Cud800%22&op=%22%5Cud800%22`,
    `/graphs/${GRAPH}/operations/__proto__`,
    "/constructor/__proto__",
    "/cases?from=275760-01-01&to=-271821-04-20",
  ])("U80 a page with a damaged address shows no error: %s", async (path) => {
    await ui.page.goto(`/p/p_full${path}`);
    await hasLoaded(ui.page);
    await ui.page.keyboard.press("Escape");
    expect(await ui.page.getByText("could not be shown").count()).toBe(0);
    expect(said.splice(0)).toEqual([]);
  });
});
