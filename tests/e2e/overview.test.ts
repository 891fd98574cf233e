import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("overview", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U4 a click on a type, an operation or a bar filters, and the address holds the filter", async () => {
    const { page } = ui;
    await page.goto("/p/p_full?period=90d");
    await page.getByRole("button", { name: /^R?\s*Retrieval/ }).click();
    await page.waitForURL(/errorType=RetrievalError/);
    await page.getByRole("button", { name: /mem0/ }).click();
    await page.waitForURL(/system=mem0/);
    expect(inAddress(page, "errorType")).toBe("RetrievalError");
    const headline = page.getByRole("heading", { level: 1 });
    await page.getByRole("button", { name: /type Retrieval/ }).waitFor();
    const before = await headline.textContent();
    await page.reload();
    await expect.poll(() => headline.textContent()).toBe(before);

    await page.getByRole("button", { name: /type Retrieval/ }).click();
    await expect.poll(() => inAddress(page, "errorType")).toBe(null);
    await page.locator(".column").last().click();
    await expect.poll(() => inAddress(page, "from")).not.toBe(null);
    expect(inAddress(page, "period")).toBe(null);
  });

  it("U5 the chart's figures are also in a table", async () => {
    const { page } = ui;
    await page.goto("/p/p_full?period=90d");
    await page.getByText("Show as a table").click();
    const table = page.locator(".time-chart table");
    await table.waitFor();
    const numbers = await table.locator("tbody td:last-child").allTextContents();
    const total = numbers.map(Number).reduce((sum, value) => sum + value, 0);
    const figures = await page
      .getByRole("link", { name: /\d (attributed|undecided)$/ })
      .allTextContents();
    const counted = figures.map((text) => Number.parseInt(text, 10));
    expect(counted.length).toBe(2);
    expect(total).toBe(counted.reduce((sum, value) => sum + value, 0));
  });

  it("U3 an empty project shows code with a key, and becomes the overview at the first event", async () => {
    const { page, server } = ui;
    await page.goto("/p/p_new");
    await page.getByRole("button", { name: "Create a key" }).click();
    await page.getByText("Created.").waitFor();
    const code = await page.locator("pre").first().textContent();
    expect(code).toContain("MEMTRACE_API_KEY=mt_live_9Zx4_");
    expect(code).toContain(`MEMTRACE_URL=${server.address}`);
    expect(code).toMatch(/npm install http:\/\/127\.0\.0\.1:\d+\/sdk\.tgz/);
    server.receiveFirstEvent();
    await page.getByText("No wrong answers here").waitFor();
  });

  it("U15 a failed page names the failure and the request id, and can be tried again", async () => {
    const { page } = ui;
    await page.goto("/p/p_broken");
    const failure = page.getByRole("alert");
    await failure.getByText("The distribution could not be loaded").waitFor();
    expect(await failure.textContent()).toContain("req_7Kq2Zt91");
    const asked = page.waitForRequest(/\/v1\/distribution/);
    await failure.getByRole("button", { name: "Try again" }).click();
    await asked;
  });
});
