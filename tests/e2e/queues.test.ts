import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openUi, type UiUnderTest } from "./support/ui-under-test.ts";

const QUEUE = "/p/p_full/queues/que_1";
const item = (number: number) => `${QUEUE}/items/case-000${number}-5f2c9ab17e`;

describe("queues", () => {
  let ui: UiUnderTest;
  beforeEach(async () => {
    ui = await openUi();
  });
  afterEach(() => ui.close());

  it("U153 queues are listed with their progress, and one is created with people and a sample", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/queues");
    await page.locator(".queue-list li").nth(1).waitFor();
    await page.getByText("3 of 6", { exact: true }).waitFor();
    await page.getByRole("button", { name: "New queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Unsure ones");
    await dialog.getByLabel("Cases", { exact: true }).selectOption("unsure");
    await dialog.getByLabel("Less sure than").fill("40");
    await dialog.getByLabel("At most").fill("5");
    await dialog.getByLabel("Seed").fill("w48");
    expect(await dialog.getByLabel("Vic").isDisabled()).toBe(true);
    await dialog.getByLabel("Ada").check();
    await dialog.getByLabel("Labels of each case").selectOption("2");
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Create the queue" }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ name: "Unsure ones", people: ["u_1", "u_2"], perItem: 2, isBlind: true },
      cases: { confidenceBelow: 0.4, sample: { size: 5, seed: "w48" } },
    });
    await page.getByRole("heading", { name: "Unsure ones" }).waitFor();
    await page.getByText("confidence below 40%; 5 at random").waitFor();
  });

  it("U154 a blind item shows evidence and its way without the verdict, until it is labelled", async () => {
    const { page } = ui;
    await page.goto(item(0));
    await page.getByText("verdict hidden until you have labelled").waitFor();
    await page.locator(".made-of .operation-node").first().waitFor();
    expect(await page.locator(".verdict, .chain, .comments").count()).toBe(0);
    expect(await page.locator(".case-type").textContent()).not.toContain("Retrieval");
    await page.getByRole("button", { name: /Extraction/ }).click();
    await page.getByRole("button", { name: /Save and go on/ }).click();
    await page.waitForURL(`**${item(1)}`);
    await page.getByRole("button", { name: /Previous/ }).click();
    await page.locator(".verdict").waitFor();
    await page.locator(".chain").waitFor();
  });

  it("U155 a queue is labelled with the keyboard alone, to its end", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Label 3 cases" }).press("Enter");
    await page.waitForURL(`**${item(0)}`);
    await page.getByText("Case 1 of 3").waitFor();
    await page.keyboard.press("j");
    await page.waitForURL(`**${item(1)}`);
    await page.getByText("Case 2 of 3").waitFor();
    await page.keyboard.press("k");
    await page.waitForURL(`**${item(0)}`);
    await page.getByText("Case 1 of 3").waitFor();
    const labelled = page.waitForRequest((request) => request.method() === "PUT");
    await page.keyboard.press("4");
    expect(await page.getByRole("button", { name: /Retrieval/ }).getAttribute("aria-pressed")).toBe(
      "true",
    );
    await page.keyboard.press("Enter");
    expect((await labelled).postDataJSON()).toMatchObject({
      errorType: "RetrievalError",
      op: null,
    });
    await page.waitForURL(`**${item(1)}`);
    await page.getByText("Case 2 of 3").waitFor();
    await page.keyboard.press("s");
    await page.getByLabel("Reason").fill("The evidence is missing.");
    await page.getByLabel("Reason").press("Enter");
    await page.waitForURL(`**${item(9)}`);
    await page.getByText("Case 3 of 3").waitFor();
    await page.keyboard.press("1");
    await page.keyboard.press("Enter");
    await page.waitForURL(`**${QUEUE}`);
    await page.getByRole("heading", { name: "All done" }).waitFor();
    await page.getByText("“The evidence is missing.”").waitFor();
  });

  it("U245 a skipped case is given to a member who may label and does not have it", async () => {
    const { page } = ui;
    await page.goto(item(0));
    await page.getByRole("button", { name: /Skip/ }).click();
    await page.getByLabel("Reason").fill("I wrote this trace.");
    await page.getByLabel("Reason").press("Enter");
    await page.waitForURL(`**${item(1)}`);
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Give to…" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("Mel skipped it: “I wrote this trace.”").waitFor();
    expect(await dialog.getByRole("option").allTextContents()).toEqual(["Ada"]);
    await dialog.getByRole("button", { name: "Give", exact: true }).click();
    await page.getByText("Mel: skipped, given to another person, “I wrote this trace.”").waitFor();
    await page.getByText("Ada: open").waitFor();
    expect(await page.getByRole("button", { name: "Give to…" }).count()).toBe(0);
  });

  it("U246 picked cases of the list are added to a queue that is open", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all");
    const boxes = page.getByRole("checkbox");
    await boxes.nth(0).check();
    await boxes.nth(4).check();
    await page.locator(".bulk-bar").getByRole("button", { name: "Add to a queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText("2 picked cases are added.").waitFor();
    expect(await dialog.getByLabel("Queue").getByRole("option").allTextContents()).toEqual([
      ...["Weekly sample", "A new one"],
    ]);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await dialog.getByText("1 case was added; 3 were in the queue already.").waitFor();
    await dialog.getByRole("link", { name: "Open the queue" }).click();
    await page.waitForURL(`**${QUEUE}`);
  });

  it("U246 the filter of the list becomes a new queue of chosen people", async () => {
    const { page } = ui;
    await page.goto("/p/p_full/cases?period=all&errorType=RetrievalError");
    await page.getByRole("button", { name: "Add to a queue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Queue").selectOption("A new one");
    await dialog.getByLabel("Name").fill("Retrieval");
    await dialog.getByLabel("At most").fill("5");
    await dialog.getByLabel("Ada").check();
    const sent = page.waitForRequest((request) => request.method() === "POST");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    expect((await sent).postDataJSON()).toEqual({
      ...{ name: "Retrieval", people: ["u_1", "u_2"], perItem: 1, isBlind: true },
      cases: {
        ...{ errorType: "RetrievalError", sample: { size: 5, seed: "" } },
        ...{ from: "1970-01-01T00:00:00.000Z", to: expect.any(String) },
      },
    });
    await dialog.getByText("5 cases were added.").waitFor();
    await dialog.getByRole("link", { name: "Open the queue" }).click();
    await page.getByText(/5 cases: error type: RetrievalError, until .*; 5 at random/).waitFor();
  });

  it("U156 a queue is closed, reopened and deleted, and says that labels stay", async () => {
    const { page } = ui;
    await page.goto(QUEUE);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByRole("button", { name: "Reopen" }).click();
    await page.getByRole("button", { name: "Delete" }).click();
    await page.getByText("The labels of its cases stay.").waitFor();
    await page.getByRole("button", { name: "Delete the queue" }).click();
    await page.waitForURL("**/p/p_full/queues");
    await page.getByText("Refuted by replays").waitFor();
    expect(await page.getByText("Weekly sample").count()).toBe(0);
  });
});
