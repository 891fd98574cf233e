import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("proposals", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U60 a proposal shows the changes, the reasons, and the wrong answers behind them", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/proposals");
    await page
      .getByRole("link", { name: "extract-facts: 2 changes for 3 wrong answers" })
      .first()
      .click();
    await page.getByRole("heading", { name: /extract-facts: 2 changes/ }).waitFor();
    await expect
      .poll(() => page.locator(".diff ins").allTextContents())
      .toContain(", where belongings are kept, and every date with its year");
    await page.getByText("Extract also where belongings are kept.").waitFor();
    await page.getByText("Wrong answers behind this proposal (2)").click();
    await page.getByRole("link", { name: "Open the case" }).first().click();
    await page.waitForURL("**/cases/case-0000-5f2c9ab17e");
    const said = page.getByRole("region", { name: "Suggested prompt change" });
    await said.getByText("Extract also where belongings are kept.").waitFor();
    await said.getByRole("link", { name: "See the proposal" }).click();
    await page.waitForURL("**/proposals/prop_1");
  });

  it("U61 a person accepts a proposal unchanged, or edits it first", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/proposals/prop_1");
    await page.getByRole("button", { name: "Edit first" }).click();
    const text = page.getByLabel("The prompt");
    await text.fill(`${await text.inputValue()}\nBe brief.`);
    await page.getByLabel("Serve the new version to").selectOption("20% of the traffic");
    const sent = page.waitForRequest(/accept/);
    await page.getByRole("button", { name: "Accept as edited" }).click();
    expect((await sent).postDataJSON()).toMatchObject({
      ...{ share: 0.2, text: expect.stringContaining("Be brief.") },
    });
    await page.getByText("accepted as version 4").waitFor();
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
    expect(await page.locator(".diff ins").last().textContent()).toContain("Be brief.");
  });

  it("U62 a person rejects a proposal with a reason, which stays", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/proposals/prop_1");
    await page.getByRole("button", { name: "Reject", exact: true }).click();
    expect(await page.getByRole("button", { name: "Reject the proposal" }).isDisabled()).toBe(true);
    await page.getByLabel("Reason for the rejection").fill("Our users keep no belongings.");
    await page.getByRole("button", { name: "Reject the proposal" }).click();
    await page.getByText("Rejected, because: Our users keep no belongings.").waitFor();
  });

  it("U63 a proposal whose base is no longer active says so and cannot be accepted", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/proposals/prop_2");
    await page.getByText("Another version of the prompt is in use by now").waitFor();
    expect(await page.getByRole("button", { name: "Accept" }).count()).toBe(0);
  });

  it("U64 a round uses a model, and leads to its proposal or says why there is none", async () => {
    const { page } = ui;
    await page.goto("/p/p_quiet/proposals");
    await page.getByText("A round needs a model").waitFor();
    await page.request.put("/v1/project/model?project=p_full", {
      data: { endpoints: [{ url: "https://models.example.com/v1", model: "small" }] },
    });
    await page.goto("/p/p_full/proposals");
    await page.getByRole("button", { name: "Look for better prompts" }).click();
    await page.getByRole("link", { name: "See the proposal" }).click();
    await page.waitForURL("**/proposals/prop_1");
    await page.goto("/p/p_quiet/proposals");
    await page.getByRole("button", { name: "Look for better prompts" }).click();
    await page.getByText("No prompt could have prevented the error (1)").click();
    await page.getByText("No prompt is recorded for search_vector_store").waitFor();
  });

  it("U68 a returning person sees the last round and why it made no proposal", async () => {
    const { page } = ui;
    await page.request.put("/v1/project/model?project=p_quiet", {
      data: { endpoints: [{ url: "https://models.example.com/v1", model: "small" }] },
    });
    await page.goto("/p/p_quiet/proposals");
    await page.getByRole("button", { name: "Look for better prompts" }).click();
    const round = page.getByRole("region", { name: "Look for better prompts" });
    const said = "No proposal: of 1 wrong answer, 1 no prompt could have prevented.";
    await round.getByText(said).waitFor();
    await page.goto("/p/p_quiet/proposals");
    await round.getByText(said).waitFor();
    await round.getByText("No prompt could have prevented the error (1)").waitFor();
  });
});
