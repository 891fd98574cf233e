import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { become, inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const OTHER = "add_memory did not extract what was needed · mem0";

describe("findings, shifts and explained reports", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U50 a report shows a model's explanation, and each claim opens its cases", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-2");
    await page.getByText("misses places that are named by a pronoun").first().waitFor();
    await page.getByText("48 of 430 cases were read").waitFor();
    await page.getByText("$0.39").waitFor();
    await page.getByRole("button", { name: "2 cases show this" }).first().click();
    await page.locator(".claim-cases a").first().click();
    await page.waitForURL("**/cases/case-0000-5f2c9ab17e");
  });

  it("U51 the report's page shows progress and cost while a model explains the report", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/reports/report-3");
    await page.getByText("A model reads the cases, step 4 of 12…").waitFor();
    await page.getByText("$0.04").waitFor();
    expect(await page.getByRole("progressbar").getAttribute("value")).toBe("3");
    await page.getByText("What went wrong where").waitFor();
  });

  it("U52 a person acknowledges, fixes and reopens a finding, and its history stays", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings");
    await page.getByRole("link", { name: "search_vector_store did not retrieve" }).first().click();
    await page.getByLabel("Note").fill("The index was empty.");
    await page.getByRole("button", { name: "Acknowledge" }).click();
    await page.getByText("The index was empty.").waitFor();
    await page.getByRole("button", { name: "Mark as fixed" }).click();
    await page.getByText(/A wrong answer given after .* opens the finding again/).waitFor();
    await page.getByRole("button", { name: "Open again" }).click();
    await page.getByRole("button", { name: "Acknowledge" }).waitFor();
    await expect.poll(() => page.locator(".finding-history li").count()).toBe(3);
    await page.locator(".cases-behind li").first().waitFor();
  });

  it("U240 a person assigns a finding on its page; the list shows and filters by assignee", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    await page.getByLabel("Assignee").selectOption("Mel");
    await page.locator(".finding-history").getByText("assigned to Mel").waitFor();
    await page.goto("/p/p_full/findings");
    const rows = page.locator(".finding-table tbody tr");
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole("row", { name: /search_vector_store .* Mel / }).waitFor();
    await page.getByLabel("Assignee").selectOption("Mine");
    await expect.poll(() => rows.count()).toBe(1);
    expect(inAddress(page, "assignee")).toBe("me");
    await page.getByLabel("Assignee").selectOption("Ada");
    await page.getByRole("row", { name: /add_memory .* Ada / }).waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByLabel("Assignee").selectOption("Nobody");
    await page.getByRole("row", { name: /nobody/ }).waitFor();
    expect(await rows.count()).toBe(1);
  });

  it("U241 a person merges a finding into another, the page says so, and the merge is undone", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    await page.getByRole("button", { name: "Merge into another finding" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Merge into").selectOption({ label: OTHER });
    await dialog.getByRole("button", { name: "Merge", exact: true }).click();
    await page.waitForURL("**/findings/fnd_2");
    await page.getByText("115 wrong answers").waitFor();
    const merged = page.getByRole("region", { name: "Merged findings" });
    await merged.getByRole("link", { name: "search_vector_store did not" }).click();
    await page.getByText("This finding was merged.").waitFor();
    await page.getByRole("link", { name: "add_memory did not extract" }).click();
    await merged.getByRole("button", { name: "Separate search_vector_store" }).click();
    await page.getByText("31 wrong answers").waitFor();
    await expect.poll(() => merged.locator("li").count()).toBe(1);
    await page.goto("/p/p_full/findings/fnd_4");
    await page.getByRole("button", { name: "Separate this finding" }).click();
    await page.getByRole("button", { name: "Merge into another finding" }).waitFor();
  });

  it("U242 a finding's page links the change that fixed it, and the experiment's page shows the finding", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_1");
    await page.getByRole("button", { name: "Link the fix" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Prompt").selectOption("extract-facts");
    await dialog.getByLabel("Version").selectOption({ index: 1 });
    await dialog.getByLabel("Experiment").selectOption("with dates in the extraction prompt");
    await dialog.getByRole("button", { name: "Link", exact: true }).click();
    const fix = page.getByRole("region", { name: "Fix" });
    await fix.getByText("linked by a person").waitFor();
    await fix.getByRole("link", { name: "with dates in the extraction prompt" }).click();
    await page.waitForURL("**/experiments/exp_2");
    const fixed = page.getByRole("region", { name: "Fixed findings" });
    await expect.poll(() => fixed.getByRole("link").count()).toBe(2);
    await fixed.getByRole("link", { name: "search_vector_store did not" }).click();
    await fix.getByRole("button", { name: "Remove the fix" }).click();
    await fix.getByText("No prompt version or experiment is linked.").waitFor();
  });

  it("U443 the page links to the finding's issues with key, service and state", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings/fnd_2");
    const issue = page.getByRole("link", { name: "#7" });
    expect(await issue.getAttribute("href")).toBe("https://github.com/acme/agent/issues/7");
    await page.getByText("GitHub issue #7").waitFor();
    await page.getByText("Linear issue ENG-12").waitFor();
    await page.getByText("closed, by the channel Team").waitFor();
  });

  it("U243 a viewer sees state, assignee, fix and merges of a finding, and no control to change them", async () => {
    const { page, server } = ui;
    become(server, "viewer");
    await page.goto("/p/p_full/findings/fnd_2");
    await page.getByText("Assignee: Ada").waitFor();
    await page.getByText("extract_facts, version 2").first().waitFor();
    await page.getByRole("region", { name: "Merged findings" }).getByRole("link").waitFor();
    const controls = page.locator("article").getByRole("button");
    // The only button loads further cases, which changes nothing.
    await expect.poll(() => controls.allTextContents()).toEqual(["Show more"]);
  });

  it("U53 a shift shows the changed shares, their certainty, and the wrong answers behind them", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/findings");
    await page.getByRole("link", { name: "Answers lost in retrieval rose" }).click();
    await page.waitForURL("**/shifts/shf_1");
    await page.getByRole("row", { name: /Retrieval 20% \(20\) 63% \(25\) 2.1e-6/ }).waitFor();
    await page.locator(".cases-behind li").first().waitFor();
  });

  it("U54 the settings hold reports after a number of attributions and the description of a memory system", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/settings");
    await page.getByLabel("Also after this many new attributions").fill("50");
    const saved = page.waitForRequest((request) => request.method() === "PATCH");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect((await saved).postDataJSON()).toMatchObject({ reportAfter: 50 });
    await page.getByRole("button", { name: "Describe one memory system" }).click();
    await page.getByLabel("Memory system", { exact: true }).fill("mem0");
    await page.getByLabel("How this memory works", { exact: true }).fill("It extracts facts.");
    await page.getByLabel("Base URL").first().fill("https://models.example.com/v1");
    await page.getByRole("textbox", { name: "Model", exact: true }).fill("small");
    const put = page.waitForRequest((request) => request.method() === "PUT");
    await page.getByRole("button", { name: "Save the model" }).click();
    expect((await put).postDataJSON()).toMatchObject({
      systemDescriptions: { mem0: "It extracts facts." },
    });
  });
});
