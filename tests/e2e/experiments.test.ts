import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { inAddress, openUi, type UiUnderTest } from "./support/ui-under-test.ts";

describe("experiments and datasets", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U65 a person adds one case or the selected cases to an existing or a new dataset", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases/case-0000-5f2c9ab17e");
    await page.getByRole("button", { name: "Add to a dataset" }).click();
    const dialog = page.getByRole("dialog", { name: "Add to a dataset" });
    await dialog.getByRole("button", { name: "Add the question" }).click();
    await dialog.getByText("2 added, 1 was in the dataset already, 1 refused.").waitFor();
    await dialog.getByRole("link", { name: "Open the dataset" }).click();
    await page.getByRole("heading", { name: "questions of the harbour" }).waitFor();

    await page.goto("/p/p_full/cases?period=all");
    await page.getByRole("checkbox").first().check();
    await page.getByRole("button", { name: "Add to a dataset" }).click();
    await dialog.getByLabel("Dataset").selectOption({ label: "A new one" });
    await dialog.getByLabel("Name").fill("Boats");
    await dialog.getByRole("button", { name: "Add the question" }).click();
    await dialog.getByRole("link", { name: "Open the dataset" }).click();
    await page.getByRole("heading", { name: "Boats" }).waitFor();
    await page.getByText("No question yet").waitFor();
  });

  it("U66 a person adds a file to a dataset, sees refused questions by place, and removes a question", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/datasets/ds_1");
    const buffer = Buffer.from("question,expected\nWho?,Rex\n");
    const file = { name: "questions.csv", mimeType: "text/csv", buffer };
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await page.getByLabel("Add questions from a file").setInputFiles(file);
    expect((await sent).headers()["content-type"]).toBe("text/csv");
    await page.getByText("Item 3: question: Too small").waitFor();
    await page.getByRole("button", { name: "Remove “Where did the 0th boat go?”" }).click();
    await page.getByText("Where did the 0th boat go?").waitFor({ state: "detached" });
    await page.getByText("markup: <b>no markup</b>").first().waitFor();
  });

  it("U67 the page starts with the share of right answers, and the address holds the compared experiment", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/experiments");
    await page.getByRole("link", { name: "with dates in the extraction prompt" }).click();
    await page.getByRole("heading", { name: "62.1% right: 36 of 58 answers" }).waitFor();
    await page.getByLabel("Compare with").selectOption("exp_1");
    await page.getByText("Better: +21.4 points").waitFor();
    expect(inAddress(page, "against")).toBe("exp_1");
    await page.getByRole("button", { name: /^Wrong/ }).click();
    await page.getByText("It names no pier.").first().waitFor();
    expect(inAddress(page, "outcome")).toBe("wrong");
    expect(await page.getByText("the model timed out").count()).toBe(0);
    await page.reload();
    await page.getByText("Better: +21.4 points").waitFor();
    await page.getByText("It names no pier.").first().waitFor();
  });

  it("U67 a running or interrupted experiment shows its progress and how to continue", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/experiments/exp_3");
    await page.getByText("20 of 60 asked").waitFor();
    await page.getByText("--resume exp_3").waitFor();
  });
});
