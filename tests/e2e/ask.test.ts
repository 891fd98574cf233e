import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { HOSTILE } from "./support/fixture/records.ts";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const PAGE = "/p/p_full/graphs/user-4711";

describe("questions to a graph", () => {
  let ui: UiUnderTest;
  beforeAll(async () => {
    ui = await openUi();
  });
  afterAll(() => ui.close());

  it("U500 the page links to the settings if the project has no model", async () => {
    await ui.page.goto(PAGE);
    await ui.page.getByRole("button", { name: "Ask", exact: true }).click();
    await ui.page.getByText("The project has no model to ask.").waitFor();
    await ui.page.getByRole("link", { name: "Set one in the settings" }).click();
    await ui.page.waitForURL(/\/p\/p_full\/settings/);
  });

  it("U501 the page shows the model's answer as text, and its citations open the explorer", async () => {
    await ui.page.evaluate(() =>
      fetch("/v1/project/model?project=p_full", {
        method: "PUT",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          endpoints: [{ url: "https://models.example.com/v1", model: "model-mini" }],
        }),
      }),
    );
    await ui.page.goto(`${PAGE}?view=ask`);
    const question = ui.page.getByLabel("Ask this graph");
    const ask = ui.page.locator(".graph-ask").getByRole("button", { name: "Ask", exact: true });
    await question.waitFor();
    expect(await ask.isDisabled()).toBe(true);
    await question.fill("Why are the sunflowers lost?");
    await ask.click();
    const answer = ui.page.locator(".ask-answer");
    await answer.waitFor();
    expect(await answer.textContent()).toContain(`Why are the sunflowers lost? ${HOSTILE}`);
    await answer.getByText("2 steps of the model").click();
    await answer.getByText("(refused)").waitFor();
    const links = await answer
      .getByRole("link")
      .evaluateAll((all) =>
        all.map((link) => decodeURIComponent(new URL((link as HTMLAnchorElement).href).pathname)),
      );
    expect(links).toEqual([
      `${PAGE}/variables/memory-unit-31@2`,
      `${PAGE}/operations/op-search-9`,
      "/p/p_full/cases/case_1",
    ]);
    await answer.getByRole("link", { name: "op-search-9" }).click();
    await ui.page.waitForURL(/operations\/op-search-9/);
  });

  it("U502 the page that waits for the first event says how a coding agent connects", async () => {
    await ui.page.goto("/p/p_new");
    await ui.page.getByText(`${ui.server.address}/mcp`).waitFor();
  });
});
