import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const CASES = "/p/p_full/cases";

describe("replays", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U70 the case page shows the outcome of a replay with both graphs side by side", async () => {
    const { page } = ui;
    await page.goto(`${CASES}/case-0001-5f2c9ab17e`);
    const panel = page.locator(".replays");
    await panel.getByText("With the output of").waitFor();
    await expect.poll(() => page.locator(".case-type").textContent()).toContain("proved");
    const rows = panel.locator(".side-by-side tbody tr");
    await rows.first().waitFor();
    expect(await rows.locator("th").allTextContents()).toEqual([
      expect.stringMatching(/corrected$/),
      "build_contextthe same",
      "update_memorydiffers",
      "answer_questiondiffers",
    ]);
    expect(await rows.nth(2).locator("td").allTextContents()).toEqual([
      "did not run",
      "A new unit.",
    ]);
    await rows.first().getByText("<script>window.hacked=1</script>").waitFor();
    expect(await page.evaluate(() => "hacked" in window)).toBe(false);
  });

  it("U71 a person opens every replay, and a copied link shows the same one", async () => {
    const { page } = ui;
    await page.goto(`${CASES}/case-0001-5f2c9ab17e`);
    const others = page.getByRole("list", { name: "All replays" });
    await others.getByRole("button").nth(1).click();
    await page.getByText("`write` is needed.").waitFor();
    expect(inAddress(page, "replay")).toBe("replay-1-case-0001-5f2c9ab17e");
    await page.reload();
    await page.getByText("`write` is needed.").waitFor();
    expect(await page.locator(".side-by-side").count()).toBe(0);
  });

  it("U72 a case without a replay shows the command that replays it", async () => {
    const { page } = ui;
    await page.goto(`${CASES}/case-0000-5f2c9ab17e`);
    await page
      .getByText("npx --no memtrace replay case-0000-5f2c9ab17e --with replay.ts", { exact: true })
      .waitFor();
  });

  it("U73 the list filters cases by the outcome of replays", async () => {
    const { page } = ui;
    await page.goto(`${CASES}?period=all`);
    await page.getByLabel("Filter by replay").selectOption("refuted");
    await expect.poll(() => inAddress(page, "proof")).toBe("refuted");
    const words = page.locator("tbody .proof-word");
    await words.first().waitFor();
    await expect
      .poll(async () => new Set((await words.allTextContents()).map((word) => word.trim())))
      .toEqual(new Set(["refuted"]));
    await page.getByRole("button", { name: "replay refuted" }).click();
    await expect.poll(() => inAddress(page, "proof")).toBe(null);
  });
});
