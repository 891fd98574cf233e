import { AxeBuilder } from "@axe-core/playwright";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchChromium, openContext, screenshot, signIn, type Theme } from "./chromium.ts";
import { type ApiServer, PASSWORD, startApiServer } from "./fixture/api-server.ts";

const FULL = "/p/p_full";
/** Every page, and a sign that it has loaded. */
const PAGES: readonly (readonly [name: string, path: string, sign: string])[] = [
  ["overview", `${FULL}?period=90d`, "text=By memory system"],
  ["overview-empty", "/p/p_new", "text=Waiting for the first event"],
  ["overview-quiet", "/p/p_quiet", "text=No wrong answers here"],
  ["overview-error", "/p/p_broken", "text=req_7Kq2Zt91"],
  ["cases", `${FULL}/cases?period=all`, "text=Decisive operation"],
  ["cases-empty", "/p/p_quiet/cases?period=all", "text=No wrong answers yet"],
  ["case", `${FULL}/cases/case-0000-5f2c9ab17e`, ".variable-node"],
  ["case-step", `${FULL}/cases/case-0000-5f2c9ab17e?step=2`, ".step-text .diff"],
  ["case-long-chain", `${FULL}/cases/case-0005-5f2c9ab17e`, ".chain-fold"],
  ["case-annotation", `${FULL}/cases/case-0011-5f2c9ab17e`, "text=No operation is at fault"],
  ["case-running", `${FULL}/cases/case-0003-5f2c9ab17e`, "text=Being attributed"],
  ["case-failed", `${FULL}/cases/case-0008-5f2c9ab17e`, "text=could not be attributed"],
  ["case-replayed", `${FULL}/cases/case-0001-5f2c9ab17e`, ".side-by-side td"],
  ["case-missing", `${FULL}/cases/none`, "text=There is no such case"],
  ["graphs", `${FULL}/graphs`, "text=user-4711"],
  ["graph", `${FULL}/graphs/user-4711`, "text=Memory system"],
  ["operation", `${FULL}/graphs/user-4711/operations/op-search-9`, ".variable-node"],
  ["reports", `${FULL}/reports`, ".headline-list li"],
  ["reports-empty", "/p/p_quiet/reports", "text=No report yet"],
  ["report", `${FULL}/reports/report-2`, "text=What went wrong where"],
  ["report-explaining", `${FULL}/reports/report-3`, "text=step 4 of 12"],
  ["findings", `${FULL}/findings`, ".finding-table td"],
  ["findings-empty", "/p/p_quiet/findings", "text=No finding yet"],
  ["finding", `${FULL}/findings/fnd_2`, ".finding-history li"],
  ["shift", `${FULL}/shifts/shf_1`, "text=By chance"],
  ["prompts", `${FULL}/prompts`, ".prompt-table td"],
  ["prompts-empty", "/p/p_quiet/prompts", "text=No prompt yet"],
  ["prompt", `${FULL}/prompts/extract-facts?version=2&against=1`, ".prompt .diff"],
  ["proposals", `${FULL}/proposals`, ".headline-list li"],
  ["proposals-empty", "/p/p_quiet/proposals", "text=No proposal yet"],
  ["proposal", `${FULL}/proposals/prop_1`, ".proposal .diff"],
  ["experiments", `${FULL}/experiments`, "text=with the longer memory"],
  ["experiments-empty", "/p/p_quiet/experiments", "text=No experiment yet"],
  ["experiment", `${FULL}/experiments/exp_2?against=exp_1`, "text=Better: +21.4 points"],
  ["dataset", `${FULL}/datasets/ds_1`, "text=Where did the 0th boat go?"],
  ["webhooks", `${FULL}/webhooks`, "text=hooks.example.com"],
  ["webhooks-empty", "/p/p_quiet/webhooks", "text=No endpoints yet"],
  ["deliveries", `${FULL}/deliveries?delivery=msg_0_2Zk8JtQ0wX`, ".payload"],
  ["keys", `${FULL}/keys`, "text=production"],
  ["settings", `${FULL}/settings`, "text=Name of the project"],
  ["start", "/start", "text=Create the project"],
  ["sign-in", "/sign-in", "text=Create an account"],
  ["sign-up", "/sign-up", "text=At least 10 characters"],
];

/** Every kind of dialog, and the button that opens it. */
const DIALOGS: readonly (readonly [name: string, path: string, button: string])[] = [
  ["dialog-keyboard", FULL, "Keyboard"],
  ["dialog-create-key", `${FULL}/keys`, "Create a key"],
  ["dialog-revoke-key", `${FULL}/keys`, "Revoke production"],
  ["dialog-create-endpoint", `${FULL}/webhooks`, "Add an endpoint"],
  ["dialog-write-version", `${FULL}/prompts/extract-facts`, "Write a version"],
  ["dialog-add-to-dataset", `${FULL}/cases/case-0000-5f2c9ab17e`, "Add to a dataset"],
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

  it.each(PAGES)("U10 %s has no serious accessibility violation", async (name, path, sign) => {
    await page.goto(path);
    await page.locator(sign).first().waitFor();
    await screenshot(page, `${name}-${theme}`);
    expect(await seriousViolations(page)).toEqual([]);
  });

  it.each(DIALOGS)("U10 %s has no serious accessibility violation", async (name, path, button) => {
    await page.goto(path);
    await page.getByRole("button", { name: button }).first().click();
    await page.getByRole("dialog").waitFor();
    await screenshot(page, `${name}-${theme}`);
    expect(await seriousViolations(page)).toEqual([]);
  });
});

async function seriousViolations(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"])
    .analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(
      ({ id, nodes }) =>
        `${id}: ${nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`).join(" | ")}`,
    );
}
