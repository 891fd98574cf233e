import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/graphs/user-4711";

describe("a graph's memory and search", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U116 the page shows the memory at a moment and the changes since another moment", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Memory", exact: true }).click();
    await ui.page.getByText("5 units", { exact: true }).waitFor();
    const slider = ui.page.getByLabel("Moment");
    await slider.focus();
    await ui.page.keyboard.press("Home");
    await expect.poll(() => inAddress(ui.page, "at")).not.toBeNull();
    const at = inAddress(ui.page, "at");
    await ui.page.getByRole("button", { name: "Compare with an earlier moment" }).click();
    await ui.page.getByText("Added").waitFor();
    await ui.page.locator(".diff ins", { hasText: "in the blue vase" }).waitFor();
    expect(inAddress(ui.page, "at")).toBe(at);
    await ui.page.reload();
    await ui.page.getByText("Changed").waitFor();
    await ui.page.getByRole("button", { name: "Do not compare" }).click();
    await expect.poll(() => inAddress(ui.page, "against")).toBeNull();
    expect(await ui.page.evaluate("window.hacked")).toBeUndefined();
  });

  it("U117 the search finds texts, groups results by session and opens them in place", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Search", exact: true }).click();
    const field = ui.page.getByLabel("Search this graph");
    await field.fill("pott.ry");
    await field.press("Enter");
    await ui.page.getByText("Nothing in this graph matches.").waitFor();
    await ui.page.getByLabel("Regular expression").check();
    await ui.page.getByRole("heading", { name: "conversation-3" }).waitFor();
    await ui.page.locator(".hit").first().click();
    await ui.page.locator(".hit-open").getByText("pottery class").waitFor();
    const address = ui.page.url();
    await ui.page.goto("/p/p_full/graphs");
    await ui.page.goto(address);
    await ui.page.locator(".hit-open").getByText("pottery class").waitFor();
    expect(inAddress(ui.page, "q")).toBe("pott.ry");
  });

  it("U118 Ctrl K finds pages, cases, graphs, and records of the open graph", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Flow", exact: true }).waitFor();
    const find = async (text: string, option: RegExp) => {
      await ui.page.keyboard.press("Control+k");
      await ui.page.getByRole("combobox", { name: /^Find a page/ }).fill(text);
      await ui.page.getByRole("option", { name: option }).first().waitFor();
    };
    await find("pottery", /variable memory-unit-40@1/);
    await ui.page.getByRole("option", { name: /variable memory-unit-40@1/ }).click();
    await ui.page.waitForURL(/variables\/memory-unit-40/);
    await find("Webh", /page Webhooks/);
    await ui.page.keyboard.press("Enter");
    await ui.page.waitForURL(/webhooks/);
    await find("user-4711", /graph user-4711/);
    await ui.page.keyboard.press("Escape");
    await ui.page.getByRole("dialog").waitFor({ state: "detached" });
  });

  it("U119 a case leads to its variables, suspects and moment in the graph", async () => {
    const CASE = "/p/p_full/cases/case-0000-5f2c9ab17e";
    await ui.page.goto(`${CASE}?step=2`);
    await ui.page.locator(".step-text").getByRole("link", { name: "memory-unit-31@2" }).click();
    await ui.page.waitForURL(/variables\/memory-unit-31/);
    await ui.page.goto(CASE);
    await ui.page.getByRole("link", { name: "Open update_memory in the graph" }).click();
    await ui.page.waitForURL(/operations\/op-update-3/);
    await ui.page.goto(CASE);
    await ui.page.getByRole("link", { name: "message-D3:14@1" }).first().click();
    await ui.page.waitForURL(/variables\/message-D3/);
    await ui.page.goto(CASE);
    await ui.page.getByRole("link", { name: "at this moment" }).click();
    await ui.page.locator(".selected-message").getByText("Where did the sunflowers go?").waitFor();
    expect(inAddress(ui.page, "from")).not.toBeNull();
  });

  it("U496 the pages show the tokens of a graph, an operation, a prompt's version and an experiment", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Tokens", exact: true }).click();
    await ui.page.getByRole("row", { name: "model-mini 40,000 2,000 30" }).waitFor();
    await ui.page.getByRole("row", { name: "not named 210 118 1" }).waitFor();
    await ui.page.goto(`${PAGE}/operations/op-search-9`);
    await ui.page.getByText("model-mini: 1,204 input tokens, 31 output tokens").waitFor();
    await ui.page.goto("/p/p_full/prompts/extract-facts");
    await ui.page.getByRole("columnheader", { name: "Input tokens" }).waitFor();
    await ui.page.getByRole("cell", { name: "48,020" }).first().waitFor();
    await ui.page.goto("/p/p_full/experiments/exp_2");
    await ui.page.getByText("61,204 input tokens, 4,310 output tokens").waitFor();
  });
});
