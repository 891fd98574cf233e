import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, openContext, screenshot, signIn, type Theme } from "./support/chromium.ts";
import { EVERY_PAGE, FULL } from "./support/every-page.ts";
import { type ApiServer, PASSWORD, startApiServer } from "./support/fixture/api-server.ts";

const WIDE = { width: 1440, height: 960 };
const NARROW = { width: 390, height: 844 };

/** Every kind of dialog, and the button that opens it. */
const DIALOGS: readonly (readonly [name: string, path: string, button: string])[] = [
  ["dialog-keyboard", FULL, "Keyboard"],
  ["dialog-create-key", `${FULL}/keys`, "Create a key"],
  ["dialog-revoke-key", `${FULL}/keys`, "Revoke production"],
  ["dialog-remove-app", `${FULL}/keys`, "Remove access of Editor for Ada"],
  ["dialog-invite", `${FULL}/people`, "Invite a person"],
  ["dialog-change-role", `${FULL}/people`, "Change the role of Vic"],
  ["dialog-remove-member", `${FULL}/people`, "Remove Ada"],
  ["dialog-create-endpoint", `${FULL}/webhooks`, "Add an endpoint"],
  ["dialog-write-version", `${FULL}/prompts/extract-facts`, "Write a version"],
  ["dialog-add-to-dataset", `${FULL}/cases/case-0000-5f2c9ab17e`, "Add to a dataset"],
  ["dialog-new-benchmark", `${FULL}/benchmarks`, "New benchmark"],
  ["dialog-freeze-benchmark", `${FULL}/benchmarks/bm_2`, "Freeze"],
  ["dialog-add-to-queue", `${FULL}/cases?period=all`, "Add to a queue"],
  ["dialog-merge-finding", `${FULL}/findings/fnd_1`, "Merge into another finding"],
  ["dialog-finding-fix", `${FULL}/findings/fnd_1`, "Link the fix"],
  ["dialog-delete-endpoint", `${FULL}/webhooks`, "Delete"],
  ["dialog-delete-project", `${FULL}/settings`, "Delete the project"],
];

describe.each<Theme>(["light", "dark"])("in %s", (theme) => {
  let server: ApiServer;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    server = await startApiServer();
    browser = await launchChromium();
    context = await openContext(browser, server.address, theme);
    page = await signIn(context, "mel@example.com", PASSWORD);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  it.each(EVERY_PAGE)(
    "U10 %s has no accessibility violation, wide or narrow",
    async (name, path, sign) => {
      await page.setViewportSize(WIDE);
      await page.goto(path);
      await page.locator(sign).first().waitFor();
      await screenshot(page, `${name}-${theme}`);
      expect(await violations(page)).toEqual([]);
      await page.setViewportSize(NARROW);
      await page.locator(sign).first().waitFor({ state: "attached" });
      expect(await violations(page)).toEqual([]);
    },
  );

  it.each(DIALOGS)("U10 %s has no accessibility violation", async (name, path, button) => {
    await page.setViewportSize(WIDE);
    await page.goto(path);
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog").waitFor();
    await screenshot(page, `${name}-${theme}`);
    expect(await violations(page)).toEqual([]);
  });
});

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"])
    .analyze();
  return found.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
  );
}
